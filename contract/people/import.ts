import Type from 'typebox';
import { RANGE_IMPORT_FIELDS, type RangeImportField } from '../catalogue/range/range-import.ts';
import { endpoint, roles } from '../endpoint.ts';
import {
  bool,
  dateTime,
  described,
  entity,
  id,
  int,
  maybe,
  nullable,
  paging,
  text,
  totalCount,
  wholeNumber,
  workbook,
} from '../values.ts';
import { confirmedFindings, finding, findingCounts } from './import/findings.ts';
import { interpretationInput } from './import/interpretation.ts';
import { importSettingsEndpoints } from './import/settings.ts';

/**
 * Importing people, opening balances of people, or the range from a file: upload it, choose what its columns mean, preview every row, and run it.
 * From then on it is a bulk edit of the kind `people-import`, `balance-import` or `range-import`: the calls of bulk edits show its progress and
 * stop, continue and undo it.
 */

const administrators = roles('OrganisationAdmin');
const tags = ['Import of people'] as const;

/** Size limit of a file, in bytes. */
export const MAX_IMPORT_FILE_BYTES = 20 * 1024 * 1024;

/** The fields of a person that a column of the file can hold, by their names in the calls for people; `fullName` is the first and the last name in one. */
export const IMPORT_FIELDS = [
  'employeeNumber',
  'email',
  'firstName',
  'lastName',
  'fullName',
  'gender',
  'poNumber',
  'roleIds',
  'organisationGroupIds',
  'organisationResortId',
  'departments',
  'organisationBusinessAreaId',
  'jobRoleId',
  'costCentreId',
  'organisationCollections',
  'organisationSeasons',
  'allocationTypeId',
  'startDateUtc',
  'endDateUtc',
  'weeklyHours',
  'active',
] as const;

/** One of `IMPORT_FIELDS`. */
export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What the rows of a file are: people, opening balances of people, or products of the range. */
export const IMPORT_KINDS = ['people', 'balances', 'range'] as const;

/** One of `IMPORT_KINDS`. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/**
 * The fields of an opening balance that a column of the file can hold. `target` is a group or product of the wardrobe, or `Budget`; `balance` is
 * what the person had left when they moved to this portal.
 */
export const BALANCE_FIELDS = ['employeeNumber', 'email', 'wardrobe', 'season', 'target', 'unit', 'balance'] as const;

/** One of `BALANCE_FIELDS`. */
export type BalanceField = (typeof BALANCE_FIELDS)[number];

/** The field of a column, in a file of any kind. */
export type ColumnField = ImportField | BalanceField | RangeImportField;

/**
 * What a row does: creates a person, changes values, moves someone (group, destination, department or business area), closes an account,
 * changes nothing, or cannot be imported.
 */
export const IMPORT_OUTCOMES = ['create', 'change', 'move', 'close', 'unchanged', 'refuse'] as const;

/** One of `IMPORT_OUTCOMES`. */
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

/**
 * `uploaded`: the columns have to be confirmed; `previewing`: a job plans the rows; `previewed`: ready to run; `running` and `stopped`: the state
 * of its bulk edit; `finished`: every row has a result; `undone`: finished and reverted since.
 */
export type ImportState = 'uploaded' | 'previewing' | 'previewed' | 'running' | 'stopped' | 'finished' | 'undone';

const counts = entity('ImportCounts', {
  create: described(int, 'New people.'),
  change: described(int, 'People or products with changed values, or balances that are changed.'),
  move: described(int, 'People who change their group, destination, departments or business area.'),
  close: described(int, 'Accounts that are closed.'),
  unchanged: described(int, 'People, balances or products that are already as in the file.'),
  refuse: described(int, 'Rows that cannot be imported.'),
});

