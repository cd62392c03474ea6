import Type from 'typebox';
import { endpoint, operator } from '../endpoint.ts';
import { bool, dateTime, described, entity, id, int, nullable, oneOf, paging, text, totalCount, workbook } from '../values.ts';

/**
 * Importing products from a file: upload it, confirm what its columns mean, preview every row, and run it. From then on it is a bulk edit of the supplier of the
 * kind `product-import`: the calls of bulk edits show its progress and stop, continue and undo it.
 */

const tags = ['Products'] as const;

/** Size limit of a file, in bytes. */
export const MAX_PRODUCT_FILE_BYTES = 50 * 1024 * 1024;

/** What the import does, or did, with a row. A row can have a warning besides. */
export const PRODUCT_ROW_OUTCOMES = ['created', 'changed', 'unchanged', 'refused', 'conflict', 'ignored', 'warning'] as const;

/** One of `PRODUCT_ROW_OUTCOMES`. */
export type ProductRowOutcome = (typeof PRODUCT_ROW_OUTCOMES)[number];

/**
 * `uploaded`: the columns have to be confirmed; `previewing`: a job reads and compares the products; `previewed`: ready to run; `running` and `stopped`: the state
 * of its bulk edit; `finished`: every product has a result; `undone`: finished and reverted since.
 */
export const PRODUCT_IMPORT_STATES = ['uploaded', 'previewing', 'previewed', 'running', 'stopped', 'finished', 'undone'] as const;

/** One of `PRODUCT_IMPORT_STATES`. */
export type ProductImportState = (typeof PRODUCT_IMPORT_STATES)[number];

const outcome = Type.Optional(
  Type.Unsafe<ProductRowOutcome>(
    Type.String({
      enum: [...PRODUCT_ROW_OUTCOMES],
      message: 'Outcome must be created, changed, unchanged, refused, conflict, ignored or warning.',
      description: 'Only rows with this outcome: created, changed, unchanged, refused, conflict, ignored or warning.',
    }),
  ),
);

const counts = entity('ProductImportCounts', {
  created: described(int, 'New products.'),
  changed: described(int, 'Products that are changed, or of which the client’s range is.'),
  unchanged: described(int, 'Products that are already as in the file.'),
  refused: described(int, 'Products that cannot be imported.'),
  conflict: described(int, 'Products that were changed between the preview and the import, and were left as they are.'),
  ignored: described(int, 'Products that are not imported, such as gift cards.'),
  warnings: described(int, 'Warnings about rows.'),
});

const mapping = described(
  entity('ProductFileMapping', {
    columns: described(
      Type.Array(
        entity({
          field: described(
            Type.String({ maxLength: 100, message: 'The name of a field has 100 characters at most.' }),
            'Name of a field of `productImport.fields`, for example `title`.',
          ),
          column: described(
            Type.String({ maxLength: 500, message: 'The heading of a column has 500 characters at most.' }),
            'Heading of the column that holds it, for example `Product name`.',
          ),
        }),
        { maxItems: 200, message: 'A file has 200 columns at most.' },
      ),
      'Which column holds a field.',
    ),
    constants: described(
      Type.Array(
        entity({
          field: described(
            Type.String({ maxLength: 100, message: 'The name of a field has 100 characters at most.' }),
            'Name of a field of `productImport.fields`, for example `vendor`.',
          ),
          value: described(
            Type.String({ maxLength: 500, message: 'A value has 500 characters at most.' }),
            'The value of every row, for example `Harbour & Pine`.',
          ),
        }),
        { maxItems: 50, message: 'At most 50 fields can have one value for all rows.' },
      ),
      'Fields that no column holds, and which have one value for all rows.',
    ),
  }),
  'What the columns mean.',
);

const productImport = entity('ProductImport', {
  id: int,
  fileName: described(text, 'Name of the uploaded file, for example `spring-range.csv`.'),
  createdOnUtc: described(dateTime, 'When the file was uploaded.'),
  createdBy: described(text, 'Name of the operator or API key that uploaded it, for example `Olive Operator`.'),
  organisationId: nullable(described(int, 'The client whose file it is; null: the file describes the catalogue.')),
  organisationName: nullable(described(text, 'Name of the client, for example `Meridian Resorts`.')),
  madeForClient: described(bool, 'New products are made for the client, and no other may have them.'),
  state: oneOf(
    PRODUCT_IMPORT_STATES,
    'Where the import is: uploaded, previewing, previewed, running, stopped, finished or undone.',
  ),
  problem: nullable(
    described(text, 'Why the file could not be read, for example `The file cannot be read: it is empty.`; null where it could.'),
  ),
  rows: described(int, 'Rows of the file below its headings; 0 before the preview.'),
  products: described(int, 'Products of the file; 0 before the preview.'),
  columns: Type.Array(
    entity({
      header: described(text, 'Heading of the column, for example `Variant SKU`.'),
      samples: Type.Array(text, { description: 'Up to three different values, for example `HP-NAVY-M`.' }),
    }),
    { description: 'The columns of the file in their order.' },
  ),
  format: oneOf(
    ['shopify', 'woocommerce', 'livery', 'mapped'],
    'The layout of the file: that of a Shopify or WooCommerce shop, that of this portal, or another one.',
  ),
  mapping,
  fields: Type.Array(
    entity({
      field: described(text, 'Name of the field, for example `productCode`.'),
      label: described(text, 'What it is called on pages, for example `Product code`.'),
      isRequired: described(bool, 'A file must have one of the fields for which this is true.'),
    }),
    { description: 'What a column can hold.' },
  ),
  previewProgress: described(
    entity({ done: described(int, 'Products that have been compared.'), total: described(int, 'Products of the file.') }),
    'How far the preview is.',
  ),
  isPreviewInterrupted: described(bool, 'The job of the preview failed repeatedly. Request the preview again.'),
  counts: described(counts, 'Products by outcome: as planned until the import is finished, then as they turned out.'),
  bulkEditId: nullable(
    described(int, 'The bulk edit that runs the import, or the one that undoes it; null before it is run, and after 30 days.'),
  ),
  previewedOnUtc: nullable(described(dateTime, 'When the preview was finished.')),
  startedOnUtc: nullable(described(dateTime, 'When it was run.')),
  finishedOnUtc: nullable(described(dateTime, 'When every product had a result.')),
  undoneOnUtc: nullable(described(dateTime, 'When it had been undone.')),
});

