-- 5:4 error: a module must return something => return m
local m = {}
function m.twice(n)
  return 2 * n
end
