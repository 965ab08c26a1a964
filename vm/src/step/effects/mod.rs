//! What effects do. One function for each row of [`crate::ontology::EFFECTS`]; the row's doc says what it does, comments here
//! say what is not obvious. A function gets the sprites that its row asks for.

pub(crate) mod bounce;
pub(crate) mod change;
pub(crate) mod kill;
pub(crate) mod motion;
pub(crate) mod resource;
pub(crate) mod spawn;

use super::{Frame, Hit};

impl Frame<'_> {
    /// The effect decides whether the points of its rule count.
    #[inline]
    fn score(&mut self, hit: Hit, counts: bool) {
        self.w.rules[hit.rule.index()].apply_score = counts;
    }
}
