//! The two dialects, and where they differ.

/// Whose reading of the language counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The manual page of the language, and the kernel where the page is silent: what games are written in.
    #[default]
    Page,
    /// The kernel of Xconq 7.5, so that its published modules load with the same result.
    Kernel,
}

impl Dialect {
    /// Whether it is [`Dialect::Kernel`].
    #[must_use]
    pub fn is_kernel(self) -> bool {
        self == Self::Kernel
    }
}

/// How the bytes of a module became a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// They are UTF-8.
    #[default]
    Utf8,
    /// They are not, so that each byte was taken for the character of that number.
    Latin1,
}

impl Encoding {
    /// The text in bytes of any kind. Nothing is lost: [`Encoding::bytes`] is the way back.
    #[must_use]
    pub fn decode(bytes: Vec<u8>) -> (String, Self) {
        match String::from_utf8(bytes) {
            Ok(text) => (text, Self::Utf8),
            Err(e) => (e.as_bytes().iter().map(|&b| char::from(b)).collect(), Self::Latin1),
        }
    }

    /// The bytes that a piece of text stands for.
    #[must_use]
    pub fn bytes(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Latin1 => text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect(),
        }
    }
}
