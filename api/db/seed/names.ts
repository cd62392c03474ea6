import type { Random } from './random.ts';

// biome-ignore format: lists of names
const women = [
  'Amelia', 'Olivia', 'Isla', 'Ava', 'Freya', 'Poppy', 'Grace', 'Charlotte', 'Emily', 'Sophie', 'Chloe', 'Lucy', 'Megan', 'Bethan', 'Catrin', 'Ffion', 'Niamh', 'Aoife', 'Sinéad', 'Caitríona', 'Eilidh',
  'Kirsty', 'Fiona', 'Heather', 'Margaret', 'Jean', 'Patricia', 'Susan', 'Karen', 'Julie', 'Tracey', 'Joanne', 'Rachel', 'Rebecca', 'Hannah', 'Laura', 'Gemma', 'Natalie', 'Katarzyna', 'Agnieszka',
  'Małgorzata', 'Zofia', 'Ilona', 'Oksana', 'Daryna', 'Ioana', 'Andreea', 'Mihaela', 'Éva', 'Zsófia', 'Petra', 'Tereza', 'Eglė', 'Rūta', 'Līga', 'Priya', 'Anjali', 'Meera', 'Harpreet', 'Simran',
  'Ayesha', 'Fatima', 'Zainab', 'Samira', 'Yasmin', 'Leila', 'Nasrin', 'Folake', 'Ngozi', 'Chidinma', 'Adwoa', 'Esi', 'Thandiwe', 'Wanjiru', 'Makeda', 'Mei', 'Xiu Ying', 'Yuki', 'Hana', 'Soo-jin',
  'Thị Lan', 'Maria', 'Carmen', 'Inés', 'Lucía', 'Beatriz', 'Francesca', 'Giulia', 'Chiara', 'Élodie', 'Amélie', 'Anouk', 'Saskia', 'Ingrid', 'Astrid', 'Sigrid', 'Kaja', 'Leyla', 'Elif', 'Shanice',
];
// biome-ignore format: lists of names
const men = [
  'Oliver', 'Jack', 'Harry', 'George', 'Thomas', 'James', 'William', 'Daniel', 'Matthew', 'Joshua', 'Callum', 'Liam', 'Owen', 'Rhys', 'Gethin', 'Emyr', 'Iwan', 'Seán', 'Ciarán', 'Pádraig', 'Declan', 'Hamish',
  'Fergus', 'Alasdair', 'Craig', 'Stuart', 'Neil', 'Keith', 'Graham', 'Trevor', 'Barry', 'Darren', 'Lee', 'Wayne', 'Paul', 'Mark', 'Andrew', 'Simon', 'Piotr', 'Tomasz', 'Łukasz', 'Krzysztof', 'Jakub',
  'Mykola', 'Andrii', 'Bogdan', 'Cristian', 'Ștefan', 'László', 'Gergő', 'Tomáš', 'Jiří', 'Mantas', 'Jānis', 'Ravi', 'Arjun', 'Vikram', 'Gurpreet', 'Jaspal', 'Imran', 'Bilal', 'Usman', 'Omar', 'Yusuf',
  'Karim', 'Reza', 'Emeka', 'Chukwuma', 'Tunde', 'Kofi', 'Kwabena', 'Sipho', 'Tendai', 'Abdi', 'Dawit', 'Wei', 'Jun', 'Hiroshi', 'Min-jun', 'Văn Hùng', 'José', 'Miguel', 'Álvaro', 'João', 'Nuno', 'Marco',
  'Luca', 'Matteo', 'Étienne', 'Loïc', 'Jürgen', 'Björn', 'Søren', 'Håkon', 'Mehmet', 'Emre', 'Curtis', 'Winston', 'Leroy', 'Finlay',
];
// biome-ignore format: lists of names
const families = [
  'Smith', 'Jones', 'Taylor', 'Williams', 'Brown', 'Davies', 'Evans', 'Wilson', 'Thomas', 'Roberts', 'Johnson', 'Walker', 'Wright', 'Robinson', 'Thompson', 'White', 'Hughes', 'Edwards', 'Green', 'Hall',
  'Wood', 'Harris', 'Lewis', 'Martin', 'Jackson', 'Clarke', 'Clark', 'Turner', 'Hill', 'Cooper', 'Ward', 'Morris', 'Moore', 'Lee', 'King', 'Baker', 'Harrison', 'Morgan', 'Allen', 'James', 'Scott', 'Phillips',
  'Watson', 'Parker', 'Price', 'Bennett', 'Young', 'Griffiths', 'Mitchell', 'Kelly', 'Cook', 'Carter', 'Richardson', 'Bailey', 'Collins', 'Bell', 'Shaw', 'Murphy', 'Miller', 'Cox', 'Marshall', 'Anderson',
  'Ellis', 'Murray', 'Campbell', 'MacDonald', 'McAllister', 'Fraser', 'Sinclair', 'Drummond', 'Farquharson', 'Ó Súilleabháin', 'O’Connell', 'Gallagher', 'Byrne', 'Fitzpatrick', 'Llewellyn', 'Pritchard',
  'Featherstone', 'Ramsbottom', 'Winterbottom', 'Postlethwaite', 'Braithwaite', 'Hetherington', 'Cholmondeley', 'Thistlethwaite', 'Smith-Jones', 'Carrington-Hughes', 'Kowalski', 'Nowak', 'Wójcik',
  'Kamiński', 'Zieliński', 'Szymański', 'Dąbrowski', 'Popescu', 'Ionescu', 'Dumitrescu', 'Nagy', 'Szabó', 'Horváth', 'Dvořák', 'Procházka', 'Kazlauskas', 'Bērziņš', 'Kovalenko', 'Shevchenko', 'Bondarenko',
  'Patel', 'Singh', 'Kaur', 'Sharma', 'Gupta', 'Chaudhry', 'Khan', 'Ahmed', 'Hussain', 'Begum', 'Rahman', 'Malik', 'Okafor', 'Adebayo', 'Nwosu', 'Mensah', 'Owusu', 'Asante', 'Dlamini', 'Moyo', 'Kamau',
  'Tesfaye', 'Hassan', 'Ali', 'Mohamed', 'Haddad', 'Karimi', 'Chen', 'Wang', 'Zhang', 'Liu', 'Tanaka', 'Kim', 'Park', 'Trần', 'Lê', 'Phạm', 'García', 'Fernández', 'Rodríguez', 'Muñoz', 'Silva', 'Santos',
  'Ferreira', 'Rossi', 'Russo', 'Esposito', 'Lefèvre', 'Dubois', 'Müller', 'Schäfer', 'van der Berg', 'de Vries', 'Jørgensen', 'Lindström', 'Yılmaz', 'Demir', 'Papadopoulos', 'Christodoulou',
];

export interface PersonName {
  firstName: string;
  lastName: string;
  /** 20 woman, 10 man, 0 not said. */
  gender: 0 | 10 | 20;
}

export function drawName(random: Random): PersonName {
  const isWoman = random.chance(0.54);
  const gender = random.chance(0.04) ? 0 : isWoman ? 20 : 10;
  return { firstName: random.pick(isWoman ? women : men), lastName: random.pick(families), gender };
}

const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', ı: 'i', œ: 'oe' };

/** The part of an e-mail address before the @: `Małgorzata Wójcik` → `malgorzata.wojcik`. */
export function mailName(firstName: string, lastName: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll(/[łøđßæıœ]/g, (letter) => plainLetters[letter] ?? letter)
      .replaceAll(/[^a-z-]/g, '');
  return `${plain(firstName)}.${plain(lastName)}`;
}
