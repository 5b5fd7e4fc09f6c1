//! Names of the men that a scenario does not name: surnames of the time by flag, the same for the same scenario.

use std::collections::BTreeSet;

const FRENCH: &[&str] = &[
    "Petit",
    "Moreau",
    "Roux",
    "Girard",
    "Fournier",
    "Lambert",
    "Bonnet",
    "Rousseau",
    "Blanchard",
    "Gauthier",
    "Perrin",
    "Morin",
    "Clement",
    "Chevalier",
    "Robin",
    "Masson",
    "Noel",
    "Dufour",
    "Marchand",
    "Lemoine",
    "Picard",
    "Barbier",
    "Renard",
    "Colin",
    "Vidal",
    "Aubert",
    "Rolland",
    "Leclerc",
    "Bourgeois",
    "Guillot",
    "Charpentier",
    "Mercier",
    "Besson",
    "Dupuis",
    "Gaillard",
    "Tessier",
    "Laporte",
    "Joly",
    "Maillard",
    "Cordier",
    "Huet",
    "Pasquier",
    "Jacquet",
    "Verdier",
    "Poirier",
    "Lacroix",
    "Berger",
    "Hardy",
];

const BRITISH: &[&str] = &[
    "Atkins",
    "Bright",
    "Cooper",
    "Dawson",
    "Ellis",
    "Fletcher",
    "Gibbs",
    "Harding",
    "Ingram",
    "Jarvis",
    "Kemp",
    "Lawson",
    "Mercer",
    "Nash",
    "Oakes",
    "Parry",
    "Quick",
    "Reeve",
    "Shaw",
    "Tilley",
    "Underwood",
    "Vickers",
    "Webb",
    "Yates",
    "Barlow",
    "Crabbe",
    "Dunn",
    "Farrow",
    "Gough",
    "Hobbs",
    "Jessop",
    "Kirby",
    "Lunt",
    "Marsh",
    "Norris",
    "Pike",
    "Rudd",
    "Sharpe",
    "Tuck",
    "Wicks",
    "Burke",
    "Connor",
    "Daly",
    "Flynn",
    "Kelly",
    "Nolan",
    "Ryan",
    "Sheehan",
];

const AMERICAN: &[&str] = &[
    "Adams", "Babcock", "Carver", "Dwight", "Eaton", "Foster", "Goodwin", "Hale", "Ives", "Jewett", "Kimball", "Lyman",
    "Mather", "Newell", "Otis", "Pratt", "Quincy", "Ripley", "Sawyer", "Thayer", "Upton", "Vance", "Wheeler", "York",
    "Alden", "Boone", "Clay", "Drake", "Ewing", "Fisk", "Grover", "Holt", "Jarrett", "Knox", "Logan", "McBride",
    "Noble", "Owens", "Pettit", "Rankin", "Slade", "Tate", "Wells", "Yancey", "Barton", "Colby", "Dyer", "Fuller",
];

const SPANISH: &[&str] = &[
    "Alonso", "Blanco", "Castro", "Delgado", "Esteban", "Fuentes", "Garrido", "Herrero", "Ibarra", "Jimeno", "Lozano",
    "Molina", "Navarro", "Ortega", "Pascual", "Quiroga", "Robles", "Salas", "Torres", "Urbina", "Vega", "Zamora",
    "Aguilar", "Bravo", "Campos", "Duran", "Escudero", "Flores", "Gallego", "Hidalgo", "Lara", "Marin", "Nieto",
    "Olmo", "Prieto", "Rubio", "Soler", "Tejada", "Valle", "Yuste",
];

const PORTUGUESE: &[&str] = &[
    "Almeida",
    "Barbosa",
    "Cardoso",
    "Dias",
    "Esteves",
    "Faria",
    "Guedes",
    "Henriques",
    "Leite",
    "Machado",
    "Neves",
    "Oliveira",
    "Pinto",
    "Ramos",
    "Simoes",
    "Teixeira",
    "Vieira",
    "Xavier",
    "Azevedo",
    "Brito",
    "Coelho",
    "Duarte",
    "Ferraz",
    "Gouveia",
    "Lobo",
    "Matos",
    "Nunes",
    "Pacheco",
    "Queiroz",
    "Rocha",
    "Sampaio",
    "Tavares",
];

const GERMAN: &[&str] = &[
    "Albrecht", "Bauer", "Claussen", "Dietrich", "Eberhard", "Fischer", "Graf", "Hartmann", "Jung", "Keller", "Lange",
    "Maurer", "Neumann", "Otto", "Pfeiffer", "Richter", "Schulze", "Thiele", "Ulrich", "Vogel", "Wagner", "Zimmer",
    "Arnold", "Berger", "Decker", "Engel", "Frank", "Gruber", "Huber", "Kraus", "Lorenz", "Moser", "Pichler", "Reiter",
    "Steiner", "Thoma", "Weber", "Ziegler", "Brandt", "Kuhn",
];

