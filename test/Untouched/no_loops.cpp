// Nothing for the plugin here, but much that goes through the compiler.
// RUN: %untouched %s | FileCheck %s --allow-empty
// CHECK-NOT: remark
#include <map>
#include <string>
#include <vector>
std::map<std::string, std::vector<int>> table;
int f(const std::string &key, int value) {
  try {
    table.at(key).push_back(value);
  } catch (...) {
    table[key] = {value};
  }
  int sum = 0;
  for (int x : table[key])
    sum += x;
  return sum;
}
