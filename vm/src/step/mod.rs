//! The frame.
pub(crate) mod effects;
pub(crate) struct Frame<'a> {
    pub(crate) x: &'a (),
}
#[derive(Clone, Copy)]
pub(crate) struct Hit {
    pub(crate) a: Option<u32>,
    pub(crate) b: Option<u32>,
}
pub(crate) struct Halt;
pub(crate) type Flow = Result<(), Halt>;
impl Frame<'_> {
    pub(crate) fn misuse(&mut self) -> Flow {
        Ok(())
    }
    pub(crate) fn without_sprite(&mut self) -> Flow {
        Err(Halt)
    }
}
