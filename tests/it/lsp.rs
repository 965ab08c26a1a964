//! `vgdl lsp`, talked to by a scripted client.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

use crate::editor::GAME;
use crate::own;

/// A client with the server it has started.
struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    /// Notifications that came while an answer was awaited.
    notes: Vec<Value>,
    id: i32,
}

const URI: &str = "file:///nowhere/game.vgdl";

impl Client {
    fn start(args: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_vgdl"));
        command.arg("lsp").args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut server = command.spawn().expect("the program runs");
        let to = server.stdin.take();
        let from = BufReader::new(server.stdout.take().expect("its output"));
        Self { server, to, from, notes: Vec::new(), id: 0 }
    }

    /// A client that has been greeted, and offers these units.
    fn greeted(units: &[&str]) -> Self {
        let mut client = Self::start(&[]);
        let capabilities = json!({ "general": { "positionEncodings": units } });
        let said =
            client.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": capabilities }));
        let wanted = if units.contains(&"utf-8") { "utf-8" } else { "utf-16" };
        assert_eq!(said["result"]["capabilities"]["positionEncoding"], wanted);
        client.tell("initialized", json!({}));
        client
    }

    fn send(&mut self, text: &str) {
        let to = self.to.as_mut().expect("an open stream");
        write!(to, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a server that reads");
        to.flush().expect("a server that reads");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }).to_string());
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).expect("a text") > 0, "the server has stopped");
            match line.trim_end().split_once(": ") {
                Some(("Content-Length", n)) => length = n.parse().expect("a number"),
                Some(_) => {}
                None => break,
            }
        }
        let mut text = vec![0; length];
        self.from.read_exact(&mut text).expect("a whole message");
        let message: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    /// The next answer; notifications are kept.
    fn answer(&mut self) -> Value {
        loop {
            let message = self.read();
            if message.get("method").is_none() {
                return message;
            }
            self.notes.push(message);
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.id += 1;
        let id = self.id;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string());
        let answer = self.answer();
        assert_eq!(answer["id"], id);
        answer
    }

    /// The result about a place.
    fn at(&mut self, method: &str, (line, character): (u32, u32)) -> Value {
        let place = json!({
            "textDocument": { "uri": URI },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": true, "triggerKind": 1 },
        });
        let mut answer = self.ask(&format!("textDocument/{method}"), place);
        assert!(answer.get("error").is_none(), "{answer}");
        answer["result"].take()
    }

    /// The next diagnostics: where, of which version, and their places and codes.
    fn diagnostics(&mut self) -> (String, Value, Vec<Value>) {
        let note = if self.notes.is_empty() { self.read() } else { self.notes.remove(0) };
        assert_eq!(note["method"], "textDocument/publishDiagnostics");
        let params = &note["params"];
        let list = params["diagnostics"].as_array().expect("a list").clone();
        (params["uri"].as_str().expect("an address").to_owned(), params["version"].clone(), list)
    }

    fn open(&mut self, uri: &str, text: &str) {
        let item = json!({ "uri": uri, "languageId": "vgdl", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": item }));
    }

    fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let text = json!({ "uri": uri, "version": version });
        self.tell("textDocument/didChange", json!({ "textDocument": text, "contentChanges": changes }));
    }

    /// Closes the stream; the exit code and what was said on the standard error.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.to.take());
        let code = self.server.wait().expect("an end").code();
        let mut said = String::new();
        self.server.stderr.take().expect("its errors").read_to_string(&mut said).expect("a text");
        (code, said)
    }
}

fn range(start: (u32, u32), end: (u32, u32)) -> Value {
    let at = |(line, character)| json!({ "line": line, "character": character });
    json!({ "start": at(start), "end": at(end) })
}

