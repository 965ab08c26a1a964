//! `vgdl lsp`: the protocol, and nothing but the protocol. What there is to say is in `vgdl::editor`.

mod answer;
mod place;
mod texts;
mod wire;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, BufReader};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

use clap::Args;
use lsp_server::{ErrorCode, Message, Notification, Request, Response, ResponseError};
use lsp_types::notification::{
    self as told, DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, Exit,
    PublishDiagnostics,
};
use lsp_types::request::{
    self as asked, Completion, DocumentHighlightRequest, DocumentSymbolRequest, Formatting, GotoDefinition,
    HoverRequest, Initialize, PrepareRenameRequest, References, Rename, Shutdown,
};
use lsp_types::{
    CompletionOptions, DocumentHighlight, HoverProviderCapability, InitializeResult, Location, OneOf, Position,
    PublishDiagnosticsParams, Range, RenameOptions, ServerCapabilities, ServerInfo, TextDocumentSyncCapability,
    TextDocumentSyncKind, TextEdit, Uri,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use vgdl::editor::Document;
use vgdl::front::vgdl::print;
use vgdl::source::Source;
use vgdl::{Options, Policy};

use super::load::How;
use super::{Done, Failure, Out};
use place::Units;
use texts::Texts;
use wire::Garbled;

/// Serve an editor: the language server protocol on the standard input and output.
#[derive(Args)]
#[command(after_help = "Example: vgdl lsp --compat\nEditors start it; docs/editors.md says how.")]
pub(crate) struct Lsp {
    /// Speak on the standard input and output; there is no other way.
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    how: How,
}

impl Lsp {
    pub(crate) fn run(self, out: &mut Out<'_>) -> Done {
        let _ = self.stdio;
        let (send, messages) = sync_channel(64);
        // It waits for the client when the program ends, and ends with it.
        std::thread::spawn(move || {
            let mut input = BufReader::new(io::stdin());
            // A stream that cannot be read has ended.
            while let Ok(Some(message)) = wire::read(&mut input) {
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let options = Options { optimise: false, ..self.how.options(true) };
        let mut server = Server {
            options,
            units: Units::default(),
            stage: Stage::Fresh,
            texts: Texts::default(),
            stale: BTreeSet::new(),
            marked: BTreeMap::new(),
        };
        server.serve(&messages, out)
    }
}

/// How far the talk has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Fresh,
    Open,
    ShutDown,
}

struct Server {
    options: Options,
    units: Units,
    stage: Stage,
    texts: Texts,
    /// Games whose diagnostics the client does not know yet.
    stale: BTreeSet<String>,
    /// By game: the addresses that the client has diagnostics of.
    marked: BTreeMap<String, BTreeSet<String>>,
}

/// What a request comes to.
type Answer = Result<Value, ResponseError>;

fn refuse(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

fn parse<P: DeserializeOwned>(params: Value) -> Result<P, ResponseError> {
    serde_json::from_value(params).map_err(|e| refuse(ErrorCode::InvalidParams, e.to_string()))
}

fn value(result: impl serde::Serialize) -> Answer {
    serde_json::to_value(result).map_err(|e| refuse(ErrorCode::InternalError, e.to_string()))
}

impl Server {
    fn serve(&mut self, messages: &Receiver<Result<Message, Garbled>>, out: &mut Out<'_>) -> Done {
        loop {
            let message = match messages.try_recv() {
                Ok(message) => message,
                // Texts are checked when nothing else is to be done: whoever types fast is not kept waiting.
                Err(TryRecvError::Empty) => {
                    self.publish(out)?;
                    match messages.recv() {
                        Ok(message) => message,
                        Err(_) => return Ok(()),
                    }
                }
                Err(TryRecvError::Disconnected) => return self.publish(out),
            };
            match message {
                Ok(Message::Request(request)) => self.request(request).write(out)?,
                Ok(Message::Notification(note)) if note.method == <Exit as told::Notification>::METHOD => {
                    return if self.stage == Stage::ShutDown { Ok(()) } else { Err(Failure::Said) };
                }
                Ok(Message::Notification(note)) => self.notice(note, out)?,
                // Nothing is ever asked of the client.
                Ok(Message::Response(_)) => {}
                Err(garbled) => garbled.answer(out)?,
            }
        }
    }

    fn request(&mut self, request: Request) -> Message {
        let Request { id, method, params } = request;
        let response_result = match (self.stage, method.as_str()) {
            (Stage::Fresh, <Initialize as asked::Request>::METHOD) => self.initialize(params),
            (Stage::Fresh, _) => Err(refuse(ErrorCode::ServerNotInitialized, "initialize first")),
            (Stage::ShutDown, _) => Err(refuse(ErrorCode::InvalidRequest, "shut down already")),
            (Stage::Open, <Shutdown as asked::Request>::METHOD) => {
                self.stage = Stage::ShutDown;
                Ok(Value::Null)
            }
            (Stage::Open, method) => self.answer(method, params),
        };
        Message::Response(Response { id, response_result })
    }

    fn initialize(&mut self, params: Value) -> Answer {
        let params: lsp_types::InitializeParams = parse(params)?;
        let general = params.capabilities.general.as_ref();
        self.units = Units::choose(general.and_then(|g| g.position_encodings.as_deref()));
        self.stage = Stage::Open;
        let triggers = [" ", "=", ",", ">"].map(str::to_owned).into();
        let capabilities = ServerCapabilities {
            position_encoding: Some(self.units.kind()),
            text_document_sync: Some(TextDocumentSyncCapability::Kind(TextDocumentSyncKind::INCREMENTAL)),
            hover_provider: Some(HoverProviderCapability::Simple(true)),
            completion_provider: Some(CompletionOptions {
                trigger_characters: Some(triggers),
                ..CompletionOptions::default()
            }),
            definition_provider: Some(OneOf::Left(true)),
            references_provider: Some(OneOf::Left(true)),
            document_highlight_provider: Some(OneOf::Left(true)),
            document_symbol_provider: Some(OneOf::Left(true)),
            document_formatting_provider: Some(OneOf::Left(true)),
            rename_provider: Some(OneOf::Right(RenameOptions {
                prepare_provider: Some(true),
                work_done_progress_options: Default::default(),
            })),
            ..ServerCapabilities::default()
        };
        let info = ServerInfo { name: "vgdl".to_owned(), version: Some(env!("CARGO_PKG_VERSION").to_owned()) };
        value(InitializeResult { capabilities, server_info: Some(info) })
    }

    fn answer(&mut self, method: &str, params: Value) -> Answer {
        let units = self.units;
        match method {
            <HoverRequest as asked::Request>::METHOD => {
                let params: lsp_types::HoverParams = parse(params)?;
                self.at(&params.text_document_position_params, |document, _, at| {
                    value(document.hover(at).map(|hover| answer::hover(hover, document.source(), units)))
                })
            }
            <Completion as asked::Request>::METHOD => {
                let params: lsp_types::CompletionParams = parse(params)?;
                self.at(&params.text_document_position, |document, _, at| {
                    value(answer::completions(document.complete(at), document.source(), units))
                })
            }
            <GotoDefinition as asked::Request>::METHOD => {
                let params: lsp_types::GotoDefinitionParams = parse(params)?;
                self.at(&params.text_document_position_params, |document, uri, at| {
                    value(document.definition(at).map(|span| location(uri, units.range(document.source(), span))))
                })
            }
            <References as asked::Request>::METHOD => {
                let params: lsp_types::ReferenceParams = parse(params)?;
                let declaration = params.context.include_declaration;
                self.at(&params.text_document_position, |document, uri, at| {
                    let range = |span| location(uri, units.range(document.source(), span));
                    value(document.references(at, declaration).into_iter().map(range).collect::<Vec<_>>())
                })
            }
            <DocumentHighlightRequest as asked::Request>::METHOD => {
                let params: lsp_types::DocumentHighlightParams = parse(params)?;
                self.at(&params.text_document_position_params, |document, _, at| {
                    let range = |span| DocumentHighlight { range: units.range(document.source(), span), kind: None };
                    value(document.references(at, true).into_iter().map(range).collect::<Vec<_>>())
                })
            }
            <PrepareRenameRequest as asked::Request>::METHOD => {
                let params: lsp_types::TextDocumentPositionParams = parse(params)?;
                self.at(&params, |document, _, at| match document.renamable(at) {
                    Ok(span) => value(units.range(document.source(), span)),
                    Err(why) => Err(refuse(ErrorCode::RequestFailed, why.to_string())),
                })
            }
            <Rename as asked::Request>::METHOD => {
                let params: lsp_types::RenameParams = parse(params)?;
                let new = params.new_name;
                self.at(&params.text_document_position, |document, uri, at| match document.rename(at, &new) {
                    Ok(spans) => {
                        let edits = answer::edits(&spans, &new, document.source(), units);
                        Ok(json!({ "changes": { uri.as_str(): edits } }))
                    }
                    Err(why) => Err(refuse(ErrorCode::RequestFailed, why.to_string())),
                })
            }
            <DocumentSymbolRequest as asked::Request>::METHOD => {
                let params: lsp_types::DocumentSymbolParams = parse(params)?;
                let document = self.texts.document(params.text_document.uri.as_str(), &self.options);
                value(document.map(|d| answer::symbols(d.symbols(), d.source(), units)))
            }
            <Formatting as asked::Request>::METHOD => {
                let params: lsp_types::DocumentFormattingParams = parse(params)?;
                let (uri, policy) = (params.text_document.uri, self.options.policy);
                match self.texts.document(uri.as_str(), &self.options) {
                    Some(document) => self::format(document.source(), policy, units),
                    None => Ok(Value::Null),
                }
            }
            _ => Err(refuse(ErrorCode::MethodNotFound, format!("unknown method {method}"))),
        }
    }

    /// Asks an open game about a place. A text that is not open, or is no game, has nothing to say.
    fn at(
        &mut self,
        place: &lsp_types::TextDocumentPositionParams,
        ask: impl FnOnce(&Document, &Uri, usize) -> Answer,
    ) -> Answer {
        let uri = &place.text_document.uri;
        match self.texts.document(uri.as_str(), &self.options) {
            Some(document) => ask(document, uri, self.units.offset(document.source(), place.position)),
            None => Ok(Value::Null),
        }
    }

    /// Takes note of something. What is not understood is passed over: nobody waits for an answer.
    fn notice(&mut self, note: Notification, out: &mut Out<'_>) -> Done {
        if self.stage != Stage::Open {
            return Ok(());
        }
        match note.method.as_str() {
            <DidOpenTextDocument as told::Notification>::METHOD => {
                if let Ok(params) = parse::<lsp_types::DidOpenTextDocumentParams>(note.params) {
                    let uri = params.text_document.uri.clone();
                    self.texts.open(params.text_document);
                    self.changed(uri.as_str());
                }
            }
            <DidChangeTextDocument as told::Notification>::METHOD => {
                if let Ok(params) = parse::<lsp_types::DidChangeTextDocumentParams>(note.params) {
                    let text = params.text_document;
                    if self.texts.change(&text.uri, text.version, params.content_changes, self.units) {
                        self.changed(text.uri.as_str());
                    }
                }
            }
            <DidCloseTextDocument as told::Notification>::METHOD => {
                if let Ok(params) = parse::<lsp_types::DidCloseTextDocumentParams>(note.params) {
                    let uri = params.text_document.uri;
                    if self.texts.close(&uri) {
                        self.changed(uri.as_str());
                        self.stale.remove(uri.as_str());
                        for marked in self.marked.remove(uri.as_str()).unwrap_or_default() {
                            self.mark(&marked, Vec::new(), out)?;
                        }
                    }
                }
            }
            // Levels on the disk may be others now.
            <DidChangeWatchedFiles as told::Notification>::METHOD => {
                let games: Vec<String> = self.texts.games().map(str::to_owned).collect();
                games.iter().for_each(|game| self.changed(game));
            }
            _ => {}
        }
        Ok(())
    }

    /// A text has changed: its game is to be checked again.
    fn changed(&mut self, uri: &str) {
        let games: Vec<String> =
            self.texts.games().filter(|game| *game == uri || texts::belongs(uri, game)).map(str::to_owned).collect();
        for game in games {
            self.texts.reread(&game);
            self.stale.insert(game);
        }
    }

    /// Tells the client what is wrong with the games that have changed, and with the levels beside them.
    fn publish(&mut self, out: &mut Out<'_>) -> Done {
        for game in std::mem::take(&mut self.stale) {
            let units = self.units;
            let Some(document) = self.texts.document(&game, &self.options) else { continue };
            let sources = std::iter::once(document.source()).chain(document.levels());
            let mut found: Vec<(String, Vec<lsp_types::Diagnostic>)> = Vec::new();
            for (i, source) in sources.enumerate() {
                // Texts are named by their addresses.
                let Ok(uri) = source.name.parse::<Uri>() else { continue };
                let here = document.diagnostics().iter().filter(|d| d.source == i);
                let list = here.map(|d| answer::diagnostic(d, source, &uri, units)).collect();
                found.push((source.name.clone(), list));
            }
            let before = self.marked.remove(&game).unwrap_or_default();
            let mut now = BTreeSet::new();
            for (uri, list) in found {
                // Levels are told of only if there is something to tell; a game always.
                if !list.is_empty() || uri == game {
                    now.insert(uri.clone());
                    self.mark(&uri, list, out)?;
                }
            }
            for gone in before.difference(&now) {
                self.mark(gone, Vec::new(), out)?;
            }
            self.marked.insert(game, now);
        }
        Ok(())
    }

    /// Sends the diagnostics of a text.
    fn mark(&self, uri: &str, diagnostics: Vec<lsp_types::Diagnostic>, out: &mut Out<'_>) -> Done {
        let Ok(address) = uri.parse::<Uri>() else { return Ok(()) };
        let version = self.texts.get(uri).map(|t| t.version);
        let params = PublishDiagnosticsParams { uri: address, diagnostics, version };
        let method = <PublishDiagnostics as told::Notification>::METHOD.to_owned();
        let params = serde_json::to_value(params).unwrap_or_default();
        Message::Notification(Notification { method, params }).write(out)?;
        Ok(())
    }
}

fn location(uri: &Uri, range: Range) -> Location {
    Location { uri: uri.clone(), range }
}

/// The whole text anew, if it changes.
fn format(source: &Source, policy: Policy, units: Units) -> Answer {
    let text = print::format(source, policy.into()).map_err(|why| refuse(ErrorCode::RequestFailed, why.to_string()))?;
    if text == source.text {
        return value(Vec::<TextEdit>::new());
    }
    let end = units.position(source, source.text.len() as u32);
    value([TextEdit { range: Range { start: Position::default(), end }, new_text: text }])
}
