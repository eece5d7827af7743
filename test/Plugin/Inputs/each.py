"""each.py FROM TO STEP COMMAND...: runs COMMAND with each number in place of '@'.

The exit status is 1 if one of these fails; what it says is printed. Of the numbers
in between, one of $SMOLLY_TEST_STRIDE is taken.
"""
import os
import subprocess
import sys

first, last, step = map(int, sys.argv[1:4])
step *= int(os.environ.get("SMOLLY_TEST_STRIDE", "1"))
for number in range(first, last + 1, step):
    command = [word.replace("@", str(number)) for word in sys.argv[4:]]
    done = subprocess.run(["env", *command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{number}: {' '.join(command)}\n{done.stderr}")
