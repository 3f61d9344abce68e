//! The items that most games use: `use keitai::prelude::*;`.

/// Result of `main` in a program.
///
/// ```
/// use keitai::prelude::*;
///
/// fn main() -> ExitCode {
///     ExitCode::SUCCESS
/// }
/// ```
#[doc(no_inline)]
pub use std::process::ExitCode;

/// ```no_run
/// use keitai::prelude::*;
///
/// // A game that opens a scene with the settings of the command line.
/// let app = App::scene("scenes/versus.ron", |stage, controls| stage.tick(controls));
/// app.main();
/// ```
#[doc(no_inline)]
pub use crate::App;

/// ```
/// use keitai::prelude::*;
///
/// struct Quiet(Stage);
///
/// impl Game for Quiet {
///     fn info(&self) -> GameInfo {
///         GameInfo::new("quiet")
///     }
///     fn stage(&mut self) -> &mut Stage {
///         &mut self.0
///     }
///     fn tick(&mut self, input: &TickInput, messages: &mut Messages) -> Option<WindowCommand> {
///         self.0.tick(&input.controls);
///         if input.controls[0].pressed(Button::A) {
///             messages.tell("A was pressed");
///         }
///         input.pad_command()
///     }
/// }
/// ```
#[doc(no_inline)]
pub use crate::{Game, GameInfo, Messages, TickInput};

/// ```
/// use keitai::prelude::*;
///
/// /// How often the title was seen.
/// struct Hop(u32);
///
/// impl ScreenGame for Hop {
///     fn info(&self) -> GameInfo {
///         GameInfo::new("hop")
///     }
///     fn first(&mut self) -> keitai::Result<Box<dyn Screen<Self>>> {
///         Ok(Box::new(Title))
///     }
/// }
///
/// struct Title;
///
/// impl Screen<Hop> for Title {
///     fn enter(&mut self, hop: &mut Hop) {
///         hop.0 += 1;
///     }
///     fn tick(&mut self, _: &mut Hop, input: &TickInput, _: &mut Messages) -> keitai::Result<Next<Hop>> {
///         Ok(if input.controls[0].pressed(Button::B) { Next::Quit } else { Next::Stay })
///     }
///     fn draw(&self, hop: &Hop, picture: &mut Framebuffer) {
///         Canvas::new(picture).text(&format!("HOP {}", hop.0), 100, 150, Lettering::Normal, 0xFFFFFF);
///     }
/// }
///
/// let app = App::new(|_| Screens::new(Hop(0)));
/// # let _ = app;
/// ```
#[doc(no_inline)]
pub use crate::{Next, Screen, ScreenGame, Screens};

/// ```
/// use keitai::prelude::*;
///
/// let scene = "(size: (64, 64), entities: [(name: \"ball\", at: (1, 2, 3))])";
/// let source = Source::memory([("ball.ron", scene.as_bytes())]);
/// let mut stage = Stage::open(source, &AssetPath::new("ball.ron")?, &Settings::default())?;
/// let ball = stage.named("ball").expect("the scene has a ball");
/// stage.tick(&[]);
/// assert_eq!(stage.world.get::<&Transform>(ball)?.position[2], Q12::from_num(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(no_inline)]
pub use crate::{Settings, Stage};

/// ```no_run
/// use keitai::prelude::*;
///
/// let (source, path) = locate("scenes/versus.ron".as_ref())?;
/// let stage = Stage::open(source, &path, &Settings::default())?;
/// # Ok::<(), keitai::Error>(())
/// ```
#[doc(no_inline)]
pub use crate::locate;

/// ```
/// use keitai::prelude::*;
///
/// let source = Source::memory([("texts/hello.ron", &b"()"[..])]);
/// assert_eq!(&*source.read(&AssetPath::new("texts/hello.ron")?, 16)?, b"()");
/// # Ok::<(), keitai::assets::AssetError>(())
/// ```
#[doc(no_inline)]
pub use crate::assets::{AssetPath, Source};

/// ```
/// use keitai::prelude::*;
///
/// let pressed = Controls { held: Button::A.into(), pressed: Button::A.into(), left: Stick { x: 127, y: 0 }, ..Controls::IDLE };
/// assert!(pressed.pressed(Button::A) && !pressed.continued().pressed(Button::A));
/// assert_eq!([Controls::IDLE; PLAYERS].len(), 4);
/// assert_ne!(WindowCommand::Quit, WindowCommand::Screenshot);
/// ```
#[doc(no_inline)]
pub use crate::controls::{Button, Controls, PLAYERS, Stick, WindowCommand};

