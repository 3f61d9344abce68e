//! Writes chunks with indentation and comments.

use alloc::string::String;

#[derive(Debug)]
pub(crate) struct ChunkWriter {
    pub(crate) text: String,
    depth: usize,
}

impl ChunkWriter {
    /// Starts a text with its format's name and remarks.
    pub(crate) fn new(magic: &str, remarks: &[String]) -> Self {
        let mut writer = Self { text: format!(";{magic}\n"), depth: 0 };
        remarks.iter().flat_map(|remark| remark.lines()).for_each(|remark| writer.remark(remark));
        writer
    }

    /// Writes settings of the conversion, as comments that only this project reads.
    pub(crate) fn settings(&mut self, settings: &[(String, String)]) {
        settings.iter().for_each(|(name, value)| self.put(format!(";keitai {name} {value}").trim_end()));
    }

    pub(crate) fn within(&mut self, name: &str, content: impl FnOnce(&mut Self)) {
        self.put(&format!("( {name}"));
        self.depth += 1;
        content(self);
        self.depth -= 1;
        self.put(")");
    }

    pub(crate) fn line(&mut self, chunk: impl AsRef<str>) {
        self.put(&format!("( {} )", chunk.as_ref()));
    }

    /// Writes a chunk with one line for each item, and the index of every tenth as a comment.
    pub(crate) fn list<T>(&mut self, name: &str, items: &[T], line: impl Fn(&T) -> String) {
        self.within(name, |out| {
            for (index, item) in items.iter().enumerate() {
                let comment = if index.is_multiple_of(10) { format!(" ; {index}") } else { String::new() };
                out.put(&format!("( {} ){comment}", line(item)));
            }
        });
    }

    /// Writes a name in quotes, if there is one. The formats have no escapes: quotes and line ends become apostrophes
    /// and blanks.
    pub(crate) fn name(&mut self, name: Option<&str>) {
        if let Some(name) = name {
            self.line(format!("name \"{}\"", name.replace('"', "'").replace(['\n', '\r'], " ")));
        }
    }

    pub(crate) fn remark(&mut self, remark: impl AsRef<str>) {
        self.put(&format!("; {}", remark.as_ref()));
    }

    /// Writes a line as it is: the values of the current chunk.
    pub(crate) fn put(&mut self, line: &str) {
        self.text.extend(core::iter::repeat_n("  ", self.depth));
        self.text.push_str(line);
        self.text.push('\n');
    }
}
