//! The world hash: one number over all that decides the future. Computed when asked.

use super::Sim;
use crate::agent::Drive;
use crate::geom::Vec2;
use xxhash_rust::xxh3::Xxh3Default;

impl Sim {
    /// A hex string over all agents' state and memory. The same inputs give the same string on any number of threads.
    pub fn hash(&mut self) -> String {
        let mut hasher = Xxh3Default::new();
        let mut sink = |bytes: &[u8]| hasher.update(bytes);
        sink(&self.step.to_le_bytes());
        sink(&self.seed.to_le_bytes());
        sink(&[u8::from(self.pathfinding_on)]);
        self.spawner.digest(&mut sink);
        self.searches.state().iter().for_each(|w| sink(&w.to_le_bytes()));
        self.probations.digest(&mut sink);
        self.hash_agents(&mut sink);
        for slot in 0..self.agents.len() {
            if self.agents.bodies.alive[slot] {
                self.shards.vm_mut(slot).digest(slot, &mut sink);
            }
        }
        format!("{:016x}", hasher.digest())
    }

    fn hash_agents(&self, sink: &mut impl FnMut(&[u8])) {
        let (a, symbols) = (&self.agents, &self.program.catalogue.symbols);
        for slot in 0..a.len() {
            let b = &a.bodies;
            sink(&b.generation[slot].to_le_bytes());
            sink(&[u8::from(b.alive[slot]), u8::from(self.wake.get(slot).copied().unwrap_or(false))]);
            if !b.alive[slot] {
                continue;
            }
            vec2(b.position[slot], sink);
            vec2(b.velocity[slot], sink);
            vec2(a.home[slot], sink);
            for f in [b.heading[slot], b.radius[slot], b.speed[slot], a.health[slot], a.max_health[slot]] {
                sink(&f.to_bits().to_le_bytes());
            }
            for symbol in [a.behaviour[slot], a.faction[slot], a.state[slot], a.tactic[slot]] {
                sink(symbols.name(symbol).as_bytes());
                sink(&[0]);
            }
            for n in [a.state_since[slot], a.ready_at[slot], a.born[slot], u64::from(a.ticks[slot])] {
                sink(&n.to_le_bytes());
            }
            drive(&a.intent[slot].drive, sink);
            sink(&a.intent[slot].attack.map_or(u64::MAX, |id| id.number()).to_le_bytes());
        }
    }
}

fn vec2(v: Vec2, sink: &mut impl FnMut(&[u8])) {
    sink(&v.x.to_bits().to_le_bytes());
    sink(&v.y.to_bits().to_le_bytes());
}

fn drive(d: &Drive, sink: &mut impl FnMut(&[u8])) {
    let (kind, at, pace) = match *d {
        Drive::Stop => (0, Vec2::ZERO, 0.0),
        Drive::Steer { to, pace, feelers } => (1 + u8::from(feelers), to, pace),
        Drive::Walk { direction, pace } => (3, direction, pace),
        Drive::Face { to } => (4, to, 0.0),
    };
    sink(&[kind]);
    vec2(at, sink);
    sink(&pace.to_bits().to_le_bytes());
}
