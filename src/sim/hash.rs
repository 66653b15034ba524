//! The world hash: one number over all that decides the future. Computed when asked.

use super::Sim;
use crate::agent::{Drive, Sleep};
use crate::body::MoveClass;
use crate::geom::{Storey, Vec2, bits};
use std::hash::{Hash, Hasher};
use xxhash_rust::xxh3::Xxh3Default;

impl Sim {
    /// A hex string over all agents' state and memory. The same inputs give the same string on any number of threads.
    pub fn hash(&mut self) -> String {
        let mut h = Xxh3Default::new();
        (self.now.step, self.seed, self.now.pathfinding_on).hash(&mut h);
        self.spawner.hash(&mut h);
        let world = &self.now.world;
        let doors = || world.storeys().flat_map(|storey| &world.on(storey).doors);
        if doors().next().is_some() || self.changes.edited != 0 {
            self.door_rand.hash(&mut h);
            self.changes.hash(&mut h);
            doors().for_each(|door| door.open.hash(&mut h));
        }
        self.now.influence.hash(&mut h);
        self.now.gates.hash(&mut h);
        self.now.portals.hash(&mut h);
        self.now.agents.transits.hash(&mut h);
        let (results, refused, owed) = self.searches.state();
        results.hash(&mut h);
        refused.iter().for_each(|claim| claim.hash(&mut h));
        if owed > 0 {
            owed.hash(&mut h);
        }
        self.searches.flows().hash(&mut h);
        self.probations.hash(&mut h);
        self.waking.iter().for_each(|behaviour| behaviour.0.hash(&mut h));
        self.motion.right_of_way.hash(&mut h);
        self.motion.detector.hash(&mut h);
        self.motion.hash_kept(&mut h);
        self.hash_agents(&mut h);
        self.now.groups.hash(&mut h);
        self.now.boards.hash(&self.now.catalogue.symbols, &mut h);
        for slot in self.now.agents.bodies.living() {
            self.shards.vm(slot).digest(slot, &self.now.agents, &mut h);
        }
        format!("{:016x}", h.digest())
    }

    fn hash_agents(&self, h: &mut impl Hasher) {
        let (a, symbols) = (&self.now.agents, &self.now.catalogue.symbols);
        for slot in 0..a.bodies.len() {
            let b = &a.bodies;
            (b.generation[slot], b.alive[slot], self.wake.get(slot).copied().unwrap_or(false)).hash(h);
            if !b.alive[slot] {
                continue;
            }
            (bits(b.position[slot]), bits(b.velocity[slot]), bits(a.home[slot])).hash(h);
            for f in [b.heading[slot], b.radius[slot], b.speed[slot], a.health[slot], a.max_health[slot]] {
                f.to_bits().hash(h);
            }
            // Walking is nothing: so worlds in which all do so keep their hash.
            if b.moves[slot] != MoveClass::WALK {
                b.moves[slot].hash(h);
            }
            if b.storey[slot] != Storey::GROUND {
                b.storey[slot].hash(h);
            }
            for symbol in [a.behaviour[slot], a.faction[slot], a.state[slot], a.tactic[slot]] {
                h.write(symbols.name(symbol).as_bytes());
                h.write_u8(0);
            }
            if a.sleep[slot] != Sleep::default() {
                a.sleep[slot].hash(h);
            }
            (a.state_since[slot], a.ready_at[slot], a.born[slot], u64::from(a.ticks[slot])).hash(h);
            let (kind, at, pace) = match a.intent[slot].drive {
                Drive::Stop => (0_u8, Vec2::ZERO, 0.0_f32),
                Drive::Steer { to, pace, avoids } => (1 + u8::from(avoids), to, pace),
                Drive::Walk { direction, pace } => (3, direction, pace),
                Drive::Face { to } => (4, to, 0.0),
            };
            a.intent[slot].avoids.hash(h);
            (kind, bits(at), pace.to_bits(), a.intent[slot].attack.map_or(u64::MAX, |id| id.number())).hash(h);
        }
    }
}
