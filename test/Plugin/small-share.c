// Loops of which only the order changes are left alone where they are a small
// part of a function: all others would be compiled in another form, too.

// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null '-Rpass=smolly' \
// RUN:   '-Rpass-missed=smolly' 2> %t.remarks
// RUN: FileCheck %s --input-file=%t.remarks
// RUN: %c_and_plugin -O3 -g -c %s -o /dev/null '-Rpass=smolly' \
// RUN:   '-Rpass-missed=smolly' -DALONE 2> %t.alone
// RUN: FileCheck %s --input-file=%t.alone --check-prefix=ALONE

// CHECK-NOT: borders of loops have loops of their own
// CHECK: remark: loops left as they are: those that would only run in another order are a small part of this function
// CHECK-NOT: borders of loops have loops of their own
// ALONE: remark: borders of loops have loops of their own

void slopes(long h, long w, const float *restrict in, float *restrict out,
            unsigned char *restrict dark) {
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float left = x > 0 ? in[y * w + x - 1] : 0;
      float right = x + 1 < w ? in[y * w + x + 1] : 0;
      out[y * w + x] = right - left;
    }
#ifndef ALONE
  for (long y = 0; y < h; y++)
    for (long x = 0; x < w; x++) {
      float ray = in[y * w + x];
      for (long k = x; k < w && !dark[y * w + x]; k++) {
        ray += 0.5f;
        while (ray < in[y * w + k])
          ray *= 1.25f;
        dark[y * w + x] = ray > 100;
      }
    }
#endif
}
