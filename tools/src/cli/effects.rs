//! Options that have an effect on some inputs only. They are refused where they would have no effect.

use std::fmt;

use keitai_formats::Kind;

use super::listed;
use crate::error::Error;

/// A kind of work that a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    FigureTexts,
    ActionTexts,
    Joints,
    ComparedJoints,
    Figures,
    /// Action tables become texts.
    Tables,
    Pictures,
    /// glTF and OBJ files are read.
    FromModels,
    ToGltf,
    ToObj,
}

impl Work {
    /// Returns the work on a file of a kind.
    pub(crate) fn on(kind: Kind) -> Option<Self> {
        match kind {
            Kind::FigureText => Some(Self::FigureTexts),
            Kind::ActionText => Some(Self::ActionTexts),
            Kind::BoneAnimation => Some(Self::Joints),
            Kind::Figure => Some(Self::Figures),
            Kind::ActionTable => Some(Self::Tables),
            kind => kind.is_texture().then_some(Self::Pictures),
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FigureTexts => "texts of figures",
            Self::ActionTexts => "texts of actions",
            Self::Joints | Self::ComparedJoints => "joint animations",
            Self::Figures => "binary figures",
            Self::Tables => "action tables",
            Self::Pictures => "pictures",
            Self::FromModels => "glTF and OBJ files as inputs",
            Self::ToGltf => "outputs that end in .glb or .gltf",
            Self::ToObj => "outputs that end in .obj",
        })
    }
}

/// An option: its name, whether it is given, and the work that it has an effect on.
pub(crate) type Effect = (&'static str, bool, &'static [Work]);

/// Fails when an option is given that has an effect on none of the work.
pub(crate) fn check(options: impl IntoIterator<Item = Effect>, work: &[Work]) -> Result<(), Error> {
    let in_vain = |(_, given, own): &Effect| *given && !own.iter().any(|own| work.contains(own));
    let Some((option, _, own)) = options.into_iter().find(in_vain) else { return Ok(()) };
    let mut own: Vec<String> = own.iter().map(ToString::to_string).collect();
    own.dedup();
    let hint = format!("the option is for {}", listed(own.iter(), "and"));
    Err(Error::usage(format!("{option} has no effect here"), hint))
}

#[cfg(test)]
mod tests {
    use keitai_app::Error as AppError;

    use super::*;

    #[test]
    fn the_hint_names_the_work_that_the_option_is_for() {
        let options = |given| [("--a", false, &[][..]), ("--b", given, &[Work::Tables, Work::Joints, Work::ToObj])];
        assert!(check(options(false), &[]).is_ok() && check(options(true), &[Work::Pictures, Work::Joints]).is_ok());
        let Err(Error::App(AppError::Usage { message, hint })) = check(options(true), &[Work::Pictures]) else {
            panic!("an option without an effect");
        };
        let all = "the option is for action tables, joint animations and outputs that end in .obj";
        assert_eq!((message.as_str(), hint.as_str()), ("--b has no effect here", all));
    }
}
