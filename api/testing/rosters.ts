import fc from 'fast-check';
import { writeXlsx } from 'hucre/xlsx';
import type { DateOrder, NameOrder } from '#contract/people/import/interpretation.ts';
import type { SheetEncoding } from '#contract/platform/sheet-file.ts';
import { ENCODED_NAMES, encodeText } from './text-encodings.ts';

/** A person of a roster, as the portal should know them once the file is imported. */
export interface RosterPerson {
  employeeNumber: string;
  email: string;
  firstName: string;
  lastName: string;
  gender: number;
  site: string | null;
  startsOn: string | null;
  endsOn: string | null;
  weeklyHours: number | null;
}

/** A file of people, and what its writer knows of it. */
export interface Roster {
  fileName: string;
  content: Uint8Array;
  people: RosterPerson[];
  /** The cells of each person, by heading, as they were written. */
  cells: Record<string, string>[];
  encoding: SheetEncoding;
  /** Which comes first in dates such as 03/04/2026, and in whole names. */
  dateOrder: DateOrder;
  nameOrder: NameOrder;
  /** What was drawn, for a message. */
  shape: string;
}

/** The headings of three systems, by field. */
const SYSTEMS = {
  workday: {
    number: 'Worker ID',
    first: 'Legal First Name',
    last: 'Legal Last Name',
    full: 'Worker',
    email: 'Email - Work',
    gender: 'Gender',
    site: 'Location',
    group: 'Group',
    start: 'Hire Date',
    end: 'Termination Date',
    hours: 'Scheduled Weekly Hours',
  },
  german: {
    number: 'Personalnummer',
    first: 'Vorname',
    last: 'Nachname',
    full: 'Name',
    email: 'E-Mail',
    gender: 'Geschlecht',
    site: 'Standort',
    group: 'Gruppe',
    start: 'Eintrittsdatum',
    end: 'Austrittsdatum',
    hours: 'Wochenstunden',
  },
  bamboo: {
    number: 'Employee #',
    first: 'First Name',
    last: 'Last Name',
    full: 'Full Name',
    email: 'Work Email',
    gender: 'Gender',
    site: 'Location',
    group: 'Division',
    start: 'Hire Date',
    end: 'End Date',
    hours: 'Hours per week',
  },
} as const;

/** Words of systems for a gender, by the number on the wire; the last one is known to nobody. */
const GENDERS: readonly (readonly [word: string, gender: number])[] = [
  ['Male', 10],
  ['f', 20],
  ['Frau', 20],
  ['diverse', 0],
  ['Non-binary', 0],
  ['Not stated', 0],
  ['', 0],
  ['Zorblat', 0],
];

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = 'January February March April May June July August September October November December'.split(' ');
const GERMAN_MONTHS = 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' ');
const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
const two = (number: number) => String(number).padStart(2, '0');

/** How dates are written. Spellings in ASCII can be in every encoding. */
const SPELLINGS: Record<string, (day: string) => string> = {
  iso: (day) => day,
  'day first': (day) => day.split('-').reverse().join('/'),
  'month first': (day) => {
    const [year, month, date] = parts(day);
    return `${month}/${date}/${year}`;
  },
  dots: (day) => {
    const [year, month, date] = parts(day);
    return `${date}.${month}.${year}`;
  },
  'day and month': (day) => {
    const [year, month, date] = parts(day);
    return `${date} ${MONTHS[month - 1]} ${year}`;
  },
  'month and day': (day) => {
    const [year, month, date] = parts(day);
    return `${LONG_MONTHS[month - 1]} ${date}, ${year}`;
  },
  german: (day) => {
    const [year, month, date] = parts(day);
    return `${date}. ${GERMAN_MONTHS[month - 1]} ${year}`;
  },
  digits: (day) => day.replaceAll('-', ''),
  serial: (day) => String((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000),
  'with a time': (day) => `${day}T00:00:00`,
};

/** How hours are written. */
const HOURS: Record<string, (hours: number) => string> = {
  number: String,
  comma: (hours) => String(hours).replace('.', ','),
  unit: (hours) => `${hours}h`,
  clock: (hours) => `${Math.floor(hours)}:${two(Math.round((hours % 1) * 60))}`,
};

const ASCII_NAMES = ['Ann Ash', 'Maeve Okafor', "Siobhan O'Neill", 'Ludwig van Beethoven', 'Ian Smith-Jones'];
const OTHER_NAMES = [
  '小明 王',
  'さくら 山田',
  'Мария Иванова',
  'Γιώργος Παππάς',
  'Łukasz Żółć',
  'Đặng Ngọc',
  'נועה לוי',
  'ليلى حداد',
];

const split = (name: string) => {
  const [firstName = '', ...rest] = name.split(' ');
  return { firstName, lastName: rest.join(' ') };
};

/** A text as a cell of a file with this separator. */
const quote = (cell: string, separator: string) =>
  cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;

const days = (from: string, to: string) =>
  fc
    .integer({ min: Date.parse(from) / 86_400_000, max: Date.parse(to) / 86_400_000 })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10));

/** A site as someone mistypes it: two letters swapped. */
const mistype = (name: string) => name.slice(0, 2) + name[3] + name[2] + name.slice(4);

