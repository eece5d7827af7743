// How sharp is a picture? The mean length of its gradient, smoothed before.
//
//   edges [WIDTH [HEIGHT]]
//
// Written as one writes such programs: an image is a struct with its size, each
// stage a function that makes one, and what is not needed any more is freed.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct image {
  int width, height;
  float *pixels;
};

static struct image *make_image(int width, int height) {
  struct image *image = malloc(sizeof *image);
  if (image) {
    image->width = width;
    image->height = height;
    image->pixels = malloc(sizeof(float) * width * height);
  }
  if (!image || !image->pixels) {
    fprintf(stderr, "there is no memory for %d x %d pixels\n", width, height);
    exit(1);
  }
  return image;
}

static void free_image(struct image *image) {
  free(image->pixels);
  free(image);
}

// Rings around the middle.
static struct image *draw(int width, int height) {
  struct image *to = make_image(width, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      int dx = x - width / 2, dy = y - height / 2;
      to->pixels[y * width + x] = (dx * dx + dy * dy) / 64 % 256;
    }
  return to;
}

// Each pixel becomes the mean of itself and its neighbours to both sides.
static struct image *smooth_rows(const struct image *from) {
  int width = from->width, height = from->height;
  struct image *to = make_image(width, height);
  for (int y = 0; y < height; y++)
    for (int x = 1; x < width - 1; x++) {
      const float *p = &from->pixels[y * width + x];
      to->pixels[y * width + x] = 0.25f * p[-1] + 0.5f * p[0] + 0.25f * p[1];
    }
  return to;
}

// And of those above and below.
static struct image *smooth_columns(const struct image *from) {
  int width = from->width, height = from->height;
  struct image *to = make_image(width, height);
  for (int y = 1; y < height - 1; y++)
    for (int x = 1; x < width - 1; x++) {
      const float *p = &from->pixels[y * width + x];
      to->pixels[y * width + x] =
          0.25f * p[-width] + 0.5f * p[0] + 0.25f * p[width];
    }
  return to;
}

static struct image *gradient(const struct image *from) {
  int width = from->width, height = from->height;
  struct image *to = make_image(width, height);
  for (int y = 2; y < height - 2; y++)
    for (int x = 2; x < width - 2; x++) {
      const float *p = &from->pixels[y * width + x];
      float across = p[1] - p[-1], down = p[width] - p[-width];
      to->pixels[y * width + x] = sqrtf(across * across + down * down);
    }
  return to;
}

static double mean(const struct image *from) {
  int width = from->width, height = from->height;
  double sum = 0;
  for (int y = 2; y < height - 2; y++)
    for (int x = 2; x < width - 2; x++)
      sum += from->pixels[y * width + x];
  return sum / ((double)(width - 4) * (height - 4));
}

static double sharpness(int width, int height) {
  struct image *picture = draw(width, height);
  struct image *rows = smooth_rows(picture);
  free_image(picture);
  struct image *smooth = smooth_columns(rows);
  free_image(rows);
  struct image *edges = gradient(smooth);
  free_image(smooth);
  double result = mean(edges);
  free_image(edges);
  return result;
}

int main(int argc, char **argv) {
  int width = argc > 1 ? atoi(argv[1]) : 6000;
  int height = argc > 2 ? atoi(argv[2]) : width;
  if (width < 5 || height < 5 || width > 20000 || height > 20000) {
    fprintf(stderr, "usage: %s [WIDTH [HEIGHT]], 5 to 20000\n", argv[0]);
    return 2;
  }
  printf("%d x %d pixels: sharpness %.17g\n", width, height,
         sharpness(width, height));
  return 0;
}
