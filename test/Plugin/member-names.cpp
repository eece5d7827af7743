// Sizes that are members of objects, and arrays that members point to, are
// called as the program calls them, not as functions that were inlined do.

// RUN: %cxx_and_plugin -O2 -g -Rpass=smolly -Rpass-analysis=smolly -c %s -o %t.o \
// RUN:   2>&1 | FileCheck %s

#include <vector>

struct Shape {
  long kind, rows, columns;
};
struct Base {
  Shape shape;
};
struct Image : Base {
  double scale;
  double *pixels;

  // CHECK: member-names.cpp:[[#@LINE+2]]:{{.*}} array 'row' contracted from shape.rows * shape.columns to
  double sum() const {
    std::vector<double> row(shape.rows * shape.columns);
    double all = 0;
    for (long y = 0; y < shape.rows; y++)
      for (long x = 0; x < shape.columns; x++)
        row[y * shape.columns + x] = pixels[y * shape.columns + x] * scale;
    for (long y = 0; y < shape.rows; y++)
      for (long x = 0; x < shape.columns; x++)
        all += row[y * shape.columns + x];
    return all;
  }
};

double sumOf(const Image &image);
double sumOf(const Image &image) { return image.sum(); }

// CHECK: member-names.cpp:[[#@LINE+2]]:{{.*}} array 'half' contracted from image->shape.columns to
void show(const Image *image, double *out) {
  std::vector<double> half(image->shape.columns);
  for (long x = 0; x < image->shape.columns; x++)
    half[x] = image->pixels[x] / 2;
  for (long x = 0; x < image->shape.columns; x++)
    out[x] = half[x] + 1;
}

// CHECK: member-names.cpp:[[#@LINE+2]]:{{.*}} array 'twice' contracted from shape.columns to
void fourTimes(const Shape &shape, const double *in, double *out) {
  std::vector<double> twice(shape.columns);
  for (long x = 0; x < shape.columns; x++)
    twice[x] = in[x] * 2;
  for (long x = 0; x < shape.columns; x++)
    out[x] = twice[x] * 2;
}
