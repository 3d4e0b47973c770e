local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local t = {}
for i = 10, 1, -3 do t[#t + 1] = i end
for i = 1.0, 2.0, 0.25 do t[#t + 1] = i end
table.sort(t, function(a, b) return a > b end)
local i = 0
while true do
  i = i + 1
  if i % 2 == 0 then goto continue end
  if i > 9 then break end
  t[i] = (t[i] or 0) // 2
  ::continue::
end
repeat local j = i; i = i - 1 until j < 3
local function vararg(...) local a, b = ...; return select("#", ...), a, b, ... end
local n = vararg(nil, 2, table.unpack({1, 2, 3}))
local co = coroutine.wrap(function(a) while true do a = coroutine.yield(a * 2) end end)
local ok, message = pcall(function() local x = nil; return x.y end)
local ok2, e = xpcall(error, function(m) return {m} end, "boom", 2)
local dead = coroutine.create(function() error({}) end)
coroutine.resume(dead)
coroutine.close(dead)
local f = load("local a, b = ... return a ~ b, a & b, a | b, ~a, a << 3, a >> 1", "chunk", "t", {})
return fib(10), n, co(3), co(4), ok, message, f(12, 10), 7 // 2, -7 % 3, 7.5 // 2, 2^0.5, 1 < 2.5, "10" + 5, 10 .. ""
