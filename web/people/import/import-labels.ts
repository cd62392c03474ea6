import type { ReplyOf } from '#contract/index.ts';
import type { ImportField, ImportOutcome, ImportState } from '#contract/people/people-import.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';

export type PeopleImport = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
export type ImportRow = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];

/** What a column can be, in the order of the choice. */
export const importFieldLabels: Record<ImportField, string> = {
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

export const isDateField = (field: string | null) => field === 'startDateUtc' || field === 'endDateUtc';

interface ImportOutcomeLabels {
  outcome: ImportOutcome;
  /** Before and after it was carried out. */
  planned: string;
  done: string;
  tone: Tone;
}

export const importOutcomes: readonly ImportOutcomeLabels[] = [
  { outcome: 'refuse', planned: 'Refused', done: 'Refused', tone: 'danger' },
  { outcome: 'create', planned: 'New', done: 'Created', tone: 'success' },
  { outcome: 'change', planned: 'Changes', done: 'Changed', tone: 'info' },
  { outcome: 'move', planned: 'Moves', done: 'Moved', tone: 'info' },
  { outcome: 'leave', planned: 'Account closes', done: 'Account closed', tone: 'warning' },
  { outcome: 'same', planned: 'Stays as it is', done: 'Stayed as it was', tone: 'neutral' },
];

export const findOutcomeLabels = (outcome: ImportOutcome) => importOutcomes.find((one) => one.outcome === outcome);
export const hasStarted = ({ startedOnUtc }: PeopleImport) => startedOnUtc !== null;
/** Whether every row has been reached: what an import that broke off meant to do did not all happen. */
export const isFullyProcessed = ({ state }: PeopleImport) => state === 'done' || state === 'undoing' || state === 'undone';
export const isInProgress = (state: ImportState) => state === 'previewing' || state === 'running' || state === 'undoing';

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
export const getImportStateLabel = (state: ImportState) => stateNames[state];

/** What it does or did, in a line: "3 new, 2 changes". */
export function formatImportSummary(one: PeopleImport): string {
  const parts = importOutcomes
    .filter(({ outcome }) => one.counts[outcome] > 0)
    .map(
      ({ outcome, planned, done }) =>
        `${formatNumber(one.counts[outcome])} ${(isFullyProcessed(one) ? done : planned).toLowerCase()}`,
    );
  return parts.length > 0 ? parts.join(', ') : plural(one.rows, 'row');
}

/** How many people something happens to. */
export const countAffectedPeople = ({ counts }: PeopleImport) => counts.create + counts.change + counts.move + counts.leave;

/** Fields that are said of two columns, and what is missing to find anybody; undefined where all is well. */
export function findColumnProblem(fields: readonly (string | null)[]): string | undefined {
  const said = fields.filter((field) => field !== null);
  const twice = said.find((field, at) => said.indexOf(field) !== at);
  if (twice) return `Two columns are said to be “${importFieldLabels[twice as ImportField]}”. Leave one of them out.`;
  if (!said.includes('employeeNumber') && !said.includes('email'))
    return 'Choose the column with the employee number or the one with the email address: by these people are found.';
  return undefined;
}
