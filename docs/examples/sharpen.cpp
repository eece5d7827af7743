// Unsharp masking of an image.
//
//   sharpen [WIDTH [HEIGHT]]
//
// Written as one would in C++: an image owns a std::vector, each filter is a
// function that returns a new image, and sizes that do not fit are exceptions.
// Five images are alive in the end; a few rows of one would do.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

class Image {
public:
  Image(int width, int height)
      : Width(width), Height(height), Pixels(size_t(width) * height) {
    if (width < 1 || height < 1)
      throw std::invalid_argument("an image has at least one pixel");
  }
  int width() const { return Width; }
  int height() const { return Height; }
  float &at(int x, int y) { return Pixels[size_t(y) * Width + x]; }
  float at(int x, int y) const { return Pixels[size_t(y) * Width + x]; }

private:
  int Width, Height;
  std::vector<float> Pixels;
};

// Stripes and rings.
static Image draw(int width, int height) {
  Image image(width, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      image.at(x, y) = (x / 16 + y * 3 + (x * x + y * y) / 4096) % 64;
  return image;
}

static Image blurRows(const Image &in) {
  Image out(in.width(), in.height());
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++)
      out.at(x, y) = 0.25f * in.at(std::max(x - 1, 0), y) + 0.5f * in.at(x, y) +
                     0.25f * in.at(std::min(x + 1, in.width() - 1), y);
  return out;
}

static Image blurColumns(const Image &in) {
  Image out(in.width(), in.height());
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++)
      out.at(x, y) = 0.25f * in.at(x, std::max(y - 1, 0)) + 0.5f * in.at(x, y) +
                     0.25f * in.at(x, std::min(y + 1, in.height() - 1));
  return out;
}

static Image subtract(const Image &a, const Image &b) {
  if (a.width() != b.width() || a.height() != b.height())
    throw std::invalid_argument("the images have different sizes");
  Image out(a.width(), a.height());
  for (int y = 0; y < a.height(); y++)
    for (int x = 0; x < a.width(); x++)
      out.at(x, y) = a.at(x, y) - b.at(x, y);
  return out;
}

static Image addDetail(const Image &in, const Image &detail, float amount) {
  Image out(in.width(), in.height());
  for (int y = 0; y < in.height(); y++)
    for (int x = 0; x < in.width(); x++)
      out.at(x, y) =
          std::clamp(in.at(x, y) + amount * detail.at(x, y), 0.0f, 255.0f);
  return out;
}

static double contrast(const Image &image) {
  double sum = 0;
  for (int y = 0; y < image.height(); y++)
    for (int x = 1; x < image.width(); x++) {
      double step = image.at(x, y) - image.at(x - 1, y);
      sum += step * step;
    }
  return sum / (double(image.width()) * image.height());
}

int main(int argc, char **argv) {
  int width = argc > 1 ? std::atoi(argv[1]) : 4000;
  int height = argc > 2 ? std::atoi(argv[2]) : 3000;
  try {
    Image image = draw(width, height);
    Image rows = blurRows(image);
    Image blurred = blurColumns(rows);
    Image detail = subtract(image, blurred);
    Image sharp = addDetail(image, detail, 1.5f);
    std::printf("contrast of %d x %d pixels: %.17g\n", width, height,
                contrast(sharp));
  } catch (const std::exception &error) {
    std::fprintf(stderr, "sharpen: %s\n", error.what());
    return 2;
  }
}
