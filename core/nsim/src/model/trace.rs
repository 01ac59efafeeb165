//! Traces that a user opens: files of another kind are named.

use mcore_base::text;
use mcore_ranks::{Trace, TraceError};

/// True for a line that only a program in C has. A line of a trace that begins with `#` is a comment.
fn is_of_c(line: &str) -> bool {
    let line = line.trim_start();
    let include = line.strip_prefix('#').map(str::trim_start).and_then(|rest| rest.strip_prefix("include"));
    include.is_some_and(|rest| rest.trim_start().starts_with(['<', '"'])) || line.starts_with("int main")
}

/// True for a communication record (`docs/comm.schema.json`), whose beginning names its format and its ranks.
fn is_comm_record(text: &str) -> bool {
    let head = text.lines().next().unwrap_or_default();
    head.contains("\"ranks\"") && head.contains("\"format\"")
}

/// Reads a trace, or a time-independent trace of SimGrid for cores with `flops` floating-point operations in a second.
///
/// # Errors
/// It is a program in C or a communication record, or a line is no operation.
pub fn read_trace(text: &str, flops: f64) -> Result<Trace, TraceError> {
    if let Some(line) = text.lines().position(is_of_c) {
        return Err(TraceError {
            line: line as u32 + 1,
            message: text!(
                "this is a program in C, not a trace; C runs on the chip: `mcore run`, or the chip's page",
                "これは C のプログラムで、トレースではありません。C はチップで動きます: `mcore run` か、チップのページを使ってください"
            ),
        });
    }
    if text.trim_start().starts_with('{') {
        let message = match is_comm_record(text) {
            true => text!(
                "this is a communication record of the chip (`mcore run --comm`, or *Record* in its MPI tab); the Verbs page and `mcore tca` open it; a trace is text with lines such as `0 send 1 4096`",
                "これはチップの通信記録（`mcore run --comm`、または MPI タブの記録）です。Verbs のページと `mcore tca` で開けます。トレースは `0 send 1 4096` のような行からなるテキストです"
            ),
            false => text!(
                "this is JSON, not a trace; a trace is text with lines such as `0 send 1 4096`",
                "これは JSON で、トレースではありません。トレースは `0 send 1 4096` のような行からなるテキストです"
            ),
        };
        return Err(TraceError { line: 1, message });
    }
    Trace::read_any(text, flops)
}
