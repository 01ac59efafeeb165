//! The menu of the chip: actions on the object under the pointer.

use super::stage::StageRef;
use crate::i18n::I18n;
use crate::modes::chip::paint::hover::Hover;
use crate::modes::chip::store::{Analyse, AnalysisTab, Intent, LogQuery};
use crate::widgets::MenuItem;
use mcore::base::NodeId;
use mcore::modes::chip::view::{LogLevel, PacketId};
use yew::Callback;

/// An open menu.
#[derive(Clone, Debug, PartialEq)]
pub struct Opened {
    /// Pixel of the canvas.
    pub x: f64,
    /// Pixel of the canvas.
    pub y: f64,
    /// The node of the menu.
    pub node: NodeId,
    /// The packet of the menu, if it was opened on a flit.
    pub packet: Option<PacketId>,
}

impl Opened {
    /// The menu at a pixel; where there is no object, it is about the selected node.
    pub fn at(stage: &StageRef, (x, y): (f64, f64), selected: Option<NodeId>) -> Self {
        let found = stage.hover_at(x, y);
        let packet = match found {
            Some(Hover::Flit(flit)) => Some(PacketId { source: flit.source, number: flit.packet }),
            _ => None,
        };
        let node = found.map(|f| f.node()).or(selected).unwrap_or(NodeId::new(1, 1));
        Self { x, y, node, packet }
    }

    /// The menu opened by a key: about the selected node, at its place if that is visible.
    pub fn by_key(stage: &StageRef, selected: Option<NodeId>) -> Self {
        let node = selected.unwrap_or(NodeId::new(1, 1));
        let (x, y) = stage.pixel_of(node);
        Self { x, y, node, packet: None }
    }

    /// Its items; `marked` are the nodes whose lines are marked in the source.
    pub fn items(&self, stage: &StageRef, act: &Callback<Intent>, marked: &[NodeId], i18n: &I18n) -> Vec<MenuItem> {
        let node = self.node;
        let named = |label: &str| i18n.tf(label, &[("id", &node.to_string())]);
        let request = |intents: Vec<Intent>| {
            let act = act.clone();
            Callback::from(move |()| intents.iter().for_each(|intent| act.emit(intent.clone())))
        };
        let view = |show: fn(&StageRef, NodeId)| {
            let stage = stage.clone();
            Callback::from(move |()| show(&stage, node))
        };
        let log = |query: LogQuery| {
            vec![
                Intent::Select(node),
                Intent::Analyse(Analyse::Show(AnalysisTab::Log)),
                Intent::Analyse(Analyse::Log(query)),
            ]
        };
        let mut items = vec![
            MenuItem {
                label: named("select-node"),
                testid: "menu-select".into(),
                on_choose: request(vec![Intent::Select(node)]),
            },
            MenuItem {
                label: named(if marked.contains(&node) { "line-unmark-of" } else { "line-mark-of" }),
                testid: "menu-line".into(),
                on_choose: request(vec![Intent::MarkLine(node)]),
            },
            MenuItem {
                label: named("mesh-menu-inside"),
                testid: "menu-inside".into(),
                on_choose: view(|stage, node| stage.look_inside(node)),
            },
            MenuItem { label: i18n.t("zoom-fit"), testid: "menu-fit".into(), on_choose: view(|stage, _| stage.fit()) },
        ];
        if let Some(packet) = self.packet {
            let name = format!("{}#{}", packet.source, packet.number);
            let query = LogQuery { packet: Some(packet), level: LogLevel::Flit, ..LogQuery::default() };
            items.push(MenuItem {
                label: i18n.tf("log-follow", &[("packet", &name)]),
                testid: "menu-follow".into(),
                on_choose: request(log(query)),
            });
        }
        items.push(MenuItem {
            label: named("mesh-menu-log"),
            testid: "menu-log".into(),
            on_choose: request(log(LogQuery { here: true, ..LogQuery::default() })),
        });
        items
    }
}
