-- 3:17 error: this 'function' is never closed => an 'end' is missing for it below line 3
describe("the wolf", function()
    it("rests", function()
        expect(1).to_be(1)
end)
