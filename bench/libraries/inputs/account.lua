local Account = {}
Account.__index = Account
Account.__add = function(a, b) return Account.new(a.balance + b.balance) end
Account.__lt = function(a, b) return a.balance < b.balance end
Account.__le = function(a, b) return a.balance <= b.balance end
Account.__eq = function(a, b) return a.balance == b.balance end
Account.__call = function(self, x) self.balance = self.balance + x; return self end
Account.__concat = function(a, b) return tostring(a) .. "+" .. tostring(b) end
Account.__tostring = function(a) return string.format("<%08.3f>", a.balance) end
Account.__len = function() return 3 end
Account.__close = function(a) a.balance = 0 end
function Account.new(balance) return setmetatable({balance = balance}, Account) end
local a <close> = Account.new(3.5)
local b <const> = Account.new(4)
local c = a + b
assert(a < b and a <= b and a ~= b and #c == 3)
c(5)(6)
local s = a .. b
for k, v in pairs(c) do s = s .. k .. tostring(v) end
return s