/// ```
/// use keitai::prelude::*;
///
/// // Where the user clicks; `stage.mouse` is such a value.
/// let click = |mouse: Mouse| mouse.pressed.has(MouseButton::Left).then_some(mouse.position);
/// assert_eq!(click(Mouse::default()), None);
/// ```
#[doc(no_inline)]
pub use crate::controls::{Mouse, MouseButton};

/// ```
/// use keitai::prelude::*;
///
/// let mut maps = Maps::default();
/// maps.give_key(0, Target::Button(Button::A), Key::J);
/// let keys: &KeyMap = &maps.players[0].keys;
/// assert!(keys.keys(Target::Button(Button::A)).any(|key| key == Key::J));
///
/// // The names of the keys, to tell the player.
/// let labels = Labels::keyboard(&maps);
/// assert!(labels.keys(0, Target::Button(Button::A)).any(|key| key == "J"));
/// ```
#[doc(no_inline)]
pub use crate::controls::{Key, KeyMap, Labels, Maps, Target};

/// ```
/// use keitai::prelude::*;
///
/// let mut world = World::new();
/// let entity: Entity = world.spawn((Transform::at(1, 2, 3), Hidden));
/// let _ = world.remove_one::<Hidden>(entity);
/// assert_eq!(world.query_mut::<&Transform>().into_iter().count(), 1);
/// ```
#[doc(no_inline)]
pub use crate::hecs::{Entity, World};

/// ```
/// use keitai::prelude::*;
///
/// // One and a half model units to the right, turned by a quarter.
/// let mut transform = Transform::default();
/// transform.position[0] = Q12::from_num(3) / 2;
/// transform.turn[1] = Angle(1024);
/// assert_eq!(transform.facing(), [Q12::ONE, Q12::ZERO]);
/// assert_eq!(Q16::ONE.to_bits(), 65536);
/// assert_eq!(AffineTrans::rotation_y(Angle(4096)), AffineTrans::IDENTITY);
/// assert_eq!(Vector3::new(3, 4, 0).unit(), Vector3::new(2457, 3276, 0));
/// ```
#[doc(no_inline)]
pub use crate::{AffineTrans, Angle, Q12, Q16, Vector3};

/// ```
/// use keitai::prelude::*;
///
/// let mut picture = Framebuffer::new(8, 8);
/// picture.fill(0x102030);
/// Canvas::new(&mut picture).text("A", 1, 1, Lettering::Small, 0xFFFFFF);
/// assert_ne!(Blend::Normal, Blend::Add);
/// ```
#[doc(no_inline)]
pub use crate::{Blend, Canvas, Framebuffer, Lettering};

/// ```
/// use keitai::prelude::*;
///
/// // A robot that falls: one more unit per tick in each tick.
/// let mut world = World::new();
/// let acceleration = [Q12::ZERO, Q12::NEG_ONE, Q12::ZERO];
/// world.spawn((Transform::default(), Velocity { acceleration, ..Velocity::default() }, Lifetime(30)));
/// ```
#[doc(no_inline)]
pub use crate::world::{Lifetime, Transform, Velocity};

/// ```
/// use keitai::prelude::*;
///
/// // A flag at a bone of a robot, in a layer of its own.
/// let mut world = World::new();
/// let robot = world.spawn((Name("robot".into()), Tags(vec!["red".into()]), Transform::default(), Pattern(0b10)));
/// let place = (Parent(robot), ParentBone(4), Transform::at(0, 20, 0), WorldTransform::default());
/// let flag = world.spawn(place);
/// world.insert(flag, (Layer(1), Hidden))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(no_inline)]
pub use crate::world::{Hidden, Layer, Name, Parent, ParentBone, Pattern, Tags, WorldTransform};

