//! Errors as Python exceptions.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use vgdl::diag::{self, Diagnostic, Level};
use vgdl::{Source, files};

pyo3::import_exception!(vgdl._errors, CompileError);

/// A `ValueError`.
pub(crate) fn value(why: impl Display) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// An `OSError` of the kind that Python itself makes of an error of the system, with the name of the file.
pub(crate) fn system(e: &io::Error, path: &Path) -> PyErr {
    let (why, path) = (files::reason(e), path.display().to_string());
    match e.raw_os_error() {
        Some(number) => PyOSError::new_err((number, why, path)),
        None => PyOSError::new_err(format!("{path}: {why}")),
    }
}

/// What was found, as a list of dicts.
pub(crate) fn list<'py>(py: Python<'py>, found: &[Diagnostic], sources: &[&Source]) -> PyResult<Bound<'py, PyAny>> {
    let json = diag::json::report(found, sources, &[]);
    py.import("json")?.call_method1("loads", (json,))?.get_item("diagnostics")
}

/// Lines shown above and below what is wrong: a text that comes from a program is open in no editor.
const CONTEXT: u32 = 1;

/// The exception for a game that does not compile: what was found, drawn.
pub(crate) fn compile(py: Python<'_>, found: &[Diagnostic], sources: &[&Source]) -> PyErr {
    let told: Vec<Diagnostic> = found.iter().filter(|d| d.level != Level::Note).cloned().collect();
    let drawn = diag::render::render_in_context(&told, sources, false, CONTEXT);
    match list(py, &told, sources) {
        Ok(list) => CompileError::new_err((format!("{drawn}\n{}", diag::render::summary(&told)), list.unbind())),
        Err(e) => e,
    }
}
