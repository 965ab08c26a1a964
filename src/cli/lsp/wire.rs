//! Messages on a stream: a header that tells a length, then so many bytes of JSON.
//!
//! What cannot be understood is passed on as such, and reading goes on behind it.

use std::io::{self, BufRead, Read as _, Write};

use lsp_server::{ErrorCode, Message, RequestId};
use serde_json::{Value, json};

/// Longer messages are passed over. A text of the largest size that is read, every byte of it escaped, is shorter.
const LONGEST: u64 = 7 * vgdl::files::LARGEST;

/// Longer lines in headers are cut.
const LONGEST_LINE: u64 = 1 << 12;

/// A message that cannot be understood.
#[derive(Debug)]
pub(super) struct Garbled {
    id: Option<RequestId>,
    code: ErrorCode,
    why: String,
}

impl Garbled {
    fn new(code: ErrorCode, why: impl Into<String>) -> Self {
        Self { id: None, code, why: why.into() }
    }

    /// Answers it: with `null` for its number if it has none.
    pub(super) fn answer(&self, out: &mut impl Write) -> io::Result<()> {
        let error = json!({ "code": self.code as i32, "message": self.why });
        let text = json!({ "jsonrpc": "2.0", "id": self.id, "error": error }).to_string();
        write!(out, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        out.flush()
    }
}

/// The next message; `None` at the end of the stream.
pub(super) fn read(input: &mut impl BufRead) -> io::Result<Option<Result<Message, Garbled>>> {
    let mut length: Option<u64> = None;
    loop {
        let mut line = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&line);
        match (line.trim(), length) {
            // A header without a length is none: what follows may be one.
            ("", None) => {}
            ("", Some(length)) => return body(input, length),
            (line, _) => {
                if let Some((name, value)) = line.split_once(':')
                    && name.trim().eq_ignore_ascii_case("Content-Length")
                {
                    length = value.trim().parse().ok();
                }
            }
        }
    }
}

fn body(input: &mut impl BufRead, length: u64) -> io::Result<Option<Result<Message, Garbled>>> {
    let mut rest = input.by_ref().take(length);
    if length > LONGEST {
        io::copy(&mut rest, &mut io::sink())?;
        return Ok(Some(Err(Garbled::new(ErrorCode::InvalidRequest, "message that is too long"))));
    }
    let mut bytes = Vec::new();
    rest.read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Ok(None);
    }
    Ok(Some(understand(&bytes)))
}

fn understand(bytes: &[u8]) -> Result<Message, Garbled> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|e| Garbled::new(ErrorCode::ParseError, format!("message that is not JSON: {e}")))?;
    let id = value.get("id").and_then(|id| serde_json::from_value(id.clone()).ok());
    serde_json::from_value(value)
        .map_err(|_| Garbled { id, ..Garbled::new(ErrorCode::InvalidRequest, "neither a request nor a notification") })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut input = io::Cursor::new(text.as_bytes());
        let mut found = Vec::new();
        while let Some(message) = read(&mut input).expect("no error of reading") {
            found.push(match message {
                Ok(Message::Request(r)) => format!("{} {}", r.method, r.id),
                Ok(Message::Notification(n)) => n.method,
                Ok(Message::Response(_)) => "response".to_owned(),
                Err(g) => format!("{:?} {:?}", g.code, g.id.map(|id| id.to_string())),
            });
        }
        found
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn reading_goes_on_behind_what_is_garbled() {
        let text = [
            framed("{\"id\":1,\"method\":\"a\"}"),
            framed("nonsense"),
            framed("[]"),
            framed("{\"id\":7}"),
            "noise\r\n\r\ncontent-length:\t19 \r\nOther: x\r\n\r\n{ \"method\" : \"b\" }\n".to_owned(),
            "Content-Length: -5\r\n\r\n".to_owned(),
            framed("{\"id\":\"x\",\"method\":\"c\",\"params\":[]}"),
            "Content-Length: 99\r\n\r\n{}".to_owned(),
        ];
        let wanted = ["a 1", "ParseError None", "InvalidRequest None", "InvalidRequest Some(\"7\")", "b", "c \"x\""];
        assert_eq!(all(&text.concat()), wanted);
    }

    #[test]
    fn a_message_that_is_too_long_is_never_held() {
        let text = format!("Content-Length: {}\r\n\r\n{{}}", u64::MAX);
        assert_eq!(all(&text), ["InvalidRequest None"]);
    }

    #[test]
    fn deep_nesting_is_no_message() {
        assert_eq!(all(&framed(&"[".repeat(100_000))), ["ParseError None"]);
    }
}
