//! Conditions of rules: `if={PC[TYPE=key]}`. A rule with one acts only while its selection has a type.
//!
//! Who is asked is the avatar among the two sprites; if none of them is one, that of the first player. It *holds* the types
//! of which it has any amount, whether by collecting or by another effect. It *qualifies* for a type if it holds all that
//! the type requires. While there is no avatar it holds nothing.

use super::{Flow, Frame, Hit};
use crate::ontology::TypeRef;
use crate::program::TypeId;
use crate::selector::{Bits, Selector};
use crate::state::world::{NONE, Slot, flag};

/// What the one who is asked holds and qualifies for, in memory that frames share.
#[derive(Clone, Debug, Default)]
pub(crate) struct Holder {
    held: Bits,
    qualified: Bits,
}

impl Frame<'_> {
    /// Whether a rule may act on the sprites it was given.
    #[inline]
    pub(crate) fn allows(&mut self, hit: Hit) -> Flow<bool> {
        // Few games have conditions: the others do not look at the rule for that.
        if !self.im.has_conditions {
            return Ok(true);
        }
        match &self.im.rule(hit.rule).condition {
            None => Ok(true),
            Some(selector) => self.holds_for(hit, selector),
        }
    }

    fn holds_for(&mut self, hit: Hit, selector: &Selector) -> Flow<bool> {
        let program = &self.im.program;
        self.work(self.im.resources.len() + program.requires.len() + program.types.len() / 64)?;
        let avatar = |slot: &Slot| self.im.kind(self.w.body[slot.index()].kind).avatar;
        let asked = [hit.a, hit.b].into_iter().flatten().find(avatar);
        let first = Some(self.w.players[0]).filter(|&slot| slot != NONE).map(Slot);
        let asked = asked.or(first).filter(|slot| !self.w.has(*slot, flag::KILLED | flag::DISABLED));
        let mut holder = std::mem::take(&mut self.w.scratch.holder);
        self.fill(asked, &mut holder);
        let holds = selector.any(&holder.held, &holder.qualified);
        self.w.scratch.holder = holder;
        Ok(holds)
    }

    /// Notes what a sprite holds and qualifies for.
    pub(crate) fn fill(&mut self, asked: Option<Slot>, holder: &mut Holder) {
        let im = self.im;
        let types = im.program.types.len();
        if holder.held.size() != types {
            *holder = Holder { held: Bits::none(types), qualified: Bits::none(types) };
        }
        let Holder { held, qualified } = holder;
        let amount = |vm: &Self, t: TypeId| asked.map_or(0, |slot| vm.held(slot, TypeRef(Some(t))));
        held.clear();
        for &t in &im.resources {
            if amount(self, t) > 0 {
                held.insert(t.index());
            }
        }
        qualified.fill();
        for &(t, what, least) in &im.program.requires {
            if amount(self, what) < least {
                qualified.remove(t.index());
            }
        }
    }
}
