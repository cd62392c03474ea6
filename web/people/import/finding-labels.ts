import { IMPORT_FINDINGS, type ImportFinding } from '#contract/people/import/finding-kinds.ts';
import { plural } from '#web/ui/format/format.ts';
import type { PeopleImport } from './import-labels.ts';

interface FindingLabels {
  /** As a filter. */
  title: string;
  /** Of a number of rows, to be confirmed. */
  describe: (rows: number) => string;
  /** How it was recognised, and what confirming does. */
  explanation: string;
  /** Of a number of rows that are not confirmed. */
  describeLeftOut: (rows: number) => string;
}

export const findingLabels: Record<ImportFinding, FindingLabels> = {
  newNumber: {
    title: 'New employee number',
    describe: (rows) => `${plural(rows, 'person gets', 'people get')} a new employee number`,
    explanation: 'Their email address and name are known.',
    describeLeftOut: (rows) => `${plural(rows, 'new employee number')} will be left out`,
  },
  newEmail: {
    title: 'New email address',
    describe: (rows) => `${plural(rows, 'person gets', 'people get')} a new email address`,
    explanation:
      'Their employee number is known. Both addresses of those who have a password get an email, and the new one has to be confirmed.',
    describeLeftOut: (rows) => `${plural(rows, 'new email address', 'new email addresses')} will be left out`,
  },
  newSurname: {
    title: 'New surname',
    describe: (rows) => `${plural(rows, 'person has', 'people have')} a new surname`,
    explanation: 'Their employee number or email address is known.',
    describeLeftOut: (rows) => `${plural(rows, 'new surname')} will be left out`,
  },
  newName: {
    title: 'Another name',
    describe: (rows) => `${plural(rows, 'person has', 'people have')} another first name and surname`,
    explanation:
      'Check whether it is still the same person: the employee number or email address may have been given to someone else.',
    describeLeftOut: (rows) => `${plural(rows, 'row')} with another name will not be imported`,
  },
  successor: {
    title: 'Address of a leaver',
    describe: (rows) => `${plural(rows, 'email address goes', 'email addresses go')} from a leaver to a successor`,
    explanation: 'The accounts of the leavers are closed. They lose the address.',
    describeLeftOut: (rows) => `${plural(rows, 'address', 'addresses')} of leavers will not be passed on`,
  },
};

/** The findings of a file, with their numbers of rows. */
export const listFindings = ({ findings }: PeopleImport): { finding: ImportFinding; rows: number }[] =>
  IMPORT_FINDINGS.map((finding) => ({ finding, rows: findings[finding] })).filter(({ rows }) => rows > 0);
