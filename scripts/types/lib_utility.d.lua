---@meta lib.utility

---@type Utility
local utility = {}
return utility
