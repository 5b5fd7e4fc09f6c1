//! The buildings of a small battle, and who is on their storeys.

use bevy::math::Vec2;

use super::{TestTable, points, rectangle, vocabulary};
use grapeshot_floor::table::terrain::{Building, Door, DoorState, Room, Window};

impl TestTable {
    /// Adds a building of one storey, a rectangle, with doors and windows by their middle.
    pub fn building(
        mut self,
        from: (f32, f32),
        to: (f32, f32),
        doors: &[(f32, f32, DoorState)],
        windows: &[(f32, f32)],
    ) -> Self {
        let vocabulary = vocabulary(&self.scenario.ruleset, self.plugins);
        self.scenario.terrain.buildings.push(Building {
            id: "house".into(),
            name: "house".into(),
            outline: rectangle(from, to),
            storeys: 1,
            material: vocabulary.materials.first().cloned().unwrap_or_default(),
            doors: doors.iter().map(|(x, y, state)| Door::new(Vec2::new(*x, *y), *state)).collect(),
            windows: points(windows).into_iter().map(Window::on_every_floor).collect(),
            rooms: Vec::new(),
            stairs: Vec::new(),
            cover: vocabulary.building_cover.clone(),
            size: vocabulary.building_sizes.first().cloned(),
        });
        self
    }

    /// Sets the size of the last building.
    pub fn building_size(mut self, size: &str) -> Self {
        self.house().size = Some(size.into());
        self
    }

    /// Makes the doors of the last building gates.
    pub fn gate(mut self) -> Self {
        self.house().doors.iter_mut().for_each(|door| door.gate = true);
        self
    }

    /// Sets the storeys of the last building.
    pub fn storeys(mut self, storeys: u8) -> Self {
        self.house().storeys = storeys;
        self
    }

    /// Adds stairs to the last building.
    pub fn stairs(mut self, x: f32, y: f32) -> Self {
        self.house().stairs.push(Vec2::new(x, y));
        self
    }

    /// Adds a window to one storey of the last building, 1 the ground floor.
    pub fn window(mut self, storey: u8, x: f32, y: f32) -> Self {
        self.house().windows.push(Window { at: Vec2::new(x, y), floor: Some(storey - 1) });
        self
    }

    /// Adds a room, a rectangle from corner to corner, to a storey of the last building.
    pub fn room(mut self, name: &str, storey: u8, from: (f32, f32), to: (f32, f32)) -> Self {
        self.house().rooms.push(Room { name: name.into(), floor: storey - 1, outline: rectangle(from, to) });
        self
    }

    /// Breaches a wall of the last building (CP-14.5).
    pub fn breach(mut self, x: f32, y: f32) -> Self {
        self.house().doors.push(Door::breach(Vec2::new(x, y)));
        self
    }

    /// Gives the doors of the last building an Endurance of their own.
    pub fn door_endurance(mut self, endurance: Option<u8>) -> Self {
        self.house().doors.iter_mut().for_each(|door| door.endurance = endurance);
        self
    }

    /// Puts a figure of the last unit, 1 the leader, on a storey of the building that it stands in.
    pub fn upstairs(mut self, figure: usize, storey: u8) -> Self {
        self.last().pieces[figure - 1].place.floor = storey - 1;
        self
    }

    /// Puts a figure of a unit on a storey of the building that it stands in.
    ///
    /// # Panics
    /// If the unit is not on the table.
    pub fn upstairs_of(mut self, key: &str, figure: usize, storey: u8) -> Self {
        let unit = self.scenario.units.iter_mut().find(|unit| unit.key == key).expect("the unit is on the table");
        unit.pieces[figure - 1].place.floor = storey - 1;
        self
    }

    fn house(&mut self) -> &mut Building {
        self.scenario.terrain.buildings.last_mut().expect("add a building first")
    }
}
