-- 3:8 error: this text is never closed => on the same line
describe("the wolf", function()
    it("rests, function() end)
end)
