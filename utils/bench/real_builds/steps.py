"""Runs one step of a build: a shell command with a time limit and a log."""

import os
import resource
import signal
import subprocess
import time


def processor_seconds():
    """Of all processes that were started from here and have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def run_step(command, folder, log, environment, minutes):
    """Returns what the results file says of the step."""
    began, used = time.monotonic(), processor_seconds()
    with open(log, "wb") as output:
        process = subprocess.Popen(
            ["bash", "-e", "-o", "pipefail", "-c", command], cwd=folder,
            stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, **environment}, start_new_session=True)
        try:
            status = process.wait(timeout=minutes * 60)
            ended = "ok" if status == 0 else f"exit status {status}"
        except subprocess.TimeoutExpired:
            ended = f"took more than {minutes} minutes"
        finally:
            # Whatever the step left running goes with it.
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
    return {
        "ended": ended,
        "seconds": round(time.monotonic() - began, 2),
        "processor_seconds": round(processor_seconds() - used, 2),
    }