const RUSSIAN: &[&str] = &[
    "Antonov", "Belov", "Chernov", "Dmitriev", "Efimov", "Fedorov", "Gusev", "Ivanov", "Karpov", "Lebedev", "Morozov",
    "Nikitin", "Orlov", "Popov", "Romanov", "Sidorov", "Titov", "Ushakov", "Volkov", "Yakovlev", "Zaitsev", "Baranov",
    "Denisov", "Frolov", "Golubev", "Kozlov", "Larin", "Makarov", "Naumov", "Pavlov", "Rybakov", "Sokolov", "Tikhonov",
    "Vasilev", "Zhukov", "Bykov",
];

const INDIAN: &[&str] = &[
    "Tall Elk",
    "Two Hawks",
    "Grey Wolf",
    "Black Beaver",
    "Running Deer",
    "Red Sky",
    "White Crane",
    "Lone Pine",
    "Swift Water",
    "Broken Bow",
    "Night Owl",
    "Little Bear",
    "Standing Oak",
    "Yellow Leaf",
    "Far Thunder",
    "Strong Wind",
    "Blue Heron",
    "Long Knife",
    "Cold River",
    "Wounded Fox",
    "Eagle Feather",
    "Early Snow",
    "Spotted Pony",
    "Still Lake",
    "Quiet Otter",
    "Dark Cloud",
    "Sharp Stone",
    "Winter Hare",
];

/// What drovers and herders call their animals.
const BEASTS: &[&str] = &[
    "Brindle",
    "Old Blue",
    "Dolores",
    "Crooked Horn",
    "Blaze",
    "Sancho",
    "Bess",
    "Cinder",
    "Patches",
    "Duchess",
    "Muley",
    "Nugget",
    "Domino",
    "Clover",
    "Thistle",
    "Buttons",
    "Daisy",
    "Freckles",
    "Smoke",
    "Biscuit",
    "Lady",
    "Pepper",
    "Switchtail",
    "Juniper",
];

/// Names for the men under a flag; an unknown flag gets British names.
fn of_flag(flag: &str) -> &'static [&'static str] {
    match flag {
        "french" => FRENCH,
        "american" | "militia" | "army" | "cavalry" | "union" | "confederate" | "outlaws" | "law" | "cowboys"
        | "herders" | "drovers" | "trappers" | "stage" => AMERICAN,
        "spanish" | "mexican" => SPANISH,
        "portuguese" => PORTUGUESE,
        "austrian" | "prussian" | "german" | "bavarian" | "saxon" | "hanoverian" | "brunswick" | "landwehr" => GERMAN,
        "russian" => RUSSIAN,
        "indian" | "cheyenne" => INDIAN,
        "neutral" => BEASTS,
        _ => BRITISH,
    }
}

/// Gives names that nobody has yet.
#[derive(Debug, Default)]
pub struct Names {
    used: BTreeSet<String>,
}

impl Names {
    /// Takes a name that the scenario gives; its last word is not given to anybody else.
    pub fn take(&mut self, name: &str) {
        self.used.insert(name.rsplit(' ').next().unwrap_or(name).to_owned());
        self.used.insert(name.to_owned());
    }

    /// A new name under a flag. The unit's key decides where in the list to begin, so that one unit more does not
    /// rename all others.
    pub fn next(&mut self, flag: &str, unit: &str) -> String {
        let names = of_flag(flag);
        let start = (xxhash_rust::xxh3::xxh3_64(unit.as_bytes()) % names.len() as u64) as usize;
        let free = (0..names.len()).map(|n| names[(start + n) % names.len()]).find(|name| !self.used.contains(*name));
        let name = match free {
            Some(name) => name.to_owned(),
            // All surnames are taken: the men go by initials as on a muster roll.
            None => {
                let initials = ('A'..='Z').flat_map(|c| names.iter().map(move |name| format!("{c}. {name}")));
                let mut all = initials.filter(|name| !self.used.contains(name));
                all.next().unwrap_or_else(|| format!("{} {}", names[start], self.used.len()))
            }
        };
        self.used.insert(name.clone());
        name
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_men_share_a_name_and_the_same_unit_gets_the_same_names() {
        let roll = || {
            let mut names = Names::default();
            names.take("Sergeant Petit");
            (0..200).map(|_| names.next("french", "fr_1")).collect::<Vec<_>>()
        };
        let distinct: BTreeSet<String> = roll().into_iter().collect();
        assert_eq!(distinct.len(), 200);
        assert!(!distinct.contains("Petit"));
        assert_eq!(roll(), roll());
    }
}
