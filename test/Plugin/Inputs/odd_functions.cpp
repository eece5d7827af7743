// Temporaries beside exceptions and in a coroutine.
#include <coroutine>
#include <cstdio>
#include <cstdlib>
#include <memory>

static double history(long n, long steps) {
  auto rows = std::unique_ptr<double[]>(new double[(steps + 1) * (n + 2)]);
  double *a = rows.get();
  long w = n + 2;
  for (long i = 0; i <= n + 1; i++)
    a[i] = i;
  for (long t = 1; t <= steps; t++) {
    a[t * w] = t;
    a[t * w + n + 1] = -t;
    for (long i = 1; i <= n; i++)
      a[t * w + i] = 0.25 * (a[(t - 1) * w + i - 1] + a[(t - 1) * w + i] +
                             a[(t - 1) * w + i + 1]);
  }
  double sum = 0;
  for (long i = 0; i <= n + 1; i++)
    sum += a[steps * w + i];
  return sum;
}

static double checked(long n, long steps) {
  try {
    double sum = history(n, steps);
    if (sum > 1e9)
      throw sum;
    return sum;
  } catch (double d) {
    return d - 1;
  }
}

struct Task {
  struct promise_type {
    double value = 0;
    Task get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_value(double v) { value = v; }
    void unhandled_exception() { abort(); }
  };
  std::coroutine_handle<promise_type> handle;
};

static Task later(long n, long steps) {
  double *a = new double[(steps + 1) * (n + 1)];
  for (long i = 0; i <= n; i++)
    a[i] = i;
  co_await std::suspend_always();
  for (long t = 1; t <= steps; t++)
    for (long i = 0; i <= n; i++)
      a[t * (n + 1) + i] = a[(t - 1) * (n + 1) + i] + t;
  double last = a[steps * (n + 1) + n];
  delete[] a;
  co_return last;
}

int main() {
  Task task = later(20, 30);
  while (!task.handle.done())
    task.handle.resume();
  std::printf("%a %a %a\n", checked(50, 40), checked(1, 1),
              task.handle.promise().value);
  task.handle.destroy();
}