const options = {
  deactivateMissing: described(
    bool,
    'The file lists everyone: accounts of people who are not in it are closed, except administrators and Sales.',
  ),
  clearEmpty: described(bool, 'An empty cell clears the value; otherwise it changes nothing.'),
  invite: described(bool, 'New people get an invitation when the import is finished.'),
  monthFirst: described(
    bool,
    'In dates such as 03/04/2026 the month comes first. Answers for all columns whose dates do not prove their order and that are not in `orders`.',
  ),
};

const kind = Type.Optional(
  Type.Unsafe<ImportKind>(
    Type.String({
      enum: [...IMPORT_KINDS],
      message: 'Kind must be people, balances or range.',
      description:
        'What the rows are: people, balances (opening balances) or range (products of the range); people unless given. The range is for administrators of the whole organisation.',
    }),
  ),
);

const peopleImport = entity('Import', {
  id: int,
  kind: Type.Unsafe<ImportKind>(Type.String({ description: 'people, balances or range.' })),
  fileName: described(text, 'Name of the uploaded file.'),
  createdOnUtc: described(dateTime, 'When the file was uploaded.'),
  createdBy: described(text, 'Name of the person who uploaded it.'),
  state: Type.Unsafe<ImportState>(
    Type.String({ description: 'uploaded, previewing, previewed, running, stopped, finished or undone.' }),
  ),
  rows: described(int, 'Rows of the file below its headings, without empty ones.'),
  isReadingConfirmed: described(
    bool,
    'False as long as the encoding of the file has to be confirmed or changed by `POST /api/peopleimports/:id/reading` before the preview.',
  ),
  columns: Type.Array(
    entity({
      header: described(text, 'Heading of the column.'),
      samples: Type.Array(text, { description: 'Up to three different values.' }),
      field: nullable(
        Type.Unsafe<ColumnField>(Type.String({ description: 'The field it holds; null when the column is not imported.' })),
      ),
    }),
    { description: 'The columns of the file in their order.' },
  ),
  ...options,
  previewProgress: described(
    entity({ done: described(int, 'Rows that have been planned.'), total: described(int, 'Rows to plan.') }),
    'How far the preview is.',
  ),
  isPreviewInterrupted: described(bool, 'The job of the preview failed repeatedly. Request the preview again.'),
  counts: described(counts, 'Rows by outcome: as planned until the import is finished, then as they turned out.'),
  findings: described(findingCounts, 'Rows by what has to be confirmed of whom they are about, as they were planned.'),
  confirmedFindings: nullable(
    Type.Array(finding, { description: 'The findings that were confirmed when the import was run; null before.' }),
  ),
  leavingUnread: described(
    int,
    'Rows whose last day of work or status could not be read: those of the person are left as they are.',
  ),
  deactivation: described(
    entity({
      closing: described(int, 'Accounts that the import would close.'),
      activePeople: described(int, 'Active people whom the importer manages.'),
      threshold: described(int, 'The deactivation threshold of the organisation, in percent.'),
      mustConfirm: described(bool, 'More than the threshold would be closed: the import runs only with the exact number.'),
    }),
    'The check of imports of people against files that are incomplete.',
  ),
  invitations: nullable(
    described(
      entity({
        queued: described(int, 'Invitations that are being sent.'),
        skipped: Type.Array(
          entity({ msg: described(text, 'Why these people were not invited.'), count: described(int, 'Number of people.') }),
          { description: 'New people who were not invited, by reason.' },
        ),
      }),
      'Result of the invitations; null when none were requested or the import is not finished.',
    ),
  ),
  bulkEditId: nullable(
    described(
      int,
      'The bulk edit that runs the import, or the one that undoes it; null before the import is run, after 30 days, and where the caller cannot see it.',
    ),
  ),
  previewedOnUtc: nullable(described(dateTime, 'When the preview was finished.')),
  startedOnUtc: nullable(described(dateTime, 'When it was run.')),
  finishedOnUtc: nullable(described(dateTime, 'When every row had a result.')),
  undoneOnUtc: nullable(described(dateTime, 'When it had been undone.')),
});

