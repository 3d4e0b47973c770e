local big = {}
for i = 1, 200 do big[i] = i; big["k" .. i] = {i, nested = {i = i}} end
for i = 1, 200, 2 do big[i] = nil end
local count = 0
for k, v in next, big do count = count + 1 end
local list = table.pack(1, nil, 3)
table.insert(list, 2, "x")
table.remove(list, 1)
table.move(list, 1, 3, 2)
local joined = table.concat({1, 2.5, "x"}, ", ", 2)
local weak = setmetatable({}, {__mode = "kv"})
for i = 1, 50 do weak[{}] = {} end
collectgarbage()
collectgarbage("generational")
for i = 1, 300 do weak[i] = {tostring(i)} end
collectgarbage("step")
collectgarbage("incremental")
local proxy = setmetatable({}, {
  __index = function(t, k) return k .. "!" end,
  __newindex = function(t, k, v) rawset(t, k, v * 2) end,
  __gc = function() end,
  __name = "proxy",
})
proxy.x = 4
local up1, up2 = 1, 2
local function outer() local function inner() up1 = up1 + 1; up2 = up2 + up1; return up2 end return inner end
return count, joined, proxy.y, proxy.x, outer()(), math.tointeger(3.0), math.type(1), math.ult(1, -1), 5 // 0.0, #list