/**
 * Rosters of two to eight people in the shapes, encodings, spellings and orders of the systems that write them. `prefix` begins the employee numbers and the
 * addresses; `sites` and `group` are names that the organisation has.
 */
export function anyRoster(prefix: string, sites: readonly string[], group: string): fc.Arbitrary<Promise<Roster>> {
  const encodings = ['utf-8', 'utf-16le', 'utf-16be', ...Object.keys(ENCODED_NAMES)] as SheetEncoding[];
  const person = fc.record({
    name: fc.nat(),
    gender: fc.constantFrom(...GENDERS),
    site: fc.constantFrom(...sites, null),
    isMistyped: fc.boolean(),
    startsOn: fc.option(days('2015-01-01', '2026-11-01'), { freq: 6 }),
    endsOn: fc.option(days('2027-01-01', '2030-12-31'), { freq: 1 }),
    hours: fc.option(fc.constantFrom(12, 20.5, 37.5, 40)),
    isWrapped: fc.boolean(),
  });
  return fc
    .record({
      people: fc.array(person, { minLength: 2, maxLength: 8 }),
      system: fc.constantFrom(...Object.values(SYSTEMS)),
      format: fc.constantFrom('csv', 'csv', 'xlsx'),
      encoding: fc.constantFrom(...encodings),
      hasMark: fc.boolean(),
      separator: fc.constantFrom(',', ';', '\t'),
      newline: fc.constantFrom('\n', '\r\n'),
      spelling: fc.constantFrom(...Object.keys(SPELLINGS)),
      hours: fc.constantFrom(...Object.keys(HOURS)),
      names: fc.constantFrom<'two columns' | NameOrder>('two columns', 'last, first', 'first last'),
      never: fc.constantFrom('', '31.12.9999', '9999-12-31'),
      title: fc.constantFrom<readonly string[][]>([], [['Staff report'], ['Created 1 November 2026'], []]),
      order: fc.infiniteStream(fc.nat()).map((stream) => [...stream.take(20)]),
      hasReadMe: fc.boolean(),
    })
    .map(async (drawn): Promise<Roster> => {
      const { system, format, separator, spelling, names, order } = drawn;
      const encoding = format === 'xlsx' ? 'utf-8' : drawn.encoding;
      const pool =
        encoding in ENCODED_NAMES
          ? [...ENCODED_NAMES[encoding as keyof typeof ENCODED_NAMES].flat(), ...ASCII_NAMES]
          : [...ASCII_NAMES, ...OTHER_NAMES];
      const writeDay = SPELLINGS[spelling === 'german' && encoding === 'windows-1251' ? 'iso' : spelling] ?? String;
      const people: RosterPerson[] = [];
      const cells = drawn.people.map((each, index): Record<string, string> => {
        const { firstName, lastName } = split(pool[each.name % pool.length] ?? 'Ann Ash');
        const employeeNumber = `${prefix}${100 + index}`;
        const email = `${prefix}.${index}@roster.example`.toLowerCase();
        people.push({
          employeeNumber,
          email,
          firstName,
          lastName,
          gender: each.gender[1],
          site: each.site,
          startsOn: each.startsOn,
          endsOn: each.endsOn,
          weeklyHours: each.hours,
        });
        return {
          [system.number]: employeeNumber,
          ...(names === 'two columns'
            ? { [system.first]: firstName, [system.last]: lastName }
            : { [system.full]: names === 'last, first' ? `${lastName}, ${firstName}` : `${firstName} ${lastName}` }),
          [system.email]: each.isWrapped ? `mailto:${email}` : email,
          [system.gender]: each.gender[0],
          [system.site]: each.site && each.isMistyped ? mistype(each.site) : (each.site ?? ''),
          [system.group]: group,
          [system.start]: each.startsOn ? writeDay(each.startsOn) : '',
          [system.end]: each.endsOn ? writeDay(each.endsOn) : drawn.never,
          [system.hours]: each.hours === null ? '' : (HOURS[drawn.hours]?.(each.hours) ?? ''),
        };
      });
      const headings = Object.keys(cells[0] ?? {})
        .map((heading, index) => ({ heading, place: order[index] ?? 0 }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ heading }) => heading);
      const lines = [...drawn.title, headings, ...cells.map((row) => headings.map((heading) => row[heading] ?? ''))];
      const text = lines.map((line) => line.map((cell) => quote(cell, separator)).join(separator)).join(drawn.newline);
      // A file of UTF-16 says so by its mark, as every program writes it.
      const mark = encoding.startsWith('utf-16') || (encoding === 'utf-8' && drawn.hasMark) ? '\uFEFF' : '';
      const readMe = { name: 'Read me', rows: [['How to use this file'], ['Send it every Monday.']] };
      const content =
        format === 'xlsx'
          ? await writeXlsx({ sheets: [...(drawn.hasReadMe ? [readMe] : []), { name: 'Staff', rows: lines }] })
          : encodeText(mark + text, encoding);
      return {
        fileName: `roster.${format}`,
        content,
        people,
        cells,
        encoding,
        dateOrder: spelling === 'month first' ? 'month' : 'day',
        nameOrder: names === 'two columns' ? 'first last' : names,
        shape: JSON.stringify({
          format,
          encoding,
          separator,
          spelling,
          hours: drawn.hours,
          names,
          title: drawn.title.length,
          headings,
        }),
      };
    });
}
