import Type from 'typebox';
import { endpoint, roles } from '../endpoint.ts';
import { bool, dateTime, entity, id, int, maybe, nullable, paging, text, workbook } from '../values.ts';

/** Bringing people in from a file: read it, say what its columns mean, look at what would happen, carry it out, take it back. */

const administrators = roles('OrganisationAdmin');
const tags = ['Import of people'] as const;

/** Largest file, in bytes. */
export const MAX_IMPORT_FILE_BYTES = 20 * 1024 * 1024;

/** What a column of the file can be. */
export const IMPORT_FIELDS = [
  'employeeNumber',
  'email',
  'firstName',
  'lastName',
  'gender',
  'poNumber',
  'roleIds',
  'organisationGroupIds',
  'organisationResortId',
  'departments',
  'organisationBusinessAreaId',
  'jobRoleId',
  'organisationCollections',
  'organisationSeasons',
  'allocationTypeId',
  'startDateUtc',
  'endDateUtc',
  'weeklyHours',
  'active',
] as const;

export type ImportField = (typeof IMPORT_FIELDS)[number];

/** What becomes of a line: a new person, changes, changes of where somebody works, nothing, a closed account, a refusal. */
export const IMPORT_OUTCOMES = ['create', 'change', 'move', 'same', 'leave', 'refuse'] as const;
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number];

const outcome = Type.Unsafe<ImportOutcome>(
  Type.String({ enum: [...IMPORT_OUTCOMES], message: 'Outcome must be create, change, move, same, leave or refuse.' }),
);
const counts = entity({ create: int, change: int, move: int, same: int, leave: int, refuse: int });

export type ImportState = 'uploaded' | 'previewing' | 'previewed' | 'running' | 'done' | 'undoing' | 'undone' | 'failed';

const peopleImport = entity({
  id: int,
  fileName: text,
  createdOnUtc: dateTime,
  createdBy: text,
  state: Type.Unsafe<ImportState>(Type.String()),
  /** Lines of the file that say something. */
  rows: int,
  columns: Type.Array(
    entity({
      header: text,
      /** The first values that are there. */
      samples: Type.Array(text),
      /** What it is taken for; null: left out. */
      field: nullable(Type.Unsafe<ImportField>(Type.String())),
    }),
  ),
  missingLeave: bool,
  clearEmpty: bool,
  invite: bool,
  monthFirst: bool,
  /** Of the step that is under way. */
  progress: entity({ done: int, total: int }),
  counts,
  /** Accounts that would be closed, of how many; where it is too many the number must be confirmed. */
  brake: entity({ closing: int, activePeople: int, percent: int, mustConfirm: bool }),
  /** What came of the invitations; null where none were asked for. */
  invitations: nullable(entity({ queued: int, skipped: Type.Array(entity({ msg: text, count: int })) })),
  undoCounts: nullable(entity({ undone: int, partly: int, kept: int })),
  /** It broke off before it came to an end, and can be gone on with. */
  isStopped: bool,
  failure: nullable(text),
  previewedOnUtc: nullable(dateTime),
  startedOnUtc: nullable(dateTime),
  finishedOnUtc: nullable(dateTime),
  undoneOnUtc: nullable(dateTime),
  /** Whether it is the last one that was carried out, and its values are still kept. */
  undoAllowed: bool,
  /** Why not, where it was carried out. */
  undoObstacle: nullable(text),
});

const peopleImportSettings = entity({
  /** When more than this share of the active people would lose their account, the number must be confirmed: 0 always, 100 never. */
  brakePercent: int,
});

const one = entity({ peopleImport });
const params = Type.Object({ id: id('peopleImport') });

