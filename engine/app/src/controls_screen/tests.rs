use super::*;

fn screen(players: usize) -> ControlsScreen {
    let titles = vec![(Target::Button(Button::A), "shove".to_owned()), (Target::Button(Button::B), "dash".to_owned())];
    ControlsScreen { titles, players, ..ControlsScreen::new(Maps::default(), Layout::default()) }
}

fn press(screen: &mut ControlsScreen, keys: &[Key]) -> bool {
    keys.iter().fold(false, |_, key| screen.press(Input::Key(*key)))
}

fn keys(screen: &ControlsScreen, player: usize, button: Button) -> Vec<Key> {
    screen.maps().players[player].keys.keys(Target::Button(button)).collect()
}

#[test]
fn a_screen_that_nobody_uses_closes() {
    let mut screen = screen(4);
    let minute = Duration::from_secs(60);
    assert!(!screen.wait(minute));
    assert!(!screen.press(Input::Key(Key::Down)));
    assert!(!screen.wait(minute) && screen.wait(minute));
}

#[test]
fn a_key_is_assigned_and_swapped() {
    let mut screen = screen(4);
    assert!(!press(&mut screen, &[Key::Down, Key::Enter, Key::Period]));
    assert_eq!((keys(&screen, 0, Button::A), keys(&screen, 0, Button::B)), (vec![Key::Period], vec![Key::Space]));
    assert_eq!(screen.notice.as_deref(), Some("shove: ., swapped with player 1's dash"));
    // The same key list for the second player.
    press(&mut screen, &[Key::Up, Key::Right, Key::Down, Key::Enter, Key::J]);
    assert_eq!(keys(&screen, 1, Button::A), [Key::J]);
    press(&mut screen, &[Key::Delete]);
    assert_eq!(keys(&screen, 1, Button::A), []);
    // A control without a key has none to give in exchange.
    press(&mut screen, &[Key::Enter, Key::Period]);
    assert_eq!((keys(&screen, 0, Button::A), keys(&screen, 1, Button::A)), (vec![], vec![Key::Period]));
    assert_eq!(screen.notice.as_deref(), Some("shove: ., taken from player 1's shove"));
}

#[test]
fn a_button_is_assigned_and_swapped() {
    let mut screen = screen(4);
    for button in [Button::Down, Button::Down, Button::A, Button::L2] {
        assert!(!screen.press(Input::Pad(2, button)));
    }
    let pad = screen.maps().players[0].pad;
    assert_eq!([Button::B, Button::L2, Button::A].map(|b| pad.source(b)), [Button::L2, Button::B, Button::A]);
    // The list has no left trigger.
    assert_eq!(screen.notice.as_deref(), Some("dash: changed on the pad"));
    for button in [Button::Up, Button::A, Button::L2] {
        screen.press(Input::Pad(2, button));
    }
    assert_eq!(screen.notice.as_deref(), Some("shove: changed on the pad, swapped with dash"));
    assert!(screen.press(Input::Pad(0, Button::B)), "the screen ignores the maps");
}

#[test]
fn a_key_of_a_control_that_is_not_in_the_list_is_given_without_a_word_about_it() {
    let mut screen = screen(1);
    // M is the first player's Y, F the second player's A.
    for key in [Key::M, Key::F] {
        press(&mut screen, &[Key::Down, Key::Enter, key, Key::Up]);
        assert_eq!(keys(&screen, 0, Button::A), [key]);
    }
    press(&mut screen, &[Key::Down, Key::Enter, Key::M]);
    assert_eq!(screen.notice.as_deref(), Some("shove: M"));
}

