// Runs a program and writes down how it went.
//
//   measure REPORT OUTPUT LIMIT PROGRAM [ARG...]
//
// REPORT gets one line: wait status, peak memory in KiB, seconds, seconds of
// processor time. OUTPUT gets what the program prints. LIMIT is the size of its
// address space in bytes, 0 for no limit.
//
// Not part of measure.py because a process inherits its parent's peak memory
// when it starts, and Python's is larger than what some of the measured
// programs need.

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}

static double seconds(struct timeval t) { return t.tv_sec + t.tv_usec / 1e6; }

static void redirect(int fd, const char *path, int flags) {
  int file = open(path, flags, 0644);
  if (file < 0 || dup2(file, fd) < 0) {
    perror(path);
    _exit(127);
  }
  close(file);
}

int main(int argc, char **argv) {
  if (argc < 5)
    return 2;
  double start = now();
  pid_t child = fork();
  if (child < 0) {
    perror("fork");
    return 1;
  }
  if (child == 0) {
    redirect(0, "/dev/null", O_RDONLY);
    redirect(1, argv[2], O_WRONLY | O_CREAT | O_TRUNC);
    struct rlimit limit = {strtoull(argv[3], NULL, 10), RLIM_INFINITY};
    if (limit.rlim_cur > 0) {
      setrlimit(RLIMIT_AS, &limit);
      redirect(2, "/dev/null", O_WRONLY); // it is expected to complain
    }
    execv(argv[4], argv + 4);
    perror(argv[4]);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0) {
    perror("wait4");
    return 1;
  }
  FILE *report = fopen(argv[1], "w");
  if (report == NULL) {
    perror(argv[1]);
    return 1;
  }
  fprintf(report, "%d %ld %.6f %.6f\n", status, usage.ru_maxrss, now() - start,
          seconds(usage.ru_utime) + seconds(usage.ru_stime));
  return fclose(report) == 0 ? 0 : 1;
}
