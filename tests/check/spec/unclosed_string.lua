-- 3:8 error: this string is never closed => on the same line
describe("the wolf", function()
    it("rests, function() end)
end)
