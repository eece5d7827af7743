// An image is enlarged by a function that returns it: the rows between its rows
// are means of two, beyond the last one of which there is no other. How large
// it becomes has nothing to do with how large it was. Its row number is needed
// in some iterations over a row only.
// contracted: 3
// sizes: 0,0,0 1,1,1 1,5,2 3,2,7 5,5,5 5,5,9 8,9,16 4,13,30 13,4,3 31,17,61 101,90,50
// RUN: %differential %s
#include "Inputs/program.h"
#include <vector>

struct Image {
  int Width, Height;
  std::vector<float> Pixels;

  Image(int Width, int Height)
      : Width(Width), Height(Height), Pixels((size_t)Width * Height) {}
  float &at(int X, int Y) { return Pixels[(size_t)Y * Width + X]; }
  float at(int X, int Y) const { return Pixels[(size_t)Y * Width + X]; }
  float nearest(int X, int Y) const {
    if (X >= Width)
      X = Width - 1;
    if (Y >= Height)
      Y = Height - 1;
    return at(X, Y);
  }
};

__attribute__((noinline)) static Image enlarge(const Image &In, int Width,
                                               int Height) {
  Image Rows(Width, In.Height), Out(Width, Height);
  for (int Y = 0; Y < In.Height; Y++)
    for (int X = 0; X < Width; X++)
      Rows.at(X, Y) =
          X % 2 == 0 ? In.nearest(X / 2, Y)
                     : 0.5f * (In.nearest(X / 2, Y) + In.nearest(X / 2 + 1, Y));
  for (int Y = 0; Y < Height; Y++)
    for (int X = 0; X < Width; X++)
      Out.at(X, Y) =
          Y % 2 == 0
              ? Rows.nearest(X, Y / 2)
              : 0.5f * (Rows.nearest(X, Y / 2) + Rows.nearest(X, Y / 2 + 1));
  return Out;
}

/// Every third row is one of those that there were.
__attribute__((noinline)) static void threeTimes(const Image &In, Image &Out) {
  Image Rows(In.Width, In.Height);
  for (int Y = 0; Y < In.Height; Y++)
    for (int X = 0; X < In.Width; X++)
      Rows.at(X, Y) = 3 * In.at(X, Y) - In.nearest(X + 1, Y);
  for (int Y = 0; Y < Out.Height; Y++)
    for (int X = 0; X < In.Width; X++)
      Out.at(X, Y) = Rows.nearest(X, Y / 3) + 2 * Rows.nearest(X, Y / 3 + 1);
}

/// A band of rows that some columns leave out: its row number is divided in
/// some iterations.
__attribute__((noinline)) static void bands(long H, long W, long R,
                                            const float *__restrict In,
                                            float *__restrict Out) {
  float *Rows = (float *)malloc((H * W + 1) * sizeof(float));
  for (long Y = 0; Y < H; Y++)
    for (long X = 0; X < W; X++)
      Rows[Y * W + X] = In[Y * W + X] * 2 - 1;
  for (long Y = R; Y < H; Y++)
    for (long X = 0; X < W; X++) {
      float Sum = In[Y * W + X];
      if (X % 2 == 0)
        Sum += Rows[(Y - R) * W + X];
      if (X % 3 == 1)
        Sum -= Rows[Y * W + X] * 3;
      Out[Y * W + X] = Sum;
    }
  free(Rows);
}

int main(int, char **argv) {
  int W = size(argv, 1), H = size(argv, 2), Larger = size(argv, 3);
  Image In(W, H), Three(W, Larger);
  for (int Y = 0; Y < H; Y++)
    for (int X = 0; X < W; X++)
      In.at(X, Y) = (X * 7 + Y * 13) % 31 - 11.5f;
  if (W > 0 && H > 0) {
    Image Out = enlarge(In, 2 * W, Larger);
    show_pixels(Out.Pixels.size(), Out.Pixels.data());
    Out = enlarge(In, W, Larger + 1);
    show_pixels(Out.Pixels.size(), Out.Pixels.data());
    threeTimes(In, Three);
  }
  show_pixels(Three.Pixels.size(), Three.Pixels.data());
  std::vector<float> Sums(W * H);
  for (int R : {1, 3, Larger})
    bands(H, W, R, In.Pixels.data(), Sums.data());
  show_pixels(Sums.size(), Sums.data());
}
