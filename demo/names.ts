import type { Random } from './random.ts';

/** Names that go together, and how many people in a hundred have them. */
interface Origin {
  share: number;
  women: string[];
  men: string[];
  families: string[];
}

// biome-ignore format: lists of names
const origins: Origin[] = [
  {
    share: 46,
    women: ['Amelia', 'Olivia', 'Isla', 'Ava', 'Poppy', 'Grace', 'Charlotte', 'Emily', 'Sophie', 'Chloe', 'Lucy', 'Megan', 'Margaret', 'Jean', 'Patricia', 'Susan', 'Karen', 'Julie', 'Tracey', 'Joanne', 'Rachel',
      'Rebecca', 'Hannah', 'Laura', 'Gemma', 'Natalie', 'Heather', 'Alison', 'Denise', 'Shanice'],
    men: ['Oliver', 'Jack', 'Harry', 'George', 'Thomas', 'James', 'William', 'Daniel', 'Matthew', 'Joshua', 'Stuart', 'Neil', 'Keith', 'Graham', 'Trevor', 'Barry', 'Darren', 'Lee', 'Wayne', 'Paul', 'Mark', 'Andrew',
      'Simon', 'Curtis', 'Winston', 'Leroy', 'Adrian', 'Clive'],
    families: ['Smith', 'Taylor', 'Brown', 'Wilson', 'Johnson', 'Walker', 'Wright', 'Robinson', 'Thompson', 'White', 'Green', 'Hall', 'Wood', 'Harris', 'Martin', 'Jackson', 'Clarke', 'Turner', 'Hill', 'Cooper', 'Ward',
      'Moore', 'King', 'Baker', 'Harrison', 'Allen', 'Watson', 'Parker', 'Bennett', 'Young', 'Mitchell', 'Cook', 'Carter', 'Richardson', 'Bailey', 'Collins', 'Bell', 'Shaw', 'Miller', 'Cox', 'Marshall', 'Ellis',
      'Featherstone', 'Ramsbottom', 'Winterbottom', 'Postlethwaite', 'Braithwaite', 'Hetherington', 'Cholmondeley', 'Thistlethwaite', 'Smith-Jones', 'Carrington-Hughes', 'Fortescue-Brickdale'],
  },
  {
    share: 7,
    women: ['Bethan', 'Catrin', 'Ffion', 'Angharad', 'Siân', 'Nia', 'Rhiannon', 'Gwenllian'],
    men: ['Rhys', 'Owen', 'Gethin', 'Emyr', 'Iwan', 'Dylan', 'Geraint', 'Llŷr'],
    families: ['Jones', 'Williams', 'Davies', 'Evans', 'Thomas', 'Roberts', 'Hughes', 'Griffiths', 'Morgan', 'Llewellyn', 'Pritchard', 'Ap Gwynfor'],
  },
  {
    share: 9,
    women: ['Eilidh', 'Kirsty', 'Fiona', 'Morag', 'Catriona', 'Mhairi', 'Shona'],
    men: ['Callum', 'Hamish', 'Fergus', 'Alasdair', 'Craig', 'Finlay', 'Ruaridh'],
    families: ['Campbell', 'MacDonald', 'McAllister', 'Fraser', 'Sinclair', 'Drummond', 'Farquharson', 'Murray', 'Scott', 'Anderson', 'MacGillivray'],
  },
  {
    share: 6,
    women: ['Niamh', 'Aoife', 'Sinéad', 'Caitríona', 'Róisín', 'Gráinne'],
    men: ['Seán', 'Ciarán', 'Pádraig', 'Declan', 'Eoin', 'Tadhg'],
    families: ['Murphy', 'Kelly', 'Ó Súilleabháin', 'O’Connell', 'Gallagher', 'Byrne', 'Fitzpatrick', 'Ní Bhriain', 'O’Shaughnessy'],
  },
  {
    share: 8,
    women: ['Katarzyna', 'Agnieszka', 'Małgorzata', 'Zofia', 'Ilona', 'Oksana', 'Daryna', 'Anna'],
    men: ['Piotr', 'Tomasz', 'Łukasz', 'Krzysztof', 'Jakub', 'Mykola', 'Andrii', 'Michał'],
    families: ['Kowalczyk', 'Nowak', 'Wójcik', 'Mazur', 'Zając', 'Szczepaniak', 'Dąbek', 'Kovalenko', 'Shevchenko', 'Bondarenko'],
  },
  {
    share: 6,
    women: ['Ioana', 'Andreea', 'Mihaela', 'Éva', 'Zsófia', 'Petra', 'Tereza', 'Eglė', 'Līga'],
    men: ['Bogdan', 'Cristian', 'Ștefan', 'László', 'Gergő', 'Tomáš', 'Jiří', 'Mantas', 'Jānis'],
    families: ['Popescu', 'Ionescu', 'Dumitrescu', 'Nagy', 'Szabó', 'Horváth', 'Dvořák', 'Němec', 'Kazlauskas', 'Bērziņš'],
  },
  {
    share: 9,
    women: ['Priya', 'Anjali', 'Meera', 'Harpreet', 'Simran', 'Ayesha', 'Fatima', 'Zainab', 'Samira', 'Yasmin', 'Nasrin'],
    men: ['Ravi', 'Arjun', 'Vikram', 'Gurpreet', 'Jaspal', 'Imran', 'Bilal', 'Usman', 'Omar', 'Yusuf', 'Karim'],
    families: ['Patel', 'Singh', 'Sharma', 'Gupta', 'Chaudhry', 'Khan', 'Ahmed', 'Hussain', 'Rahman', 'Malik', 'Venkataraman'],
  },
  {
    share: 4,
    women: ['Folake', 'Ngozi', 'Chidinma', 'Adwoa', 'Esi', 'Thandiwe', 'Wanjiru', 'Makeda'],
    men: ['Emeka', 'Chukwuma', 'Tunde', 'Kofi', 'Kwabena', 'Sipho', 'Tendai', 'Dawit'],
    families: ['Okafor', 'Adebayo', 'Nwosu', 'Mensah', 'Owusu', 'Asante', 'Dlamini', 'Moyo', 'Kamau', 'Tesfaye'],
  },
  {
    share: 2,
    women: ['Mei', 'Xiu Ying', 'Yuki', 'Soo-jin', 'Thị Lan'],
    men: ['Wei', 'Jun', 'Hiroshi', 'Min-jun', 'Văn Hùng'],
    families: ['Chen', 'Wang', 'Zhang', 'Tanaka', 'Kim', 'Trần', 'Lê', 'Phạm'],
  },
  {
    share: 3,
    women: ['Maria', 'Carmen', 'Inés', 'Lucía', 'Beatriz', 'Francesca', 'Giulia', 'Élodie', 'Amélie', 'Saskia', 'Ingrid', 'Leyla', 'Eleni'],
    men: ['José', 'Miguel', 'Álvaro', 'João', 'Marco', 'Luca', 'Étienne', 'Loïc', 'Jürgen', 'Søren', 'Håkon', 'Mehmet', 'Giorgos'],
    families: ['García', 'Fernández', 'Muñoz', 'Silva', 'Ferreira', 'Rossi', 'Esposito', 'Lefèvre', 'Dubois', 'Müller', 'van der Berg', 'Jørgensen', 'Yılmaz', 'Papadopoulos'],
  },
];

export interface PersonName {
  firstName: string;
  lastName: string;
  /** 20 woman, 10 man, 0 not given. */
  gender: 0 | 10 | 20;
}

/** One person in twelve has first and last names of different origins. */
export function drawName(random: Random): PersonName {
  const origin = random.weighted(origins.map((each) => [each, each.share] as const));
  const family = random.chance(0.08) ? random.pick(origins) : origin;
  const isWoman = random.chance(0.54);
  const gender = random.chance(0.04) ? 0 : isWoman ? 20 : 10;
  return { firstName: random.pick(isWoman ? origin.women : origin.men), lastName: random.pick(family.families), gender };
}

const plainLetters: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', ı: 'i', œ: 'oe' };

/** The part of an email address before the @: `Małgorzata Wójcik` → `malgorzata.wojcik`. */
export function toEmailLocalPart(firstName: string, lastName: string): string {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .normalize('NFD')
      .replaceAll(/[\u0300-\u036f]/g, '')
      .replaceAll(/[łøđßæıœ]/g, (letter) => plainLetters[letter] ?? letter)
      .replaceAll(/[^a-z-]/g, '');
  return `${plain(firstName)}.${plain(lastName)}`;
}
