"""Prints how many shapes of each class a picture has. Fails if it is not XML."""

import sys
import xml.etree.ElementTree as tree
from collections import Counter

counts = Counter()
for element in tree.parse(sys.argv[1]).iter():
    counts.update(element.get("class", "").split())
classes = ("point", "flow-out", "mars", "arrow", "consumer")
print(", ".join(f"{counts[name]} {name}" for name in classes))
