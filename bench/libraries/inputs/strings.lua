local text = "the quick brown fox = 12, jumps = 0x1F; over (the (lazy)) dog"
for k, v in text:gmatch("(%w+) = (%w+)") do assert(tonumber(v)) end
local up = text:gsub("%f[%w]%w", string.upper)
local paren = text:match("%b()")
local swapped = text:gsub("(%w+) (%w+)", "%2 %1", 2)
local map = text:gsub("%w+", {quick = "slow", dog = false})
local packed = string.pack("<i4 >I2 z s1 d", -7, 513, "zero", "one", 1.5)
local n, m, z, s, d = string.unpack("<i4 >I2 z s1 d", packed)
assert(n == -7 and m == 513 and z == "zero" and s == "one" and d == 1.5)
local q = string.format("%q %5.2f %-8s| %x %X %o %c %e %g %a %%", "a\n\0b", 3.14159, "ab", 255, 255, 8, 65, 1e10, 1e-5, 0.5)
local r = ("ab"):rep(3, "-"):reverse():upper():byte(1, -1)
for p, c in utf8.codes("aé€😀") do assert(utf8.codepoint(utf8.char(c)) == c) end
return utf8.len("aé€"), utf8.offset("aé€", 3), up, paren, swapped, map, q, r
