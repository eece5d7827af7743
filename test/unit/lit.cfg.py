# -*- Python -*-
"""The googletest programs: lit runs and counts their tests one by one."""

import lit.formats

config.name = "Smolly-Unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_format.test_suffixes = {"Test", "Tests"}
config.test_source_root = config.unit_test_dir
config.test_exec_root = config.unit_test_dir
config.suffixes = []
