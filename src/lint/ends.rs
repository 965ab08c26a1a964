//! Terminations that never or always hold, games without an end, games that nobody can win.

use vgdl_vm::ontology::{End, TypeRef};
use vgdl_vm::program::{Ending, TypeId};

use super::Subject;
use crate::diag::{Diagnostic, Sink, codes};
use crate::opt::unpopulated::can_be_done;

/// Reports them.
pub(super) fn report(on: &Subject<'_>, sink: &mut Sink) {
    let stops = on.program.ends.iter().any(|e| matches!(e.end, End::StopCounter { .. }));
    let mut ends = 0;
    for (ending, line) in on.program.ends.iter().zip(&on.game.ends) {
        let name = ending.end.def().name;
        if let Some(why) = never(on, ending) {
            let title = format!("termination `{name}` that never holds");
            sink.push(Diagnostic::warning(codes::END_NEVER, title).at(line.span).label(why));
            continue;
        }
        ends += usize::from(!matches!(ending.end, End::StopCounter { .. }));
        // A `StopCounter` may hold it off.
        if let Some(why) = always(on, ending).filter(|_| !stops) {
            let title = format!("termination `{name}` that always holds");
            let found = Diagnostic::warning(codes::END_ALWAYS, title).at(line.span).label(why);
            sink.push(found.note("the game is over after its first tick"));
        }
    }
    let header = on.game.header.span;
    if !on.mapped {
        return;
    }
    if ends == 0 {
        let found = Diagnostic::warning(codes::NO_END, "game without an end").at(header);
        let found = found.label(format!("a play ends at tick {} and is lost", on.program.game.max_ticks));
        sink.push(found.help("write a TerminationSet with a termination, as in `Timeout limit=1000 win=True`"));
    } else if !on.program.ends.iter().any(|e| e.count_score || e.win.contains(&true) || uses_counter(e)) {
        let found = Diagnostic::remark(codes::NO_WIN, "game that nobody can win").at(header);
        sink.push(found.label("no termination has `win=True`"));
    }
}

fn uses_counter(ending: &Ending) -> bool {
    matches!(ending.end, End::Timeout { use_counter: true, .. })
}

/// Why a termination never holds.
fn never(on: &Subject<'_>, ending: &Ending) -> Option<String> {
    let limit = ending.limit;
    let most = on.program.game.max_ticks;
    match ending.end {
        End::Timeout { .. } if limit > most => Some(format!("a play ends at tick {most} at the latest")),
        End::SpriteCounter { .. } if limit < 0 => Some("there are never fewer than 0 sprites".to_owned()),
        End::SpriteCounterMore { stype } if on.mapped && !on.reach.may_meet(TypeRef(Some(stype))) && limit > 0 => {
            Some(format!("there is never a `{}`", on.name(stype)))
        }
        End::MultiSpriteCounter { stype1, stype2, stype3, min } if on.mapped && limit != 0 && !(min && limit < 0) => {
            let mut named = [stype1, stype2, stype3].into_iter().flatten();
            named.all(|t| !on.reach.may_meet(TypeRef(Some(t)))).then(|| "there is never any of its sprites".to_owned())
        }
        _ if on.mapped && !can_be_done(ending, &on.reach) => {
            Some("the number it compares with is never reached".to_owned())
        }
        _ => None,
    }
}

/// Why a termination holds from the first tick on.
fn always(on: &Subject<'_>, ending: &Ending) -> Option<String> {
    let limit = ending.limit;
    let nobody = |id: TypeId| on.mapped && !on.reach.may_meet(TypeRef(Some(id)));
    match &ending.end {
        End::Timeout { .. } if limit <= 0 => Some("time is up before it has begun".to_owned()),
        End::SpriteCounter { stype } if nobody(*stype) => Some(format!("there is never a `{}`", on.name(*stype))),
        End::SpriteCounterMore { .. } if limit <= 0 => Some("there are always 0 sprites or more".to_owned()),
        End::MultiSpriteCounter { stype1, stype2, stype3, .. } if limit == 0 => {
            let named = || [stype1, stype2, stype3].into_iter().flatten();
            (named().all(|&t| nobody(t))).then(|| "there is never any of its sprites".to_owned())
        }
        _ => None,
    }
}