export const peopleImportEndpoints = {
  'GET /api/peopleimports': endpoint({
    summary: 'Imports of people, newest first: the administrator’s own, all of them for whoever administers everything',
    tags,
    access: administrators,
    query: Type.Object({ ...paging }),
    reply: entity({ peopleImports: Type.Array(peopleImport), totalCount: int }),
  }),

  'GET /api/peopleimports/settings': endpoint({
    summary: 'What holds for all imports of the organisation',
    tags,
    access: administrators,
    reply: entity({ peopleImportSettings }),
  }),

  'PUT /api/peopleimports/settings': endpoint({
    summary: 'Set the brake of all imports of the organisation; for administrators of the whole of it',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    root: 'peopleImportSettings',
    body: Type.Object({
      brakePercent: Type.Integer({
        minimum: 0,
        maximum: 100,
        message: 'The share must be a whole number from 0 to 100.',
      }),
      /** What the sender was shown: when it is another by now, nothing is set. */
      seenPercent: maybe(int),
    }),
    reply: entity({ peopleImportSettings }),
  }),

  'GET /api/peopleimports/template': endpoint({
    summary: 'A workbook with the columns that an import knows, and the names that they can hold',
    tags,
    access: administrators,
    reply: workbook,
  }),

  'POST /api/peopleimports': endpoint({
    summary:
      'Read a file (CSV, TSV or Excel workbook; the body is its bytes, application/octet-stream). Nothing happens to anybody yet',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    bodyLimit: MAX_IMPORT_FILE_BYTES,
    query: Type.Object({
      fileName: Type.String({
        minLength: 1,
        maxLength: 200,
        message: 'The name of the file is required, 200 characters at most.',
      }),
    }),
    reply: one,
  }),

  'GET /api/peopleimports/:id': endpoint({
    summary: 'One import: its columns, how far it is, what it does',
    tags,
    access: administrators,
    params,
    reply: one,
  }),

  'POST /api/peopleimports/:id/preview': endpoint({
    summary: 'Say what the columns mean and work out what would happen to whom; a job does it',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    body: Type.Object({
      /** The field of each column in the order of the file; null leaves it out. */
      fields: Type.Array(nullable(Type.String({ enum: [...IMPORT_FIELDS, null], message: 'A column cannot be this.' })), {
        maxItems: 200,
        message: 'Fields must be one for each column.',
      }),
      missingLeave: maybe(bool),
      clearEmpty: maybe(bool),
      invite: maybe(bool),
      monthFirst: maybe(bool),
    }),
    reply: one,
  }),

  'GET /api/peopleimports/:id/rows': endpoint({
    summary: 'What becomes of each line, in the order of the file; people who are not in it come last',
    tags,
    access: administrators,
    params,
    query: Type.Object({ outcome: Type.Optional(outcome), ...paging }),
    reply: entity({
      rows: Type.Array(
        entity({
          row: int,
          /** Of the file; null for somebody who is not in it. */
          line: nullable(int),
          customerId: nullable(int),
          person: text,
          email: nullable(text),
          employeeNumber: nullable(text),
          outcome: nullable(Type.Unsafe<ImportOutcome>(Type.String())),
          /** Whether that has happened; rows of an import that broke off have not all been reached. */
          isDone: bool,
          changes: Type.Array(entity({ field: text, before: text, after: text })),
          reasons: Type.Array(text),
          undo: nullable(text),
          undoReasons: Type.Array(text),
        }),
      ),
      totalCount: int,
    }),
  }),

  'GET /api/peopleimports/:id/report': endpoint({
    summary: 'The same as a workbook, with the columns of the file beside it',
    tags,
    access: administrators,
    params,
    query: Type.Object({ outcome: Type.Optional(outcome) }),
    reply: workbook,
  }),

  'POST /api/peopleimports/:id/run': endpoint({
    summary: 'Carry out what was previewed; a job does it, and looks at every line once more',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    body: Type.Object({
      /** How many accounts will be closed; asked for where they are many. */
      confirmClosing: maybe(int),
    }),
    reply: one,
  }),

  'POST /api/peopleimports/:id/continue': endpoint({
    summary: 'Go on with an import that broke off, or with taking it back; a job does it',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    reply: one,
  }),

  'POST /api/peopleimports/:id/undo': endpoint({
    summary: 'Take the last import back, as far as nobody has changed or ordered anything since; a job does it',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    reply: one,
  }),

  'DELETE /api/peopleimports/:id': endpoint({
    summary: 'Throw a file away that was not carried out',
    tags,
    access: administrators,
    whileImpersonating: 'refused',
    params,
    reply: Type.Object({}),
  }),
};
