package demo

import "strings"

// The names are put together at random, so that nobody real is meant. Some have accents and
// letters that old programs spoil.
var (
	givenNames = strings.Fields(`
Ada Agnès Aiko Alma Amara Amir Anders Anika Anneke Arjun Astrid Ayo Beatriz Benoît Björn Bram
Brigid Camille Cedric Chidi Chloé Clara Conrad Dagny Dalia Daniela Darnell Deepa Desmond Dmitri
Edith Efua Eino Elif Eloise Emeka Enzo Esther Étienne Farah Felix Fiona Freya Gaëlle Gideon
Greta Gwen Hamza Hana Harriet Hugo Ibrahim Imani Inés Ingrid Isolde Ivo Jaleh Jasper Joaquín
Jolene Jun Kaia Karim Keiko Kofi Lars Layla Leontine Lior Ludmila Lupe Magnus Malik Marguerite
Mateo Mei Milan Mirela Moira Nadia Naoki Neve Nils Noor Octavia Odile Olu Oskar Padma Paolo
Petra Priya Quentin Rafael Ramona Renée Rhys Rosalind Ruth Sanjay Saoirse Selma Sibyl Søren
Stanisława Sunniva Tamsin Tariq Thandiwe Theo Tomás Una Ursula Vasco Vera Viggo Wanda Wilhelm
Xenia Yara Yusuf Zadie Zbigniew Zoë`)
	familyNames = strings.Fields(`
Abernathy Achterberg Adeyemi Albescu Amundsen Anand Ashgrove Atwater Baczyński Ballantyne Barrow
Bellweather Bergström Bhatt Birchall Blackwood Bořek Brannigan Brightwater Calloway Castañeda
Chaudhry Clearwater Cobbledick Côté Crabtree Crane Dąbrowska Dankworth Delacroix Demir Dovetail
Drummond Dubois Duskfield Eberhardt Ekwueme Ellery Engström Fairweather Falconer Farquhar
Featherstone Fenwick Ferreira Fitzwarren Fontaine Foxglove Gagnon Galbraith García Goldwater
Grzyb Guðmundsson Halloran Harcastle Hartmann Hawthorne Hedgerow Higashi Holloway Hrubý Ibarra
Ironside Ishikawa Jagiełło Jankowitz Kalu Kapoor Kestrel Kirkbride Kovačević Lachance Langmuir
Larkspur Lefèvre Lindqvist Löwenthal Mackintosh Marchbanks Mbeki Meadowcroft Merriweather Møller
Montague Muñoz Nakagawa Nightingale Núñez Oakenshaw O'Dowd O'Shaughnessy Okonkwo Olafsen
Ortega-Ruiz Osei Pantelis Paquette Pemberton Peregrine Petrović Pickersgill Popescu Quartermain
Quispe Rackham Ravensdale Redfern Rosendahl Różycki Sandoval Santamaría Sato Schönfeld Seabright
Shackleton Silverthorne Škoda Snowdon Sorensen Stoyanov Strand Sutcliffe Szymański Takahashi
Talwar Thistlewood Thorne Tremblay Tuđman Underhill Valderrama Vance Vasquez Vickers Villeneuve
Wainwright Wakefield Whitlock Wintergreen Wójcik Wren Yamada Yardley Yilmaz Zapata Żukowski`)
	venueKinds = []string{
		"Public Library", "Community Centre", "Grace Church Hall", "Legion Hall", "Student Union",
		"Senior Centre", "Masonic Temple", "Riverside Hotel",
	}
	seasons = []string{"Open", "Classic", "Challenge", "Cup", "Gathering"}
)

// city is where a satellite can be.
type city struct{ name, region, country, zone string }

var cities = []city{
	{"Boise", "ID", "US", "America/Boise"},
	{"Winnipeg", "MB", "CA", "America/Winnipeg"},
	{"Madison", "WI", "US", "America/Chicago"},
	{"Montréal", "QC", "CA", "America/Toronto"},
	{"Tucson", "AZ", "US", "America/Phoenix"},
	{"Portland", "ME", "US", "America/New_York"},
	{"Halifax", "NS", "CA", "America/Halifax"},
	{"Savannah", "GA", "US", "America/New_York"},
	{"Saskatoon", "SK", "CA", "America/Regina"},
	{"Albuquerque", "NM", "US", "America/Denver"},
	{"Duluth", "MN", "US", "America/Chicago"},
	{"Tacoma", "WA", "US", "America/Los_Angeles"},
	{"Louisville", "KY", "US", "America/Kentucky/Louisville"},
	{"Trois-Rivières", "QC", "CA", "America/Toronto"},
	{"Omaha", "NE", "US", "America/Chicago"},
	{"St. John's", "NL", "CA", "America/St_Johns"},
	{"Providence", "RI", "US", "America/New_York"},
	{"Fresno", "CA", "US", "America/Los_Angeles"},
	{"Anchorage", "AK", "US", "America/Anchorage"},
	{"Baton Rouge", "LA", "US", "America/Chicago"},
}