const row = entity('ProductImportRow', {
  id: described(int, 'Number of the entry within the report.'),
  line: nullable(described(int, 'Line of the file; null for an entry about the whole file.')),
  outcome: oneOf(PRODUCT_ROW_OUTCOMES, 'What the import does, or did, with the row; `warning` besides that.'),
  handle: described(text, 'What the file calls the product, for example `harbour-polo`.'),
  sku: described(text, 'SKU of the row, for example `HP-NAVY-M`; empty where there is none.'),
  text: described(text, 'What happens and why, in words, for example `price 18.00 → 19.50`.'),
  changes: Type.Array(
    entity({
      field: described(text, 'What is changed, in words, for example `price`.'),
      before: described(text, 'Previous value, for example `18.00`; empty when there was none.'),
      after: described(text, 'New value, for example `19.50`; empty when it is cleared.'),
    }),
    { description: 'What the row changes, field by field.' },
  ),
  productId: nullable(described(int, 'The product of the catalogue; null where there is none.')),
});

const one = entity({ productImport });
const params = Type.Object({ id: id('productImport') });

/** The calls of imports of product files. */
export const productImportEndpoints = {
  'GET /api/operator/productimports': endpoint({
    name: 'listProductImports',
    summary: 'List imports of product files',
    description: 'Newest first: those whose maker works for no brands but the caller’s.',
    tags,
    access: operator('catalogue:read'),
    query: Type.Object({ ...paging }),
    reply: entity({ productImports: Type.Array(productImport), totalCount }),
  }),

  'POST /api/operator/productimports': endpoint({
    name: 'uploadProductFile',
    summary: 'Upload a product file',
    description:
      'The body is the bytes of the file (`application/octet-stream`). Changes no product; preview and run it next. Refused (503, with `Retry-After`) while too many others are uploaded.',
    tags,
    access: operator('catalogue:write'),
    bodyLimit: MAX_PRODUCT_FILE_BYTES,
    query: Type.Object({
      fileName: Type.String({
        minLength: 1,
        maxLength: 200,
        message: 'The name of the file is required, 200 characters at most.',
        description: 'Name under which the file is listed, for example `spring-range.csv`.',
      }),
      organisationId: described(
        Type.Optional(id('organisation')),
        'The client whose file it is: its products go into the client’s range, at the prices of the file. Without it, the file describes the catalogue.',
      ),
      madeForClient: described(
        Type.Optional(bool),
        'New products are made for the client, and no other may have them. Only with `organisationId`.',
      ),
    }),
    upload: 'bytes',
    reply: one,
  }),

  'GET /api/operator/productimports/:id': endpoint({
    name: 'getProductImport',
    summary: 'Get an import of a product file',
    tags,
    access: operator('catalogue:read'),
    params,
    reply: one,
  }),

  'POST /api/operator/productimports/:id/preview': endpoint({
    name: 'previewProductImport',
    summary: 'Preview an import of a product file',
    description:
      'Saves what the columns mean, reads the file and compares every product with the catalogue by a job. Changes no product. A new request replaces the preview.',
    tags,
    access: operator('catalogue:write'),
    params,
    refusesUnknown: true,
    body: Type.Object({ mapping: Type.Optional(mapping) }),
    reply: one,
  }),

  'GET /api/operator/productimports/:id/rows': endpoint({
    name: 'listProductImportRows',
    summary: 'List the rows of an import of a product file',
    description: 'In the order of the file, with what each does or did.',
    tags,
    access: operator('catalogue:read'),
    params,
    query: Type.Object({ outcome, ...paging }),
    reply: entity({ rows: Type.Array(row), totalCount }),
  }),

  'GET /api/operator/productimports/:id/report': endpoint({
    name: 'downloadProductImportReport',
    summary: 'Download the rows of an import of a product file',
    description: 'A workbook with what each row does or did, and why.',
    tags,
    access: operator('catalogue:read'),
    params,
    query: Type.Object({ outcome }),
    reply: workbook,
  }),

  'POST /api/operator/productimports/:id/run': endpoint({
    name: 'runProductImport',
    summary: 'Run an import of a product file',
    description:
      'Starts a bulk edit of the kind `product-import`. Each product is compared again; one for which something else would be done than the preview said is left as it is.',
    tags,
    access: operator('catalogue:write'),
    params,
    reply: one,
  }),

  'DELETE /api/operator/productimports/:id': endpoint({
    name: 'discardProductImport',
    summary: 'Discard a product file that has not been imported',
    tags,
    access: operator('catalogue:write'),
    params,
    reply: Type.Object({}),
  }),
};
