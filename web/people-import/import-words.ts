import type { ReplyOf } from '#contract/index.ts';
import type { ImportField, ImportState, Outcome } from '#contract/people-import.ts';
import { formatNumber, plural } from '../ui/format.ts';
import type { Tone } from '../ui/status-badge.tsx';

export type PeopleImport = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
export type ImportRow = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];

/** What a column can be, in the order of the choice. */
export const fieldNames: Record<ImportField, string> = {
  employeeNumber: 'Employee number',
  email: 'Email',
  firstName: 'First name',
  lastName: 'Last name',
  organisationGroupIds: 'Group',
  organisationResortId: 'Destination',
  departments: 'Departments',
  organisationBusinessAreaId: 'Business area',
  jobRoleId: 'Job role',
  organisationCollections: 'Wardrobe',
  organisationSeasons: 'Season',
  allocationTypeId: 'Allocation',
  roleIds: 'Role',
  startDateUtc: 'First day of work',
  endDateUtc: 'Last day of work',
  weeklyHours: 'Weekly hours',
  gender: 'Gender',
  poNumber: 'PO number',
  active: 'Account open or closed',
};

export const isDayField = (field: string | null) => field === 'startDateUtc' || field === 'endDateUtc';

interface OutcomeWords {
  outcome: Outcome;
  /** Before and after it was carried out. */
  planned: string;
  done: string;
  tone: Tone;
}

export const outcomes: readonly OutcomeWords[] = [
  { outcome: 'refuse', planned: 'Refused', done: 'Refused', tone: 'danger' },
  { outcome: 'create', planned: 'New', done: 'Created', tone: 'success' },
  { outcome: 'change', planned: 'Changes', done: 'Changed', tone: 'info' },
  { outcome: 'move', planned: 'Moves', done: 'Moved', tone: 'info' },
  { outcome: 'leave', planned: 'Account closes', done: 'Account closed', tone: 'warning' },
  { outcome: 'same', planned: 'Stays as it is', done: 'Stayed as it was', tone: 'neutral' },
];

export const wordsOf = (outcome: Outcome) => outcomes.find((one) => one.outcome === outcome);
export const isCarriedOut = ({ startedOnUtc }: PeopleImport) => startedOnUtc !== null;
/** Whether every row has been reached: what an import that broke off meant to do did not all happen. */
export const isWholeDone = ({ state }: PeopleImport) => state === 'done' || state === 'undoing' || state === 'undone';
export const isUnderWay = (state: ImportState) => state === 'previewing' || state === 'running' || state === 'undoing';

const stateNames: Record<ImportState, [name: string, tone: Tone]> = {
  uploaded: ['Columns to check', 'neutral'],
  previewing: ['Preview being made', 'info'],
  previewed: ['Waits to be carried out', 'neutral'],
  running: ['Under way', 'info'],
  done: ['Carried out', 'success'],
  undoing: ['Being taken back', 'info'],
  undone: ['Taken back', 'warning'],
  failed: ['Broke off', 'danger'],
};
export const stateOf = (state: ImportState) => stateNames[state];

/** What it does or did, in a line: "3 new, 2 changes". */
export function inShort(one: PeopleImport): string {
  const parts = outcomes
    .filter(({ outcome }) => one.counts[outcome] > 0)
    .map(
      ({ outcome, planned, done }) => `${formatNumber(one.counts[outcome])} ${(isWholeDone(one) ? done : planned).toLowerCase()}`,
    );
  return parts.length > 0 ? parts.join(', ') : plural(one.rows, 'row');
}

/** How many people something happens to. */
export const affected = ({ counts }: PeopleImport) => counts.create + counts.change + counts.move + counts.leave;

/** Fields that are said of two columns, and what is missing to find anybody; undefined where all is well. */
export function problemOf(fields: readonly (string | null)[]): string | undefined {
  const said = fields.filter((field) => field !== null);
  const twice = said.find((field, at) => said.indexOf(field) !== at);
  if (twice) return `Two columns are said to be “${fieldNames[twice as ImportField]}”. Leave one of them out.`;
  if (!said.includes('employeeNumber') && !said.includes('email'))
    return 'Choose the column with the employee number or the one with the email address: by these people are found.';
  return undefined;
}
