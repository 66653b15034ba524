//! What the calls of a creature see of others, paid by the look, and what of that goes into its record.

use crate::agent::{Known, Seeing, Unpaid};
use crate::body::AgentId;
use crate::lua::api::native::{NativeCall, NativeError};
use crate::lua::api::output::Noted;

impl NativeCall<'_> {
    /// Whether another creature is in sight.
    ///
    /// # Errors
    /// [`NativeError::Overrun`] when the budget is spent.
    pub(super) fn sees(&mut self, other: usize) -> Result<bool, NativeError> {
        let targets = self.instance.targets(self.turn.intent.attack);
        let (seen, looked_at) = self.instance.knowledge.sees(self.view, self.turn.slot, other, &targets);
        self.pay_for_look(looked_at)?;
        Ok(seen)
    }

    /// What is known of another creature after a look at it; `None` when it is gone, or was neither seen nor heard.
    ///
    /// # Errors
    /// [`NativeError::Overrun`] when the budget is spent.
    pub(super) fn look(&mut self, id: AgentId) -> Result<Option<Known>, NativeError> {
        let Some(other) = self.slot(id) else { return Ok(None) };
        let targets = self.instance.targets(self.turn.intent.attack);
        let (known, looked_at) = self.instance.knowledge.look(self.view, self.turn.slot, other, &targets);
        self.pay_for_look(looked_at)?;
        Ok(known)
    }

    /// The creature looks at what its pathfinder follows.
    ///
    /// # Errors
    /// [`NativeError::Overrun`] when the budget is spent.
    pub(super) fn look_at_target(&mut self) -> Result<(), NativeError> {
        let target = self.instance.pathfinder.as_ref().and_then(|p| p.goal.agent());
        target.and_then(|id| self.slot(id)).map_or(Ok(()), |slot| self.sees(slot).map(drop))
    }

    fn pay_for_look(&mut self, looked_at: u32) -> Result<(), NativeError> {
        if !self.pays()(looked_at) {
            return Err(Unpaid.into());
        }
        self.note_sight();
        Ok(())
    }

    /// Records it when the creature that it last followed came into sight or out of it.
    pub(super) fn note_sight(&mut self) {
        let Some((id, before)) = self.instance.watched else { return };
        let now = self.instance.knowledge.recall(self.view, id).is_some_and(|k| k.in_sight);
        if now != before && self.slot(id).is_some() {
            self.instance.watched = Some((id, now));
            self.note_of_watched(if now { Seeing::Found } else { Seeing::Lost });
        }
    }

    /// From now on the record says what becomes of the sight of this creature.
    pub(super) fn watch(&mut self, id: AgentId) {
        if self.instance.watched.is_none_or(|(before, _)| before != id) {
            let known = self.instance.knowledge.recall(self.view, id);
            self.instance.watched = Some((id, known.is_some_and(|k| k.in_sight)));
            if let Some(known) = known {
                self.note_of_watched(if known.in_sight { Seeing::Saw } else { Seeing::Lost });
            }
        }
    }

    /// Records something about the creature that it last followed.
    pub(super) fn note_of_watched(&mut self, seeing: Seeing) {
        if let Some((id, _)) = self.instance.watched {
            self.out.note(self.turn.slot, Noted::Sight(seeing, id));
        }
    }
}