const one = entity({ peopleImport });
const params = Type.Object({ id: id('peopleImport') });

/** The calls of imports of people. */
export const peopleImportEndpoints = {
  'GET /api/peopleimports': endpoint({
    name: 'listImports',
    summary: 'List imports of people',
    description: 'Newest first: the caller’s own, or everyone’s for administrators of the whole organisation.',
    tags,
    access: administrators,
    query: Type.Object({ kind, ...paging }),
    reply: entity({ peopleImports: Type.Array(peopleImport), totalCount }),
  }),

  ...importSettingsEndpoints,

  'GET /api/peopleimports/template': endpoint({
    name: 'downloadImportTemplate',
    summary: 'Download a template for imports of people',
    description: 'A workbook with the columns that an import understands and, on a second sheet, the names they can hold.',
    tags,
    access: administrators,
    query: Type.Object({ kind }),
    reply: workbook,
  }),

  'POST /api/peopleimports': endpoint({
    name: 'uploadImport',
    summary: 'Upload a file of people, opening balances or the range',
    description:
      'CSV, TSV or an Excel workbook. The body is the bytes of the file (`application/octet-stream`). Changes no one; preview and run it next. Refused (503, with `Retry-After`) while another file of the organisation, or too many of others, are read.',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    bodyLimit: MAX_IMPORT_FILE_BYTES,
    query: Type.Object({
      fileName: Type.String({
        minLength: 1,
        maxLength: 200,
        message: 'The name of the file is required, 200 characters at most.',
        description: 'Name under which the file is listed.',
      }),
      kind,
    }),
    upload: 'bytes',
    reply: one,
  }),

  'GET /api/peopleimports/:id': endpoint({
    name: 'getImport',
    summary: 'Get an import of people',
    tags,
    access: administrators,
    params,
    reply: one,
  }),

  'POST /api/peopleimports/:id/preview': endpoint({
    name: 'previewImport',
    summary: 'Preview an import of people',
    description:
      'Saves what the columns mean and plans every row by a job. Changes no one. A new request replaces the preview. Refused (422) as long as a question about the order of dates or names is open; values with unknown words are left as they are.',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    refusesUnknown: true,
    body: Type.Object({
      fields: Type.Array(
        nullable(
          Type.String({
            enum: [...new Set([...IMPORT_FIELDS, ...BALANCE_FIELDS, ...RANGE_IMPORT_FIELDS]), null],
            message: 'A column cannot be this.',
          }),
        ),
        {
          maxItems: 200,
          message: 'Fields must be one for each column.',
          description: 'The field of each column in the order of the file; null leaves a column out.',
        },
      ),
      deactivateMissing: Type.Optional(options.deactivateMissing),
      clearEmpty: Type.Optional(options.clearEmpty),
      invite: Type.Optional(options.invite),
      monthFirst: Type.Optional(options.monthFirst),
      ...interpretationInput,
    }),
    reply: one,
  }),

  'POST /api/peopleimports/:id/run': endpoint({
    name: 'runImport',
    summary: 'Run an import of people',
    description:
      'Starts a bulk edit of the kind `people-import`, `balance-import` or `range-import`, which plans every row again before it writes it.',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    body: Type.Object({
      confirmClosing: described(
        maybe(wholeNumber),
        'The exact number of accounts that will be closed; required when it is above the threshold.',
      ),
      confirmed: described(
        Type.Optional(confirmedFindings),
        'The findings that are confirmed, each with the exact number of its rows (409 for another). Values of others are left out; a row that would be about someone else, or takes the address of a leaver for someone new, is not imported.',
      ),
    }),
    reply: one,
  }),

  'DELETE /api/peopleimports/:id': endpoint({
    name: 'discardImport',
    summary: 'Discard a file that has not been imported',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    reply: Type.Object({}),
  }),
};
