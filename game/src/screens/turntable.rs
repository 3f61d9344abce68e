//! A wrestler on a turning tray, with its name in large letters.

use keitai::hecs::Entity;
use keitai::hud::Hud;
use keitai::world::{Image, MenuItem, Parent, Transform};
use keitai::{Q12, Result, SceneMenu, Stage};

use crate::robots::{Robot, Wrestler};
use crate::sumo::Sumo;
use crate::trays::Tray;

const SCENE: &str = "scenes/sumo/choice.ron";
/// Height of a row in the textures of names, and the rows of the first one.
const ROW: i32 = 40;
const ROWS: usize = 6;
/// Scales of robots whose horns, chimney or key would reach the heading or the lamps under it.
const DAIMYO: Q12 = Q12::from_bits(3300);
const KABUTO: Q12 = Q12::from_bits(3750);
const BOILER: Q12 = Q12::from_bits(3450);
const TIN: Q12 = Q12::from_bits(3750);

pub(crate) struct Turntable {
    pub(crate) stage: Stage,
    pub(crate) hud: Hud,
    stand: Entity,
    robot: Entity,
    spawned: Vec<Entity>,
    current: Option<(Wrestler, Tray)>,
}

impl Turntable {
    pub(crate) fn open(sumo: &Sumo) -> Result<Self> {
        let stage = sumo.stage(SCENE)?;
        let (stand, robot) = (stage.named("stand")?, stage.named("robot")?);
        let hud = Hud::new(&stage);
        Ok(Self { stage, hud, stand, robot, spawned: Vec::new(), current: None })
    }

    pub(crate) fn show(&mut self, wrestler: Wrestler, tray: Tray) {
        if self.current.replace((wrestler, tray)) == Some((wrestler, tray)) {
            return;
        }
        for entity in self.spawned.drain(..) {
            self.stage.remove(entity);
        }
        // The trays are small, so that they fit; the drum stands a little higher.
        let lift = (Tray::Tin.look().table - tray.look().table) / 6;
        for (prefab, parent) in
            [(tray.look().prefab, self.stand), (wrestler.prefab(), self.robot), ("shadow", self.robot)]
        {
            self.spawned.extend(self.stage.spawn_with(prefab, (Parent(parent),)));
        }
        let scale = match wrestler.robot() {
            Robot::Daimyo => DAIMYO,
            Robot::Kabuto => KABUTO,
            Robot::Boiler => BOILER,
            Robot::Tin => TIN,
            Robot::Sprout => Q12::ONE,
        };
        for (entity, scale) in [(self.stand, None), (self.robot, Some(scale))] {
            if let Ok(mut transform) = self.stage.world.get::<&mut Transform>(entity) {
                transform.position[1] = Q12::from_num(lift);
                transform.scale = scale.unwrap_or(transform.scale);
            }
        }
        self.name(wrestler);
        self.stage.propagate_transforms();
    }

    fn name(&mut self, wrestler: Wrestler) {
        let Self { stage, hud, .. } = self;
        let index = Wrestler::ALL.iter().position(|other| *other == wrestler).unwrap_or(0);
        let row = (index % ROWS) as i32;
        for (sheet, name) in ["name-1", "name-2"].into_iter().enumerate() {
            hud.show(stage, name, sheet == index / ROWS);
            hud.change(stage, name, |image: &mut Image| image.texels = [0, row * ROW, 200, (row + 1) * ROW]);
        }
    }

    pub(crate) fn set(&mut self, name: &str, text: &str) {
        self.hud.set_text(&mut self.stage, name, text);
    }

    /// Shows the menu of the panel with these items, at a row of the picture.
    pub(crate) fn menu(&mut self, items: impl IntoIterator<Item = MenuItem>, top: i32) -> Result<SceneMenu> {
        self.hud.set_position(&mut self.stage, "menu", 120, top);
        self.hud.show(&mut self.stage, "menu", true);
        let menu = SceneMenu::find(&self.stage, "menu")?;
        menu.change(&mut self.stage, |menu| menu.set_items(items));
        Ok(menu)
    }

    pub(crate) fn hide_menu(&mut self) {
        self.hud.show(&mut self.stage, "menu", false);
    }

    pub(crate) fn show_bars(&mut self, visible: bool) {
        for index in 0..4 {
            self.hud.show(&mut self.stage, &format!("frame-{index}"), visible);
            self.hud.show(&mut self.stage, &format!("bar-{index}"), visible);
        }
    }
}
