//! The exchange with other pages: a map goes to the chip, and the program of the interconnect becomes the communication here.

use super::state::{Act, State};
use crate::i18n::I18n;
use crate::shell::modes::{Mode, go};
use crate::shell::persist;
use crate::widgets::{Icon, IconName};
use mcore::base::Text;
use mcore::modes::mopt::{MoptAct, MoptCommand, MoptPlan};
use mcore::text;
use serde::Deserialize;
use std::rc::Rc;
use yew::prelude::*;

/// The mode of the interconnect, whose form is stored.
const INTERCONNECT: &str = "nsim";

/// Gives a map that has arrived to the page of the chip, and goes there.
#[hook]
pub fn use_chip(state: &State, act: &Callback<Act>) {
    let act = act.clone();
    use_effect_with(state.chip.clone(), move |chip| {
        let Some(chip) = chip else { return };
        if persist::set(persist::FOR_CHIP, &**chip) {
            act.emit(Act::Saved);
            go(Mode::CHIP);
        } else {
            act.emit(Act::NotGiven(text!(
                "The browser does not store it. Save the map, and open it on the page of the chip.",
                "ブラウザに保存できません。配置を保存し、チップのページで開いてください。"
            )));
        }
    });
}

/// The button that takes a map to the chip, and the reason why that is not possible.
pub fn hand_over_button(state: &State, act: &Callback<Act>, id: u32, i18n: &I18n) -> Html {
    let can = state.shape_of(id).is_some_and(|shape| !shape.torus && shape.sizes.len() == 2);
    let onclick = {
        let act = act.clone();
        move |_: MouseEvent| act.emit(Act::Send(MoptAct::Chip(id).into()))
    };
    let title = i18n.t(if can { "mopt-chip-hint" } else { "mopt-chip-mesh" });
    html! {
        <button type="button" class="btn outlined" {onclick} disabled={!can} {title} data-testid="mopt-use-on-chip"><Icon name={IconName::Run} />{ i18n.t("mopt-use-on-chip") }</button>
    }
}

/// The traffic of a run on the chip.
#[derive(Debug, Deserialize)]
struct Traffic {
    sizes: String,
    text: String,
}

/// The form with the traffic that the chip's page has left, if there is any.
pub fn from_chip(plan: &MoptPlan) -> Option<MoptPlan> {
    let traffic: Traffic = persist::get(persist::FROM_CHIP)?;
    persist::remove(persist::FROM_CHIP);
    let mut plan = plan.clone();
    (plan.source, plan.file, plan.file_name) = ("file".to_owned(), traffic.text, "chip.csv".to_owned());
    (plan.kind, plan.sizes) = ("mesh".to_owned(), traffic.sizes);
    Some(plan)
}

/// The reason why nothing could be given to another page or taken from it.
pub fn reason(why: Option<&Text>, testid: &'static str, i18n: &I18n) -> Html {
    let why = why.map(|why| {
        html! { <p class="lab-wrong" role="alert" data-testid={testid}>{ i18n.text(why).to_owned() }</p> }
    });
    why.unwrap_or_default()
}

/// The program in the form of the interconnect; the rest of that form does not matter here.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct Program {
    topology: String,
    dims: String,
    program: String,
    bytes: String,
    rounds: String,
    seed: String,
    ranks: String,
    trace: String,
}

/// The present form with the communication of a program, and with its network if that is a mesh or a torus.
fn taken(program: Program, plan: &MoptPlan) -> Result<MoptPlan, Text> {
    let mut plan = plan.clone();
    if ["mesh", "torus"].contains(&program.topology.as_str()) {
        (plan.kind, plan.sizes) = (program.topology, program.dims);
    }
    if program.program == "trace" {
        plan.source = "file".to_owned();
        (plan.file, plan.file_name) = (program.trace, "interconnect.trace".to_owned());
        return Ok(plan);
    }
    if program.program == "master-worker" {
        return Err(text!(
            "On the interconnect it is decided during the run who sends to whom in this program, so it has no fixed traffic. Choose another program there.",
            "インターコネクトのこのプログラムでは、通信の相手が実行中に決まるため、決まった通信量がありません。別のプログラムを選んでください。"
        ));
    }
    plan.source = "pattern".to_owned();
    (plan.pattern, plan.ranks, plan.bytes) = (program.program, program.ranks, program.bytes);
    (plan.rounds, plan.pattern_seed) = (program.rounds, program.seed);
    (plan.grid, plan.border) = (String::new(), MoptPlan::default().border);
    Ok(plan)
}

/// The button that takes the program of the interconnect's page.
pub fn interconnect_button(state: &State, act: &Callback<Act>, i18n: &I18n) -> Html {
    let onclick = {
        let (act, plan) = (act.clone(), state.plan.clone());
        move |_: MouseEvent| {
            let found = persist::load_mode::<Program>(INTERCONNECT).filter(|found| !found.program.is_empty());
            let found = found.ok_or_else(|| {
                text!(
                    "Nothing has been set up on the page of the interconnect in this browser.",
                    "このブラウザでは、インターコネクトのページでまだ何も設定していません。"
                )
            });
            match found.and_then(|found| taken(found, &plan)) {
                Ok(plan) => {
                    act.emit(Act::Send(MoptCommand::Check(Box::new(plan.clone()))));
                    act.emit(Act::Edit(Rc::new(plan)));
                }
                Err(why) => act.emit(Act::NotTaken(why)),
            }
        }
    };
    html! {
        <button type="button" class="btn outlined" {onclick} title={i18n.t("mopt-take-interconnect-hint")} data-testid="mopt-take-interconnect">{ i18n.t("mopt-take-interconnect") }</button>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mcore::mode::Mode as _;
    use mcore::modes::mopt::Mopt;

    fn program(name: &str) -> Program {
        Program {
            topology: "torus".into(),
            dims: "4x4x2".into(),
            program: name.into(),
            bytes: "512".into(),
            rounds: "2".into(),
            seed: "3".into(),
            trace: "0 isend 1 4096 0\n1 recv\n".into(),
            ..Program::default()
        }
    }

    #[test]
    fn programs_of_the_interconnect_become_plans_that_can_be_mapped() {
        for name in ["ring", "random-ring", "bruck-allgather", "halo-2d", "halo-3d", "hot-spot", "trace"] {
            let plan = taken(program(name), &MoptPlan::default()).expect(name);
            assert_eq!((plan.kind.as_str(), plan.sizes.as_str()), ("torus", "4x4x2"), "{name}");
            assert_eq!(Mopt::default().check(&plan), Ok(0), "{name}");
        }
        assert!(taken(program("master-worker"), &MoptPlan::default()).is_err());
        let tree = Program { topology: "fat-tree".into(), ..program("ring") };
        assert_eq!(taken(tree, &MoptPlan::default()).expect("a plan").sizes, "8x8", "its own network stays");
    }
}
