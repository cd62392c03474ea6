import Type from 'typebox';
import { endpoint, roles } from '../../endpoint.ts';
import { bool, described, entity, id, int, nullable, paging, text, totalCount, workbook } from '../../values.ts';
import { IMPORT_OUTCOMES, type ImportOutcome } from '../import.ts';
import { finding } from './findings.ts';

/** The rows of an import: what each does or did. */

const administrators = roles('OrganisationAdmin');
const tags = ['Import of people'] as const;

const outcome = Type.Optional(
  Type.Unsafe<ImportOutcome>(
    Type.String({
      enum: [...IMPORT_OUTCOMES],
      message: 'Outcome must be create, change, move, close, unchanged or refuse.',
      description: 'Only rows with this outcome: create, change, move, close, unchanged or refuse.',
    }),
  ),
);

/** Rows whose last day of work or status could not be read, so that those of the person were left as they are. */
const attention = Type.Optional(
  Type.Unsafe<'leaving'>(
    Type.String({
      enum: ['leaving'],
      message: 'Attention must be leaving.',
      description: 'leaving: only rows whose last day of work or status could not be read, and was left as it is.',
    }),
  ),
);

const OUTCOME_DESCRIPTION = 'create, change, move, close, unchanged or refuse.';

const params = Type.Object({ id: id('peopleImport') });

const row = entity('ImportRow', {
  row: described(int, 'Position of the row, and of its item in the bulk edit.'),
  line: nullable(described(int, 'Line of the file; null for someone who is not in the file.')),
  customerId: nullable(int),
  productOrganisationId: nullable(described(int, 'Product of the range; null in imports of people and balances.')),
  person: described(text, 'Name of the person or product, as far as it is known.'),
  sku: nullable(described(text, 'SKU in the file, in an import of the range.')),
  email: nullable(text),
  employeeNumber: nullable(described(text, 'Employee number of the person, or in the file for someone new.')),
  outcome: nullable(Type.Unsafe<ImportOutcome>(Type.String({ description: `${OUTCOME_DESCRIPTION} Null before the preview.` }))),
  isProcessed: described(bool, 'The import has run this row; otherwise `outcome` is what the preview planned.'),
  changes: Type.Array(
    entity({
      field: described(text, 'Name of the field to show.'),
      before: described(text, 'Previous value; empty when there was none.'),
      after: described(text, 'New value; empty when it is cleared.'),
    }),
    { description: 'What the row changes.' },
  ),
  reasons: Type.Array(text, { description: 'Why it cannot be imported, or which values are left as they are.' }),
  findings: Type.Array(finding, { description: 'What has to be confirmed of whom it is about.' }),
  undo: nullable(
    Type.Unsafe<'restored' | 'partly' | 'kept'>(
      Type.String({
        description:
          'What undoing did: restored, partly or kept; null where it was not undone or that was more than 30 days ago.',
      }),
    ),
  ),
  undoReason: nullable(described(text, 'Why it could not be undone, or only in part.')),
});

/** The calls for the rows of imports. */
export const importRowEndpoints = {
  'GET /api/peopleimports/:id/rows': endpoint({
    name: 'listImportRows',
    summary: 'List the rows of an import of people',
    description: 'In the order of the file, with what each does or did; people who are not in the file come last.',
    tags,
    access: administrators,
    params,
    query: Type.Object({ outcome, finding: Type.Optional(finding), attention, ...paging }),
    reply: entity({ rows: Type.Array(row), totalCount }),
  }),

  'GET /api/peopleimports/:id/report': endpoint({
    name: 'downloadImportReport',
    summary: 'Download the rows of an import of people',
    description: 'A workbook with what each row does or did, beside the columns of the file.',
    tags,
    access: administrators,
    params,
    query: Type.Object({ outcome, finding: Type.Optional(finding), attention }),
    reply: workbook,
  }),
};
