-- 2:13 error: in a circle => lib/
local own = require "lib.require_itself"
return { own = own }
