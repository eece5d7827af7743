"""Measures programs in several versions. utils/bench/run and others use it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