#[test]
fn a_dead_zone_is_set_while_the_stick_is_shown() {
    let mut screen = screen(2);
    assert!(screen.show_sticks([[0; 4], [0, 25, 0, 0], [0; 4], [0; 4]]));
    assert!(!screen.show_sticks([[0; 4], [0, 25, 0, 0], [0; 4], [0; 4]]));
    press(&mut screen, &[Key::Right, Key::Down, Key::Down, Key::Down, Key::Down, Key::Right, Key::Right, Key::Right]);
    let line = screen.lines(20, &[None; PLAYERS]).remove(4);
    // 25 of 127 are 19 percent.
    assert_eq!((line.cells, line.selected), (["left y at rest", "< 21 >", "19"].map(str::to_owned), true));
    press(&mut screen, &[Key::Left; 9]);
    assert_eq!(screen.maps().players[1].pad.dead_zones, [12, 0, 12, 12]);
    press(&mut screen, &[Key::Right; 30]);
    assert_eq!(screen.maps().players[1].pad.dead_zones, [12, 60, 12, 12]);
}

#[test]
fn reserved_keys_are_refused_and_escape_cancels() {
    let mut screen = screen(4);
    press(&mut screen, &[Key::Down, Key::Enter, Key::F3]);
    assert!(screen.waiting);
    assert_eq!(screen.notice.as_deref(), Some("F3 is reserved for the debug overlay"));
    press(&mut screen, &[Key::F11]);
    assert_eq!(screen.notice.as_deref(), Some("F11 is reserved for full screen"));
    assert!(!screen.press(Input::OtherKey) && screen.waiting);
    assert_eq!(screen.notice.as_deref(), Some("this key cannot be used"));
    assert!(!press(&mut screen, &[Key::Escape]));
    assert_eq!(screen.maps(), &Maps::default());
    assert!(press(&mut screen, &[Key::Escape]));
}

#[test]
fn pads_change_players_and_a_reset_restores_the_defaults() {
    let mut screen = screen(4);
    // Upwards from the top: done, reset, the fourth pad.
    press(&mut screen, &[Key::Up, Key::Up, Key::Up, Key::Right, Key::Up, Key::Left]);
    assert_eq!(screen.maps().pads, [0, 1, 1, 0]);
    press(&mut screen, &[Key::Down, Key::Down, Key::Enter]);
    assert_eq!(screen.maps(), &Maps::default());
    assert!(press(&mut screen, &[Key::Down, Key::Enter]));
}

#[test]
fn a_game_for_two_lists_two_players_and_two_pads() {
    let mut screen = screen(2);
    press(&mut screen, &[Key::Left]);
    let pads = [Some(PadKind::Switch), None, None, None];
    let lines = screen.lines(20, &pads);
    let first: Vec<&str> = lines.iter().map(|line| line.cells[0].as_str()).collect();
    let pad = format!("pad 1 ({})", PadKind::Switch.name());
    let expected =
        [&["player", "shove", "dash"], &AXES[..], &[&pad, "pad 2 (none)", "reset all controls", "save and close"]];
    assert_eq!(first, expected.concat());
    assert_eq!((lines[0].cells[1].as_str(), lines[0].selected), ("< player 2 >", true));
    press(&mut screen, &[Key::Down, Key::Enter]);
    let lines = screen.lines(3, &pads);
    assert_eq!((lines.len(), lines[1].waiting, lines[1].cells[1].as_str()), (3, true, "?"));
}

#[test]
fn the_screen_is_drawn_in_pictures_of_any_size() {
    for (width, height) in [(240, 320), (64, 64), (1, 1), (320, 200)] {
        let mut screen = ControlsScreen::new(Maps::default(), Layout::default());
        let mut last = None;
        for key in [Key::Down, Key::Enter, Key::Escape, Key::Up, Key::Up] {
            screen.press(Input::Key(key));
            let mut picture = Framebuffer::new(width, height);
            picture.fill(0x40_5060);
            screen.draw(&mut picture, &[Some(PadKind::Switch), None, None, None]);
            assert!(width < 64 || last != Some(picture.digest()), "{key:?} shows nothing");
            last = Some(picture.digest());
        }
    }
}
