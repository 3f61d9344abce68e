//! `keitai explain`: the cause of a diagnostic, an example and a remedy.

use keitai_app::console;
use keitai_exchange::rules;
use keitai_formats::Rule;

use crate::cli::Explain;
use crate::error::Error;

/// Explains one code, or lists all of them.
pub(crate) fn run(arguments: &Explain) -> Result<(), Error> {
    let Some(code) = &arguments.code else {
        let line = |rule: &Rule| format!("{} {:7} {}\n", rule.code, rule.severity.to_string(), rule.title);
        return Ok(console::print(&rules::all().map(line).collect::<String>())?);
    };
    let Rule { code, severity, title, cause, example, remedy, .. } = rule(code)?;
    Ok(console::print(&format!("{code} ({severity}): {title}\n\n{cause}\n\nExample: {example}\nRemedy:  {remedy}\n"))?)
}

/// Returns the rule of a code. The error about a code that does not exist names the nearest one.
pub(crate) fn rule(code: &str) -> Result<&'static Rule, Error> {
    rules::explain(code).map_err(|near| {
        let hint = near.map_or("`keitai explain` lists all codes".to_owned(), |near| format!("did you mean {near}?"));
        Error::usage(format!("there is no code `{code}`"), hint)
    })
}
