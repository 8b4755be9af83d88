export interface DemoCountry {
  readonly language: string
  readonly timezone: string
  /** How many of a hundred leads come from there. */
  readonly weight: number
  /** Beginnings of phone numbers, followed by digits up to the length: numbers for fiction where a country has them. */
  readonly phones: readonly string[]
  readonly phoneLength: number
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly cities: readonly string[]
  readonly streets: readonly string[]
}

/** The countries of the demo, by two-letter code. */
export const demoCountries: Readonly<Record<string, DemoCountry>> = {
  GB: {
    ...place('en', 'Europe/London', 16, ['+447400123'], 13),
    ...names(
      'Olivia George Amelia Harry Isla Jack Ava Charlie Mia Oscar Freya Arthur',
      'Smith Jones Taylor Brown Williams Wilson Davies Evans Thomas Walker Wright Hughes',
    ),
    ...streets(
      'London Manchester Leeds Bristol Glasgow Cardiff',
      'High Street,Station Road,Church Lane',
    ),
  },
  DE: {
    ...place('de', 'Europe/Berlin', 15, ['+4915123456'], 14),
    ...names(
      'Anna Lukas Lena Felix Marie Jonas Laura Paul Johanna Max Clara Leon',
      'Müller Schmidt Schneider Fischer Weber Wagner Becker Hoffmann Schäfer Koch Richter Klein',
    ),
    ...streets(
      'Berlin Hamburg München Köln Leipzig Stuttgart',
      'Hauptstraße,Bahnhofstraße,Gartenweg',
    ),
  },
  FR: {
    ...place('fr', 'Europe/Paris', 11, ['+3363998'], 12),
    ...names(
      'Camille Hugo Léa Louis Manon Gabriel Chloé Jules Inès Arthur Élise Nathan',
      'Martin Bernard Dubois Thomas Robert Richard Petit Durand Leroy Moreau Fournier Girard',
    ),
    ...streets(
      'Paris Lyon Marseille Toulouse Nantes Lille',
      'Rue de la Paix,Avenue Victor Hugo,Rue du Moulin',
    ),
  },
  ES: {
    ...place('es', 'Europe/Madrid', 10, ['+34612345'], 12),
    ...names(
      'Lucía Hugo Sofía Martín Paula Daniel Carla Pablo Alba Álvaro Elena Diego',
      'García Fernández González López Martínez Sánchez Pérez Gómez Ruiz Díaz Moreno Romero',
    ),
    ...streets(
      'Madrid Barcelona Valencia Sevilla Bilbao Zaragoza',
      'Calle Mayor,Calle Real,Avenida de la Constitución',
    ),
  },
  IT: {
    ...place('it', 'Europe/Rome', 10, ['+39312345'], 13),
    ...names(
      'Giulia Leonardo Sofia Francesco Aurora Alessandro Chiara Lorenzo Martina Matteo Elisa Andrea',
      'Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Marino Greco Conti Gallo',
    ),
    ...streets('Roma Milano Torino Bologna Firenze Napoli', 'Via Roma,Via Garibaldi,Corso Italia'),
  },
  NL: {
    ...place('nl', 'Europe/Amsterdam', 7, ['+31612345'], 12),
    ...names(
      'Emma Daan Sanne Sem Lotte Lucas Fleur Thijs Anouk Bram Eva Ruben',
      'Jansen Bakker Visser Smit Meijer Mulder Bos Vos Peters Hendriks Dekker Brouwer',
    ),
    ...streets(
      'Amsterdam Rotterdam Utrecht Eindhoven Groningen',
      'Dorpsstraat,Kerkstraat,Molenweg',
    ),
  },
  PL: {
    ...place('pl', 'Europe/Warsaw', 7, ['+48512345'], 12),
    ...names(
      'Zuzanna Jakub Maja Antoni Hanna Szymon Oliwia Filip Alicja Kacper Ewa Piotr',
      'Nowak Kowalczyk Wójcik Kamiński Lewandowski Zieliński Mazur Krawczyk Kaczmarek Grabowski',
    ),
    ...streets('Warszawa Kraków Wrocław Poznań Gdańsk Łódź', 'ul. Polna,ul. Leśna,ul. Słoneczna'),
  },
  SE: {
    ...place('sv', 'Europe/Stockholm', 5, ['+46701740'], 12),
    ...names(
      'Alice William Maja Liam Ella Noah Astrid Hugo Wilma Oscar Saga Elias',
      'Andersson Johansson Karlsson Nilsson Eriksson Larsson Olsson Persson Svensson Lindberg',
    ),
    ...streets('Stockholm Göteborg Malmö Uppsala Örebro', 'Storgatan,Skolgatan,Ringvägen'),
  },
  CA: {
    ...place(
      'en',
      'America/Toronto',
      6,
      ['+141655501', '+151455501', '+160455501', '+140355501'],
      12,
    ),
    ...names(
      'Emily Liam Chloe Ethan Zoe Owen Hannah Lucas Grace Benjamin Nora Logan',
      'Tremblay Roy Gagnon Campbell MacDonald Reid Fraser Morrison Bouchard Singh Chan Nguyen',
    ),
    ...streets(
      'Toronto Montréal Vancouver Calgary Ottawa',
      'King Street,Maple Avenue,Lakeshore Road',
    ),
  },
  AU: {
    ...place('en', 'Australia/Sydney', 5, ['+61491570'], 12),
    ...names(
      'Charlotte Jack Ruby William Matilda Cooper Evie Lachlan Sienna Angus Poppy Hamish',
      'Kelly Ryan Walsh Murray Robertson Marshall Palmer Hunt Barnes Webb Burke Chapman',
    ),
    ...streets(
      'Sydney Melbourne Brisbane Perth Adelaide',
      'George Street,Victoria Road,Beach Road',
    ),
  },
  ZA: {
    ...place('en', 'Africa/Johannesburg', 4, ['+27711234'], 12),
    ...names(
      'Lerato Thabo Naledi Sipho Zanele Johan Amahle Pieter Nomsa Mandla Anika Kagiso',
      'Nkosi Dlamini Botha Naidoo Mokoena Pillay Jacobs Khumalo Venter Zulu Adams Ndlovu',
    ),
    ...streets('Johannesburg Durban Pretoria Gqeberha', 'Main Road,Long Street,Voortrekker Road'),
  },
  BR: {
    ...place('pt', 'America/Sao_Paulo', 4, ['+5511961234'], 14),
    ...names(
      'Helena Miguel Alice Arthur Laura Heitor Beatriz Davi Júlia Bernardo Lívia Rafael',
      'Silva Santos Oliveira Souza Pereira Costa Ferreira Rodrigues Almeida Nascimento Lima Araújo',
    ),
    ...streets(
      'Curitiba Recife Salvador Fortaleza Manaus',
      'Rua das Flores,Avenida Brasil,Rua São João',
    ),
  },
}

function place(
  language: string,
  timezone: string,
  weight: number,
  phones: readonly string[],
  phoneLength: number,
) {
  return { language, timezone, weight, phones, phoneLength }
}

function names(first: string, last: string) {
  return { first: first.split(' '), last: last.split(' ') }
}

function streets(cities: string, streets: string) {
  return { cities: cities.split(' '), streets: streets.split(',') }
}
