-- Uses most of Lua once; prints the same on every correct build.

-- A generator of pseudo-random numbers that does not depend on the platform.
local state = 1
local function random(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return state % n
end

-- Tables and sorting.
local t = {}
for i = 1, 20000 do t[i] = random(1000000) end
table.sort(t)
for i = 2, #t do assert(t[i - 1] <= t[i]) end
print(t[1], t[#t // 2], t[#t])

-- Strings, patterns, formats, packing.
local words = {}
for i = 1, 5000 do words[i] = string.format("%05x:%q:%.6g", random(1048576), "a\nb", i / 7) end
local text = table.concat(words, ",")
print(#text, select(2, text:gsub("%x+", "")), text:find("a\\?\nb", 1), text:sub(1, 40):upper())
print(string.unpack("<i4 z d", string.pack("<i4 z d", -7, "seven", 7.5)))
print(utf8.len("größer"), utf8.char(228, 8364), ("x"):rep(5, "-"))

-- Integers, floats, bits.
print(7 // -2, 7 % -2, 2^53, 1 << 62, ~5, 5 ~ 3, math.tointeger(3.0), 10 / 3, math.pi)

-- Closures, metatables, inheritance.
local Point = {}
Point.__index = Point
Point.__add = function(a, b) return setmetatable({ x = a.x + b.x, y = a.y + b.y }, Point) end
Point.__tostring = function(p) return "(" .. p.x .. ", " .. p.y .. ")" end
local sum = setmetatable({ x = 0, y = 0 }, Point)
for i = 1, 1000 do sum = sum + setmetatable({ x = i, y = -i }, Point) end
print(tostring(sum))

-- Coroutines.
local function permutations(a, n)
  if n == 0 then coroutine.yield(table.concat(a)) end
  for i = 1, n do
    a[i], a[n] = a[n], a[i]
    permutations(a, n - 1)
    a[i], a[n] = a[n], a[i]
  end
end
local count, last = 0, nil
for p in coroutine.wrap(function() permutations({ 1, 2, 3, 4, 5, 6, 7 }, 7) end) do
  count, last = count + 1, p
end
print(count, last)

-- Errors, loading code, collecting garbage.
print(pcall(error, { 1 }) == false, select(2, pcall(load, nil)) ~= nil, load("return 6 * 7")())
local weak = setmetatable({}, { __mode = "v" })
for i = 1, 1000 do weak[i] = {} end
collectgarbage()
print(next(weak))
goto done
print("not reached")
::done::
print(string.dump(function() return 1 end):sub(2, 4))
