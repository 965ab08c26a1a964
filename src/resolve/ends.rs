//! Terminations (GVGAI `VGDLParser.parseTerminationSet`).

use vgdl_vm::ontology::{Arg, END_COMMON, ENDS, EndDef, Kind, TypeRef, Value, find_param};

use super::args::Given;
use super::{MAX_IDS, Resolver, Stop};
use crate::diag::{Diagnostic, codes, suggest};
use crate::front::vgdl::tree::{Block, Form, Node};
use crate::game::Ending;

/// Fields of the reference engine's terminations that are overwritten: setting them does nothing, and logs nothing.
const FIELDS: [&str; 4] = ["itype", "itype1", "itype2", "itype3"];

impl<'t> Resolver<'t, '_> {
    /// A `TerminationSet`.
    pub(super) fn ends_of(&mut self, top: &'t Node) -> Result<(), Stop> {
        let tree = self.tree;
        for node in tree.children(top) {
            if self.line_of(Block::Ends, node)? {
                self.end(node)?;
            }
        }
        Ok(())
    }

    /// A line.
    fn end(&mut self, node: &'t Node) -> Result<(), Stop> {
        let Some((name, rest)) = node.words.split_first() else {
            return Ok(());
        };
        for word in rest.iter().filter(|w| w.form == Form::Bare) {
            self.extra_word(word.span, "arguments are written `key=value`");
        }
        let mut given = self.given(rest);
        given.iter_mut().for_each(|g| self.substitute(g));
        let Some((code, def)) = EndDef::code(&name.text).and_then(|c| Some((c, ENDS.get(usize::from(c))?))) else {
            let found =
                Diagnostic::error(codes::UNKNOWN_END, format!("unknown termination `{}`", name.text)).at(name.span);
            let found = found.label("not a termination");
            return self.stop(match suggest::closest(&name.text, ENDS.iter().map(|e| e.name)) {
                Some(close) => found.help(format!("did you mean `{close}`?")),
                None => found.help("`vgdl explain` lists the terminations"),
            });
        };
        let mut args = Vec::new();
        let mut undeclared = None;
        for given in &given {
            let Some(param) = find_param(def.params, given.key).or_else(|| find_param(END_COMMON, given.key)) else {
                self.unknown_end_param(def, given);
                continue;
            };
            if matches!(param.kind, Kind::Type | Kind::OptType)
                && !self.is_selection(&given.value)
                && let Some(value) = super::args::take(param.kind, given.key, &given.value, |n| self.lookup(n))
                && value == Value::Type(TypeRef(None))
            {
                undeclared = undeclared.or(Some((given.value.clone(), given.value_span)));
                continue;
            }
            if let Some(value) = self.convert(param, given) {
                args.push(Arg { name: param.name, value });
            }
        }
        if let Some((name, span)) = undeclared {
            let found = self.undeclared_sprite(&name, span);
            return self.stop(found);
        }
        let missing = def.params.iter().find(|p| p.default.is_none() && !args.iter().any(|a| a.name == p.name));
        if let Some(param) = missing {
            let found =
                Diagnostic::error(codes::MISSING_PARAM, format!("termination `{}` without `{}`", def.name, param.name));
            let found = found.at(name.span).label(format!("`{}` needs `{}`", def.name, param.name));
            return self.stop(found.help(format!("write `{}=` and the name of a sprite", param.name)));
        }
        if self.game.ends.len() >= MAX_IDS {
            self.too_large(node.span, "more than 65535 terminations");
            return Ok(());
        }
        self.game.ends.push(Ending { end: code, args, line: node.line, span: node.span });
        Ok(())
    }

    /// An argument that the termination does not take.
    fn unknown_end_param(&mut self, def: &EndDef, given: &Given<'_>) {
        if given.key == "canEnd" {
            let found = Diagnostic::error(codes::UNSUPPORTED, "parameter `canEnd` is not supported").at(given.key_span);
            let found = found.label("sets a switch that all games of the reference engine share");
            self.sink.push(found.help("use `StopCounter`"));
            return;
        }
        let own = FIELDS.contains(&given.key) && def.name != "Timeout";
        if !own {
            self.log(1);
        }
        self.unknown_param(given, def.name, def.params.iter().chain(END_COMMON).map(|p| p.name));
    }
}