/// A text with edits in UTF-16 made, as clients make them.
fn applied(text: &str, edits: &Value) -> String {
    let mut lines: Vec<Vec<u16>> = text.split('\n').map(|l| l.encode_utf16().collect()).collect();
    let edits = edits.as_array().expect("edits");
    for edit in edits.iter().rev() {
        let at = |end: &str, what: &str| edit["range"][end][what].as_u64().expect("a number") as usize;
        assert_eq!(at("start", "line"), at("end", "line"));
        let new = edit["newText"].as_str().expect("a text").encode_utf16();
        lines[at("start", "line")].splice(at("start", "character")..at("end", "character"), new);
    }
    lines.iter().map(|l| String::from_utf16(l).expect("a text")).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_faulty_game_is_corrected() {
    let mut client = Client::greeted(&["utf-16"]);
    let text = GAME.replace("rock > Immovable", "rock > Imovable").replace("scoreChange=2", "scoreChnage=2");
    client.open(URI, &text);
    let (uri, version, list) = client.diagnostics();
    assert_eq!((uri.as_str(), version), (URI, json!(1)));
    assert_eq!(list.len(), 2);
    assert_eq!(list[0]["range"], range((2, 15), (2, 23)));
    assert_eq!((&list[0]["code"], &list[0]["severity"]), (&json!("E0202"), &json!(1)));
    assert_eq!(list[0]["source"], "vgdl");
    let message = "unknown sprite class `Imovable`: not a class of sprites\nhelp: did you mean `Immovable`?";
    assert_eq!(list[0]["message"], message);
    assert_eq!(list[1]["range"], range((14, 38), (14, 49)));
    assert_eq!((&list[1]["code"], &list[1]["severity"]), (&json!("W0208"), &json!(2)));

    // One letter is put in, and a word replaced.
    let changes = json!([
        { "range": range((2, 17), (2, 17)), "text": "m" },
        { "range": range((14, 38), (14, 49)), "text": "scoreChange" },
    ]);
    client.change(URI, 2, changes);
    assert_eq!(client.diagnostics(), (URI.to_owned(), json!(2), vec![]));

    // The whole text.
    client.change(URI, 3, json!([{ "text": "BasicGame\n" }]));
    let (_, version, list) = client.diagnostics();
    assert_eq!((version, &list[0]["code"]), (json!(3), &json!("E0118")));
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": URI } }));
    assert_eq!(client.diagnostics(), (URI.to_owned(), Value::Null, vec![]));
    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn related_places_are_told() {
    let mut client = Client::greeted(&[]);
    client.open(URI, "BasicGame\n  SpriteSet\n    a > Passive\n    a > Missile\n    avatar > MovingAvatar\n");
    let (_, _, list) = client.diagnostics();
    let related = &list[0]["relatedInformation"][0];
    assert_eq!(list[0]["range"], range((3, 4), (3, 5)));
    assert_eq!(related["location"], json!({ "uri": URI, "range": range((2, 4), (2, 5)) }));
    assert_eq!(related["message"], "declared here first");
}

#[test]
fn questions_are_answered() {
    let mut client = Client::greeted(&[]);
    client.open(URI, GAME);
    assert_eq!(client.diagnostics().2, [] as [Value; 0]);

    let hover = client.at("hover", (2, 17));
    assert_eq!(hover["range"], range((2, 15), (2, 24)));
    assert_eq!(hover["contents"]["kind"], "markdown");
    assert!(hover["contents"]["value"].as_str().is_some_and(|t| t.contains("Stays where it is.")), "{hover}");
    assert_eq!(client.at("hover", (1, 0)), Value::Null);

    let list = client.at("completion", (2, 17));
    assert_eq!(list["isIncomplete"], false);
    let first = &list["items"][0];
    assert_eq!((&first["label"], &first["kind"]), (&json!("Immovable"), &json!(7)));
    assert_eq!(first["textEdit"], json!({ "range": range((2, 15), (2, 24)), "newText": "Immovable" }));
    let sorted = list["items"].as_array().expect("items").iter().map(|i| i["sortText"].as_str());
    assert!(sorted.is_sorted());

    let definition = client.at("definition", (24, 13));
    assert_eq!(definition, json!({ "uri": URI, "range": range((5, 12), (5, 15)) }));
    let references = client.at("references", (24, 13));
    assert_eq!(references.as_array().map(Vec::len), Some(5));
    assert_eq!(client.at("documentHighlight", (24, 13)).as_array().map(Vec::len), Some(5));

    let document = json!({ "textDocument": { "uri": URI } });
    let symbols = client.ask("textDocument/documentSymbol", document.clone())["result"].take();
    assert_eq!(symbols.as_array().map(Vec::len), Some(1));
    let sprites = &symbols[0]["children"][0];
    assert_eq!((&sprites["name"], &sprites["range"]), (&json!("SpriteSet"), &range((1, 4), (9, 37))));
    let names: Vec<_> = sprites["children"].as_array().expect("sprites").iter().map(|s| &s["name"]).collect();
    assert_eq!(names, ["rock", "thing", "gate", "avatar", "bolt"]);
    assert_eq!(sprites["children"][1]["children"][1]["children"][0]["name"], "ghost");

    let mut options = document;
    options["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let edits = client.ask("textDocument/formatting", options.clone())["result"].take();
    let whole = edits[0]["newText"].as_str().expect("a text").to_owned();
    assert_eq!(edits[0]["range"], range((0, 0), (26, 0)));
    client.change(URI, 2, json!([{ "range": edits[0]["range"], "text": whole }]));
    assert_eq!(client.diagnostics().2, [] as [Value; 0]);
    assert_eq!(client.ask("textDocument/formatting", options.clone())["result"], json!([]));
    // Lines that cannot be read would be lost.
    client.change(URI, 3, json!([{ "text": "BasicGame\n  InteractionSet\n    a b\n" }]));
    let error = client.ask("textDocument/formatting", options)["error"].take();
    assert_eq!(error["code"], -32803);
    assert!(error["message"].as_str().is_some_and(|m| m.contains("would be lost")), "{error}");
}

#[test]
fn a_sprite_is_renamed() {
    let mut client = Client::greeted(&[]);
    let text = GAME.replace("ghost", "😀é");
    client.open(URI, &text);
    client.diagnostics();
    // Behind `h > 😀é`: the end of the name in UTF-16.
    assert_eq!(client.at("prepareRename", (25, 15)), range((25, 12), (25, 15)));
    let place = json!({ "line": 25, "character": 15 });
    let rename = |new: &str| json!({ "textDocument": { "uri": URI }, "position": place, "newName": new });
    let answer = client.ask("textDocument/rename", rename("spectre"));
    assert_eq!(applied(&text, &answer["result"]["changes"][URI]), GAME.replace("ghost", "spectre"));
    let error = client.ask("textDocument/rename", rename("foe"))["error"].take();
    assert_eq!((&error["code"], &error["message"]), (&json!(-32803), &json!("`foe` is named in line 6 already")));
    let error = client.ask("textDocument/rename", rename("EOS"))["error"].take();
    assert_eq!(error["message"], "`EOS` is a word of the language and cannot be a name");
}

#[test]
fn columns_are_counted_as_was_agreed() {
    for (units, column) in [(&["utf-32", "utf-16"][..], 18), (&["utf-8"][..], 22)] {
        let mut client = Client::greeted(units);
        // é is two bytes, the face four; in UTF-16 one and two units.
        client.open(URI, "BasicGame\n  SpriteSet\n    é😀é > Passive stype=wrong\n    avatar > MovingAvatar\n");
        let (_, _, list) = client.diagnostics();
        let start = list[0]["range"]["start"]["character"].as_u64();
        assert_eq!(start, Some(if column == 18 { 19 } else { 23 }), "{list:?}");
        let hover = client.at("hover", (2, column - 4));
        let about = range((2, column - 7), (2, column));
        assert_eq!(hover["range"], about, "{hover}");
        // An edit behind those characters.
        let at = column + 1;
        client.change(URI, 2, json!([{ "range": range((2, at), (2, at + 11)), "text": "mass=2" }]));
        assert_eq!(client.diagnostics().2.len(), 0);
    }
}

#[test]
fn levels_beside_a_game_are_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "my game";
    let file = |level: usize| folder.path().join(format!("{name}_lvl{level}.txt"));
    fs::write(file(0), "A.cgfh\n").expect("a file");
    fs::write(file(1), "A?c\n").expect("a file");
    let base = format!("file://{}/my%20game", folder.path().display());
    let (game, level) = (format!("{base}.vgdl"), format!("{base}_lvl1.txt"));
    let mut client = Client::greeted(&[]);
    client.open(&game, GAME);
    assert_eq!(client.diagnostics(), (game.clone(), json!(1), vec![]));
    let (uri, version, list) = client.diagnostics();
    assert_eq!((uri.as_str(), version), (level.as_str(), Value::Null));
    assert_eq!((&list[0]["code"], &list[0]["range"]), (&json!("W0604"), &range((0, 1), (0, 2))));

    // The level is opened and corrected in the editor; the file still has the fault.
    client.open(&level, "A?c\n");
    client.diagnostics();
    assert_eq!(client.diagnostics().1, 1);
    client.change(&level, 2, json!([{ "range": range((0, 1), (0, 2)), "text": "." }]));
    assert_eq!(client.diagnostics(), (game.clone(), json!(1), vec![]));
    assert_eq!(client.diagnostics(), (level.clone(), json!(2), vec![]));
    // A level is no game, and has nothing to say.
    let place = json!({ "textDocument": { "uri": level }, "position": { "line": 0, "character": 0 } });
    for method in ["hover", "completion", "definition", "prepareRename"] {
        assert_eq!(client.ask(&format!("textDocument/{method}"), place.clone())["result"], Value::Null, "{method}");
    }
    assert_eq!(client.ask("textDocument/documentSymbol", place)["result"], Value::Null);
    // Closed, it is as it stands on the disk; then the file changes.
    client.tell("textDocument/didClose", json!({ "textDocument": { "uri": level } }));
    assert_eq!(client.diagnostics().0, game);
    assert_eq!(client.diagnostics().2.len(), 1);
    fs::remove_file(file(1)).expect("a file");
    client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [{ "uri": level, "type": 3 }] }));
    assert_eq!(client.diagnostics().2.len(), 0);
    assert_eq!(client.diagnostics(), (level, Value::Null, vec![]));
}

