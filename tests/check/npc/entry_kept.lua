-- 13:18 error: offer has no 'prise' => did you mean 'price'?

local OFFERS = { { name = "salt", price = 3 }, { name = "wool", price = 5 } }

return behaviour {
  name = "entry_kept",
  body = { radius = 0.5, speed = 4, health = 20, faction = "prey" },
  start = "rest",
  states = {
    rest = { tick = function(npc)
        local offer = OFFERS[npc:random(#OFFERS)]
        npc:say(offer.name)
        if offer.prise > 4 then npc:stop() end
      end },
  },
}
