import type { ReplyOf } from '#contract/index.ts';
import type { ImportField, ImportOutcome, ImportState } from '#contract/people/people-import.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';
import { formatNumber, plural } from '#web/ui/format/format.ts';

export type PeopleImport = ReplyOf<'GET /api/peopleimports/:id'>['peopleImport'];
export type ImportRow = ReplyOf<'GET /api/peopleimports/:id/rows'>['rows'][number];

/** The fields of a column, in the order in which they are offered. */
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
  /** Before the row is run, and after. */
  planned: string;
  processed: string;
  tone: Tone;
}

export const importOutcomes: readonly ImportOutcomeLabels[] = [
  { outcome: 'refuse', planned: 'Can’t import', processed: 'Not imported', tone: 'danger' },
  { outcome: 'create', planned: 'New', processed: 'Created', tone: 'success' },
  { outcome: 'change', planned: 'Changes', processed: 'Changed', tone: 'info' },
  { outcome: 'move', planned: 'Moves', processed: 'Moved', tone: 'info' },
  { outcome: 'close', planned: 'Account closes', processed: 'Account closed', tone: 'warning' },
  { outcome: 'unchanged', planned: 'No change', processed: 'No change', tone: 'neutral' },
];

export const findOutcomeLabels = (outcome: ImportOutcome) => importOutcomes.find((labels) => labels.outcome === outcome);

const STATE_LABELS: Record<ImportState, [name: string, tone: Tone]> = {
  uploaded: ['Check the columns', 'neutral'],
  previewing: ['Checking', 'info'],
  previewed: ['Ready to import', 'neutral'],
  running: ['Importing', 'info'],
  stopped: ['Stopped', 'warning'],
  finished: ['Imported', 'success'],
  undone: ['Undone', 'warning'],
};
export const getImportStateLabel = (state: ImportState) => STATE_LABELS[state];

/** What an import does or did in one line: "3 new, 2 changes". */
export function formatImportSummary({ counts, rows, finishedOnUtc }: PeopleImport): string {
  const parts = importOutcomes
    .filter(({ outcome }) => counts[outcome] > 0)
    .map(
      ({ outcome, planned, processed }) =>
        `${formatNumber(counts[outcome])} ${(finishedOnUtc ? processed : planned).toLowerCase()}`,
    );
  return parts.length > 0 ? parts.join(', ') : plural(rows, 'row');
}

/** Number of people whom an import creates or changes. */
export const countAffectedPeople = ({ counts }: PeopleImport) => counts.create + counts.change + counts.move + counts.close;

/** Why the chosen fields cannot be used: one is chosen twice, or none identifies people; undefined when they can. */
export function findColumnProblem(fields: readonly (string | null)[]): string | undefined {
  const chosen = fields.filter((field) => field !== null);
  const twice = chosen.find((field, index) => chosen.indexOf(field) !== index);
  if (twice) return `Two columns have the field “${importFieldLabels[twice as ImportField]}”. Please leave one of them out.`;
  if (!chosen.includes('employeeNumber') && !chosen.includes('email'))
    return 'Please choose the column with the employee number or the email address, which identifies people.';
  return undefined;
}