/// ```
/// use keitai::prelude::*;
///
/// // A robot of a scene begins to walk, with a cross-over of eight ticks.
/// let source = Source::folder("../..".as_ref())?;
/// let stage = Stage::open(source, &AssetPath::new("scenes/chase.ron")?, &Settings::default())?;
/// let robot = stage.named("tin").expect("the scene has a robot");
/// let mut query = stage.world.query_one::<(&FigureInstance, &Actions, &mut Playback)>(robot);
/// let (figure, actions, playback) = query.get()?;
/// let walk = actions.find("walk").expect("the robot walks");
/// playback.play(Part { action: walk, speed: Q16::ONE, fade: 8, ..Part::default() }, actions);
/// assert_eq!((playback.part.action, figure.textures.len()), (walk, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(no_inline)]
pub use crate::world::{Actions, FigureInstance, Part, Playback};

/// ```
/// use keitai::prelude::*;
///
/// // Two barrels that overlap: the game moves the first one away.
/// let scene = b"(entities: [(solid: Circle(10)), (at: (15, 0, 0), solid: Circle(10))])";
/// let source = Source::memory([("barrels.ron", &scene[..])]);
/// let mut stage = Stage::open(source, &AssetPath::new("barrels.ron")?, &Settings::default())?;
/// stage.tick(&[]);
/// for Contact { first, push: [x, z], .. } in &stage.contacts {
///     let mut barrel = stage.world.get::<&mut Transform>(*first)?;
///     barrel.position[0] += Q12::from_num(*x);
///     barrel.position[2] += Q12::from_num(*z);
/// }
/// stage.tick(&[]);
/// assert!(stage.contacts.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(no_inline)]
pub use crate::world::Contact;

/// ```
/// use keitai::prelude::*;
/// use keitai::{Rgb, Texture};
///
/// // A white square that is added to the picture.
/// let source = Source::memory([("empty.ron", &b"()"[..])]);
/// let mut stage = Stage::open(source, &AssetPath::new("empty.ron")?, &Settings::default())?;
/// let white = Texture { width: 1, height: 1, palette: vec![Rgb::from_hex(0xFFFFFF)], texels: vec![0] };
/// let texture = stage.make_texture(&white)?;
/// let (texels, size, blend) = ([0, 0, 1, 1], [4, 4], Blend::Add);
/// let (key, screen, pixel_size, no_perspective) = (false, false, false, false);
/// let sprite = Sprite { texture, texels, size, angle: 0, blend, key, screen, pixel_size, no_perspective };
/// stage.world.spawn((Transform::at(0, 50, 0), sprite));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(no_inline)]
pub use crate::world::Sprite;

/// ```
/// use keitai::prelude::*;
///
/// let (mut one, mut other) = (Random::new(7), Random::new(7));
/// assert_eq!(one.below(100), other.below(100));
/// ```
#[doc(no_inline)]
pub use crate::Random;

/// ```
/// use keitai::prelude::*;
///
/// struct Pause(ListMenu);
///
/// impl Screen<()> for Pause {
///     fn tick(&mut self, _: &mut (), input: &TickInput, _: &mut Messages) -> keitai::Result<Next<()>> {
///         Ok(match self.0.tick(&input.controls, &input.mouse) {
///             Some(MenuChoice::Item("GO ON") | MenuChoice::Back) => Next::Pop,
///             Some(_) => Next::Quit,
///             None => Next::Stay,
///         })
///     }
///     fn draw(&self, _: &(), picture: &mut Framebuffer) {
///         self.0.draw(picture);
///     }
/// }
///
/// let pause = Pause(ListMenu::new(["GO ON", "LEAVE"]).at(120, 150));
/// # let _ = pause;
/// ```
#[doc(no_inline)]
pub use crate::world::{ListMenu, MenuChoice};

/// ```
/// use keitai::prelude::*;
///
/// let scene = br#"(entities: [(name: "menu", at: (120, 200, 0), menu: (items: ["PLAY", "LEAVE"]))])"#;
/// let source = Source::memory([("title.ron", &scene[..])]);
/// let mut title = Stage::open(source, &AssetPath::new("title.ron")?, &Settings::default())?;
/// let mut menu = SceneMenu::find(&title, "menu")?;
/// title.tick(&[]);
/// let press = Controls { held: Button::A.into(), pressed: Button::A.into(), ..Controls::IDLE };
/// assert_eq!(menu.tick(&mut title, &[press]), Some(MenuChoice::Item("PLAY")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(no_inline)]
pub use crate::SceneMenu;
