import { foldName, type PersonName } from './person-names.rules.ts';

/** A line of a file with what its person is known by. */
export interface KeyedLine extends PersonName {
  rowNo: number;
  line: number;
  numberKey: string | null;
  emailKey: string | null;
  /** The person of the organisation whom the keys identify; null or absent where they identify none. */
  personId?: number | null;
}

/** What a line says of a contract. Days are `2026-03-31`. */
export interface Contract {
  isClosed: boolean;
  startsOn: string | null;
  endsOn: string | null;
}

/** What a line shares with another one: its person, of whom it is another contract, or only the address or the number. */
export type DuplicateKind = 'person' | 'contract' | 'email' | 'number';

/** A line that does not count, or not with its address, and the line that does. */
export interface DuplicateLine {
  rowNo: number;
  line: number;
  kind: DuplicateKind;
}

/** The lines of one person. */
type Group = KeyedLine[];

/** The texts by which a line is found, and those by which it finds others. */
function listMarks({ numberKey, emailKey, firstName, lastName, personId }: KeyedLine): { own: string[]; sought: string[] } {
  const [first, last] = [foldName(firstName), foldName(lastName)];
  const isNamed = first + last !== '';
  const both: string[] = [];
  const [own, sought]: [string[], string[]] = [[], []];
  const mark = (...parts: string[]) => JSON.stringify(parts);
  if (personId != null) {
    // Of two lines with a number that number and their names decide.
    const id = String(personId);
    own.push(mark(numberKey === null ? 'person by address' : 'person by number', id));
    sought.push(mark('person by address', id));
    if (numberKey === null) sought.push(mark('person by number', id));
  }
  if (numberKey !== null) {
    if (first) both.push(mark('number', numberKey, 'first', first));
    if (last) both.push(mark('number', numberKey, 'last', last));
    if (emailKey !== null) both.push(mark('number', numberKey, 'email', emailKey));
    own.push(mark('number', numberKey));
    if (!isNamed) own.push(mark('nameless number', numberKey));
    sought.push(mark(isNamed ? 'nameless number' : 'number', numberKey));
  }
  if (emailKey !== null) {
    if (isNamed) both.push(mark('email', emailKey, first, last));
    own.push(mark('email', emailKey));
    if (!isNamed && numberKey === null) own.push(mark('nameless email', emailKey));
    sought.push(mark(!isNamed && numberKey === null ? 'email' : 'nameless email', emailKey));
  }
  return { own: [...both, ...own], sought: [...both, ...sought] };
}

/**
 * Groups lines by person, in the order of their first lines: those with the same number and one of the names or the address, those with the same
 * address and name, and those that identify the same person of the organisation by different keys. A line without a name belongs to the person who has its number; one without a number too, to the person who has its address.
 */
function groupLines(lines: readonly KeyedLine[]): Group[] {
  const groupsByMark = new Map<string, Group>();
  const groups = new Set<Group>();
  for (const line of lines) {
    const { own, sought } = listMarks(line);
    const found = new Set(sought.map((mark) => groupsByMark.get(mark)).filter((group) => group !== undefined));
    // A line can connect lines that had nothing in common before. The smaller groups move, so that no line moves often.
    const [largest, ...others] = [...found].toSorted((a, b) => b.length - a.length);
    const group = largest ?? [];
    groups.add(group);
    for (const other of others) {
      group.push(...other);
      groups.delete(other);
      for (const mark of other.flatMap((moved) => listMarks(moved).own))
        if (groupsByMark.get(mark) === other) groupsByMark.set(mark, group);
    }
    group.push(line);
    for (const mark of own) if (!groupsByMark.has(mark)) groupsByMark.set(mark, group);
  }
  return [...groups].map((group) => group.toSorted((a, b) => a.rowNo - b.rowNo));
}

/** Whether a contract runs on a day, or begins later. */
const runs = ({ isClosed, endsOn }: Contract, today: string) => !isClosed && (endsOn === null || endsOn >= today);

/** Compares contracts of one person: negative where the first one counts, 0 where nothing tells. */
function compareContracts(a: Contract, b: Contract, today: string): number {
  const [aRuns, bRuns] = [runs(a, today), runs(b, today)];
  if (aRuns !== bRuns) return aRuns ? -1 : 1;
  const byEnd = compareDays(b.endsOn ?? '9999-12-31', a.endsOn ?? '9999-12-31');
  return byEnd === 0 ? compareDays(b.startsOn ?? '', a.startsOn ?? '') : byEnd;
}

const compareDays = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The lines that do not count as they are. Of several contracts of a person the current one counts: open, and ending last or not at all. Where
 * nothing tells which one, the first line counts. Of several people with one address those whose contract runs have it, then the first; the same for
 * a number.
 */
export function findDuplicateLines(
  lines: readonly KeyedLine[],
  readContract: (line: KeyedLine) => Contract,
  today: string,
): DuplicateLine[] {
  const groups = groupLines(lines);
  const duplicates: DuplicateLine[] = [];
  const counting: { line: KeyedLine; runs: boolean | undefined }[] = [];
  for (const group of groups) {
    const [only, another] = group;
    if (!only) continue;
    if (!another) {
      counting.push({ line: only, runs: undefined });
      continue;
    }
    const contracts = group.map((line) => ({ line, contract: readContract(line) }));
    const [current, ...others] = contracts.toSorted((a, b) => compareContracts(a.contract, b.contract, today));
    if (!current) continue;
    counting.push({ line: current.line, runs: runs(current.contract, today) });
    for (const { line, contract } of others)
      duplicates.push({
        rowNo: line.rowNo,
        line: current.line.line,
        kind: compareContracts(current.contract, contract, today) === 0 ? 'person' : 'contract',
      });
  }
  const shared = (['email', 'number'] as const).flatMap((kind) => findShared(kind, counting, readContract, today));
  return [...duplicates, ...new Map(shared.map((line) => [line.rowNo, line])).values()].toSorted((a, b) => a.rowNo - b.rowNo);
}

/** The lines of different people that share a number or an address, except for the one that has it. */
function findShared(
  kind: 'number' | 'email',
  counting: readonly { line: KeyedLine; runs: boolean | undefined }[],
  readContract: (line: KeyedLine) => Contract,
  today: string,
): DuplicateLine[] {
  const byKey = Map.groupBy(counting, ({ line }) => (kind === 'number' ? line.numberKey : line.emailKey));
  return [...byKey].flatMap(([key, sharing]) => {
    if (key === null || sharing.length === 1) return [];
    const ranked = sharing
      .map(({ line, runs: isKnown }) => ({ line, runs: isKnown ?? runs(readContract(line), today) }))
      .toSorted((a, b) => Number(b.runs) - Number(a.runs) || a.line.rowNo - b.line.rowNo);
    const owner = ranked[0]?.line.line ?? 0;
    return ranked.slice(1).map(({ line }) => ({ rowNo: line.rowNo, line: owner, kind }));
  });
}