#[test]
fn our_own_games_are_without_fault_in_an_editor() {
    let mut client = Client::greeted(&[]);
    for game in own::games() {
        let uri = format!("file://{}/{}.vgdl", own::folder().display(), game.name);
        client.open(&uri, &game.source.text);
        assert_eq!(client.diagnostics(), (uri, json!(1), vec![]));
    }
}

#[test]
fn what_is_not_understood_is_refused() {
    let mut client = Client::start(&["--stdio", "--compat"]);
    let code = |answer: &Value| answer["error"]["code"].as_i64().expect("an error");
    let hover = json!({ "textDocument": { "uri": URI }, "position": { "line": 0, "character": 0 } });
    assert_eq!(code(&client.ask("textDocument/hover", hover.clone())), -32002);
    client.open(URI, GAME);
    assert_eq!(code(&client.ask("initialize", json!([1]))), -32602);
    assert!(client.ask("initialize", json!({ "capabilities": {} })).get("result").is_some());

    assert_eq!(code(&client.ask("textDocument/nonsense", json!({}))), -32601);
    for (method, params) in [
        ("hover", Value::Null),
        ("completion", json!({ "textDocument": 5 })),
        ("rename", hover.clone()),
        ("definition", json!({ "textDocument": { "uri": "::" }, "position": { "line": -1, "character": 0 } })),
    ] {
        assert_eq!(code(&client.ask(&format!("textDocument/{method}"), params)), -32602, "{method}");
    }
    // Neither JSON nor a message.
    client.send("{ nonsense");
    let answer = client.answer();
    assert_eq!((code(&answer), &answer["id"]), (-32700, &Value::Null));
    client.send("[1, 2]");
    assert_eq!(code(&client.answer()), -32600);
    client.send(&json!({ "jsonrpc": "2.0", "id": "seven" }).to_string());
    let answer = client.answer();
    assert_eq!((code(&answer), &answer["id"]), (-32600, &json!("seven")));
    write!(client.to.as_mut().expect("a stream"), "no header at all\r\n\r\n\u{1}\n").expect("a server that reads");
    // Notifications that make no sense are passed over.
    client.tell("textDocument/didOpen", json!({ "textDocument": {} }));
    client.tell("textDocument/didChange", Value::Null);
    client.tell("$/cancelRequest", json!({ "id": 1 }));
    client.change("file:///unknown", 1, json!([{ "text": "" }]));
    // A text that was never opened has nothing to say; places far outside of one are taken for its end.
    assert_eq!(client.ask("textDocument/hover", hover)["result"], Value::Null);
    client.open(URI, GAME);
    assert_eq!(client.diagnostics().2.len(), 0);
    assert_eq!(client.at("hover", (u32::MAX >> 1, u32::MAX >> 1)), Value::Null);
    client.change(URI, 2, json!([{ "range": range((9999, 0), (0, 9999)), "text": "\n" }]));
    assert_eq!(client.diagnostics().1, 2);

    assert_eq!(client.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(code(&client.ask("shutdown", Value::Null)), -32600);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), (Some(0), String::new()));
}

#[test]
fn it_ends_with_its_client() {
    let client = Client::start(&[]);
    assert_eq!(client.end(), (Some(0), String::new()));
    let mut client = Client::greeted(&[]);
    client.open(URI, GAME);
    let to = client.to.as_mut().expect("a stream");
    to.write_all(b"Content-Length: 1000\r\n\r\n{").expect("a server that reads");
    assert_eq!(client.end(), (Some(0), String::new()));
    // Who leaves without a word has not ended it well.
    let mut client = Client::greeted(&[]);
    client.tell("exit", Value::Null);
    assert_eq!(client.end(), (Some(1), String::new()));
}

#[test]
fn the_compatible_policy_can_be_asked_for() {
    for (args, severity) in [(&[][..], 1), (&["--compat"][..], 2)] {
        let mut client = Client::start(args);
        client.ask("initialize", json!({ "capabilities": {} }));
        client.open(URI, &GAME.replace("rock > Immovable", "rock > Imovable"));
        assert_eq!(client.diagnostics().2[0]["severity"], severity);
    }
}
