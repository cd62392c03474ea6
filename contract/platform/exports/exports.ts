import Type from 'typebox';
import { anyOperator, endpoint, signedIn } from '../../endpoint.ts';
import { bool, dateTime, described, entity, id, int, listOf, nullable, text, workbook } from '../../values.ts';
import {
  EXPORT_CALLS,
  type ExportListName,
  type ExportState,
  MAX_DIRECT_ROWS,
  SUPPLIER_EXPORT_CALLS,
  type SupplierExportListName,
} from './export-lists.ts';

/** Exports of long lists: a job writes the file, and for 24 hours the one who asked for it can download it. */

const tags = ['Exports'] as const;

const exportFields = {
  id: int,
  list: Type.Unsafe<ExportListName | SupplierExportListName>(
    Type.String({
      description: `${Object.keys(EXPORT_CALLS).join(', ')}; of operators ${Object.keys(SUPPLIER_EXPORT_CALLS).join(', ')}.`,
    }),
  ),
  recordId: nullable(described(int, 'The client or import that it is about; null for a list of the portal.')),
  query: described(text, 'Search, filters and columns as they were sent, for example `groupIds=4&order=lastName`.'),
  state: Type.Unsafe<ExportState>(Type.String({ description: 'waiting, running, finished, stopped or failed.' })),
  problem: nullable(described(text, 'Why it has failed, as a sentence; null otherwise.')),
  createdOnUtc: dateTime,
  finishedOnUtc: nullable(dateTime),
  expiresOnUtc: described(dateTime, 'When it is deleted.'),
  progress: described(
    entity({
      done: described(int, 'Records that have been read, for each sheet of the file.'),
      total: described(int, 'Number of records of all sheets; 0 while it is not known.'),
    }),
    'How far it is.',
  ),
  fileName: nullable(described(text, 'Name of the file, for example `customers-20261130.xlsx`; null before it is finished.')),
  sizeInBytes: nullable(described(int, 'Size of the file; null before it is finished.')),
};

const listExport = entity('Export', exportFields);
const one = entity({ export: listExport });
const started = entity('StartedExport', {
  export: nullable(listExport),
  isNew: described(bool, 'False where an export of this list was running already; it is the one that is answered.'),
});

const query = described(
  Type.Optional(Type.String({ maxLength: 8000, message: 'The query of an export must have at most 8,000 characters.' })),
  'Search, filters, order and columns, as the query of the call that answers with the file: `groupIds=4&order=lastName`.',
);

const startDescription = (calls: Readonly<Record<string, string>>) =>
  `A job writes the file. One export of a list runs at a time for each person: while one does, it is the one that is answered. Whoever may make the call that answers with the same file may start its export: ${Object.entries(
    calls,
  )
    .map(([list, call]) => `\`${list}\` stands for \`${call}\``)
    .join(
      ', ',
    )}. Lists of which a page does not know the length (the workbook of order sheets, the range, products and prices of the catalogue) of at most ${MAX_DIRECT_ROWS.toLocaleString('en-GB')} rows are not exported: \`export\` is then null, and the call answers with the file at once.`;
const OWN = 'Only the caller’s own.';
const FILE = `${OWN} 404 when it is not finished, was deleted or is of others; 409 when the caller’s rights have changed since it was written.`;

/** Exports of people of organisations. */
export const exportEndpoints = {
  'GET /api/exports': endpoint({
    name: 'listExports',
    summary: 'List one’s exports of the last 24 hours',
    description: `Newest first. ${OWN}`,
    tags,
    access: signedIn,
    reply: listOf('exports', listExport),
  }),

  'POST /api/exports': endpoint({
    name: 'startExport',
    summary: 'Start the export of a list',
    description: startDescription(EXPORT_CALLS),
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    body: Type.Object({
      list: Type.Unsafe<ExportListName>(
        Type.String({
          enum: Object.keys(EXPORT_CALLS),
          message: 'There is no such list.',
          description: 'The list, for example `people`.',
        }),
      ),
      query,
      importId: described(Type.Optional(id('peopleImport')), 'For `importReport`: the import.'),
    }),
    reply: started,
  }),

  'GET /api/exports/:id': endpoint({
    name: 'getExport',
    summary: 'Get the progress of an export',
    description: OWN,
    tags,
    access: signedIn,
    params: Type.Object({ id: id('listExport') }),
    reply: one,
  }),

  'POST /api/exports/:id/stop': endpoint({
    name: 'stopExport',
    summary: 'Stop an export',
    description: `${OWN} One that has ended stays as it is.`,
    tags,
    access: signedIn,
    whileImpersonating: 'allowed',
    params: Type.Object({ id: id('listExport') }),
    reply: one,
  }),

  'GET /api/exports/:id/file': endpoint({
    name: 'downloadExport',
    summary: 'Download the file of an export',
    description: FILE,
    tags,
    access: signedIn,
    params: Type.Object({ id: id('listExport') }),
    reply: workbook,
  }),
};

/** Exports of operators. API keys use the calls that answer with the file. */
export const supplierExportEndpoints = {
  'GET /api/operator/exports': endpoint({
    name: 'listSupplierExports',
    summary: 'List one’s exports of the last 24 hours as an operator',
    description: `Newest first. ${OWN}`,
    tags,
    access: anyOperator,
    reply: listOf('exports', listExport),
  }),

  'POST /api/operator/exports': endpoint({
    name: 'startSupplierExport',
    summary: 'Start the export of a list of the supplier',
    description: startDescription(SUPPLIER_EXPORT_CALLS),
    tags,
    access: anyOperator,
    body: Type.Object({
      list: Type.Unsafe<SupplierExportListName>(
        Type.String({
          enum: Object.keys(SUPPLIER_EXPORT_CALLS),
          message: 'There is no such list.',
          description: 'The list, for example `products`.',
        }),
      ),
      query,
      organisationId: described(Type.Optional(id('organisation')), 'For `clientPrices`: the client.'),
      importId: described(Type.Optional(id('productImport')), 'For `importReport`: the import.'),
    }),
    reply: started,
  }),

  'GET /api/operator/exports/:id': endpoint({
    name: 'getSupplierExport',
    summary: 'Get the progress of an export of an operator',
    description: OWN,
    tags,
    access: anyOperator,
    params: Type.Object({ id: id('supplierExport') }),
    reply: one,
  }),

  'POST /api/operator/exports/:id/stop': endpoint({
    name: 'stopSupplierExport',
    summary: 'Stop an export of an operator',
    description: `${OWN} One that has ended stays as it is.`,
    tags,
    access: anyOperator,
    params: Type.Object({ id: id('supplierExport') }),
    reply: one,
  }),

  'GET /api/operator/exports/:id/file': endpoint({
    name: 'downloadSupplierExport',
    summary: 'Download the file of an export of an operator',
    description: FILE,
    tags,
    access: anyOperator,
    params: Type.Object({ id: id('supplierExport') }),
    reply: workbook,
  }),
};
