import Type from 'typebox';
import { endpoint, operator, roles } from '../endpoint.ts';
import {
  bool,
  described,
  entity,
  expectedVersion,
  id,
  int,
  nullable,
  oneOf,
  paging,
  sku,
  text,
  totalCount,
  version,
} from '../values.ts';

/** What a column of a size guide can be used for. */
export const COLUMN_USES = ['size', 'advice', 'compared', 'displayed'] as const;

const tags = ['Size guides'] as const;

/** A size guide is small; workbooks of manufacturers contain pictures. */
const MAX_GUIDE_FILE_BYTES = 5_000_000;
/** Most columns and sizes of a guide, and characters of a cell. */
export const GUIDE_LIMITS = { columns: 30, sizes: 200, characters: 60 };

const wearers = described(
  Type.Union([Type.Literal('men'), Type.Literal('women'), Type.Literal('everyone')]),
  'Whose measures these are: `men`, `women` or `everyone`. "Waist" is at the navel for men and where it is narrowest for women.',
);
const coverage = described(Type.Array(text), 'Names of the measures, without their units.');
const cell = Type.String({ maxLength: GUIDE_LIMITS.characters, message: 'A cell must not be longer than 60 characters.' });
const columnsInput = described(
  Type.Array(Type.String({ maxLength: GUIDE_LIMITS.characters, message: 'A heading must not be longer than 60 characters.' }), {
    maxItems: GUIDE_LIMITS.columns,
    message: 'A size guide can have 30 columns at most.',
  }),
  'Headings with their units: the first column names the sizes, as in `["Size", "Chest (cm)"]`.',
);
const rowsInput = described(
  Type.Array(Type.Array(cell, { maxItems: 40, message: 'A row can have 40 cells at most.' }), {
    maxItems: GUIDE_LIMITS.sizes,
    message: 'A size guide can have 200 sizes at most.',
  }),
  'One row for each size, with one cell for each column: `"91–94"`, `"36"` or `"up to 86"`.',
);
const searchTerm = described(
  Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
  'Words to find.',
);

const product = entity('SizeGuideProduct', {
  id: int,
  name: text,
  sku,
  sizes: described(Type.Array(text), 'Names of its sizes, the smallest first.'),
  sizeGuideId: described(nullable(int), 'Its size guide; null when it has none.'),
  sizeGuideName: described(nullable(text), 'Name of its size guide.'),
  refusal: described(nullable(text), 'Why the caller cannot give it another size guide, as a sentence; null when they can.'),
});

const problem = entity('SizeGuideProblem', {
  row: described(nullable(int), 'Row of the table, counted from 0; null for a whole column.'),
  column: described(nullable(int), 'Column of the table, counted from 0; null for a whole row, and with it for the whole file.'),
  line: described(nullable(int), 'Line of the file; null for a table that was typed.'),
  isError: described(bool, 'Whether the guide cannot be saved with it. The rest are warnings.'),
  message: described(text, 'What is wrong, as a sentence.'),
});

const preview = {
  columns: described(Type.Array(text), 'Headings, as typed or as in the file.'),
  rows: described(Type.Array(Type.Array(text)), 'Cells, as typed or as in the file.'),
  problems: described(Type.Array(problem), 'What cannot be read, or is unusual.'),
  uses: described(
    Type.Array(
      entity({
        column: described(int, 'Column, counted from 0.'),
        use: oneOf(COLUMN_USES, 'What the column is used for.'),
        text: described(text, 'What the column is used for, as a sentence.'),
      }),
    ),
    'What each column is used for.',
  ),
  products: described(
    Type.Array(
      entity({
        id: int,
        name: text,
        advised: described(Type.Array(text), 'Names of its sizes of which the guide says enough to recommend them.'),
        unknown: described(Type.Array(text), 'Names of its sizes that are not in the guide, or without a measure that decides.'),
      }),
    ),
    'How far the guide covers the products asked for.',
  ),
};

const guide = entity('SizeGuide', {
  id: int,
  name: text,
  wearers,
  columns: described(
    Type.Array(text),
    'Headings as typed. Columns in centimetres that were added to those in inches are left out.',
  ),
  rows: described(Type.Array(Type.Array(text)), 'One row for each size.'),
  version,
  refusal: described(nullable(text), 'Why the caller cannot change it, as a sentence; null when they can.'),
  products: described(Type.Array(product), 'Products of the caller’s brands that use it, by name.'),
});

const guideInput = {
  name: described(
    Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Please enter a name of at most 100 characters.' }),
    'Name of the guide.',
  ),
  wearers,
  columns: columnsInput,
  rows: rowsInput,
};
const productIds = described(
  Type.Array(id('product'), { maxItems: 500, message: 'A size guide can be given to 500 products at once.' }),
  'Products.',
);

/** Size guides: kept by the supplier’s operators, read by Admins. */
export const sizeGuideEndpoints = {
  'GET /api/sizeguides': endpoint({
    name: 'listRangeSizeGuides',
    summary: 'List the size guides of the range',
    description:
      'With the products of the range that use them, and those that have none. For Admins, to read: the supplier keeps them.',
    tags,
    access: roles('OrganisationAdmin'),
    reply: entity({
      sizeGuides: described(
        Type.Array(
          entity({
            id: int,
            name: text,
            wearers,
            measures: coverage,
            sizes: described(int, 'Number of sizes.'),
            products: described(Type.Array(entity({ id: int, name: text })), 'Products of the range that use it, by name.'),
          }),
        ),
        'By name.',
      ),
      productsWithoutGuide: described(
        Type.Array(entity({ id: int, name: text })),
        'Products of the range that have sizes and no size guide, by name: at most the first 250.',
      ),
    }),
  }),

  'GET /api/operator/sizeguides': endpoint({
    name: 'listSizeGuides',
    summary: 'List size guides',
    description: 'Those that products of the caller’s brands use, and those of the brands that none uses yet, by name.',
    tags,
    access: operator('catalogue:read'),
    query: Type.Object({ searchTerm, ...paging }),
    reply: entity({
      sizeGuides: described(
        Type.Array(
          entity({
            id: int,
            name: text,
            wearers,
            measures: coverage,
            sizes: described(int, 'Number of sizes.'),
            products: described(int, 'Number of products of the caller’s brands that use it.'),
          }),
        ),
        'A page of the guides.',
      ),
      totalCount,
      productsWithoutGuide: described(int, 'Number of products of the caller’s brands that have sizes and no size guide.'),
    }),
  }),

  'GET /api/operator/sizeguides/products': endpoint({
    name: 'listSizeGuideProducts',
    summary: 'List products with their size guides',
    description: 'Products with sizes that organisations of the caller’s brands buy, by name.',
    tags,
    access: operator('catalogue:read'),
    query: Type.Object({
      searchTerm,
      withoutGuide: described(Type.Optional(bool), 'Only products without a size guide.'),
      ...paging,
    }),
    reply: entity({ products: described(Type.Array(product), 'A page of the products.'), totalCount }),
  }),

  'GET /api/operator/sizeguides/:id': endpoint({
    name: 'getSizeGuide',
    summary: 'Get a size guide',
    tags,
    access: operator('catalogue:read'),
    params: Type.Object({ id: id('sizeGuide') }),
    reply: entity({ sizeGuide: guide }),
  }),

  'POST /api/operator/sizeguides/preview': endpoint({
    name: 'previewSizeGuide',
    summary: 'Check a size guide before it is saved',
    description: 'Nothing is saved. 404 `product` for products that the caller’s brands do not sell.',
    tags,
    access: operator('catalogue:read'),
    refusesUnknown: true,
    body: Type.Object({
      wearers,
      columns: Type.Optional(columnsInput),
      rows: Type.Optional(rowsInput),
      productIds: Type.Optional(productIds),
    }),
    reply: entity('SizeGuidePreview', preview),
  }),

  'POST /api/operator/sizeguides/file': endpoint({
    name: 'readSizeGuideFile',
    summary: 'Read a size guide from a file',
    description:
      'CSV, TSV or an Excel workbook, of which the first sheet is read: headings, and a row for each size. The body is the bytes of the file (`application/octet-stream`), 5 MB at most. Nothing is saved. 422 `file` for a file that is no table, 413 for one that is too large, 503 with `Retry-After` while another file is read.',
    tags,
    access: operator('catalogue:read'),
    bodyLimit: MAX_GUIDE_FILE_BYTES,
    query: Type.Object({
      wearers,
      fileName: Type.String({
        minLength: 1,
        maxLength: 200,
        message: 'The name of the file is required, 200 characters at most.',
        description: 'Name of the file: one called .xlsx must be a workbook.',
      }),
    }),
    upload: 'bytes',
    reply: entity('SizeGuidePreview', preview),
  }),

  'POST /api/operator/sizeguides': endpoint({
    name: 'addSizeGuide',
    summary: 'Add a size guide',
    description:
      'And give it to products. 422 `rows[n][m]` for cells that cannot be read, `name` for a name that another guide of the brand has. Send an `Idempotency-Key`: with the same key it is added once.',
    tags,
    access: operator('catalogue:write'),
    refusesUnknown: true,
    body: Type.Object({
      ...guideInput,
      brandId: described(id('brand'), 'Brand whose operators keep it.'),
      productIds: Type.Optional(productIds),
    }),
    reply: entity({ sizeGuide: guide }),
  }),

  'PUT /api/operator/sizeguides/:id': endpoint({
    name: 'updateSizeGuide',
    summary: 'Change a size guide',
    description:
      'Size advice uses the change at once. 403 `sizeGuide` when products of other brands use it, 409 `sizeGuide` when someone else has changed the same part, 422 as when it is added.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('sizeGuide') }),
    refusesUnknown: true,
    body: Type.Object({ ...guideInput, version: expectedVersion }),
    reply: entity({ sizeGuide: guide }),
  }),

  'PUT /api/operator/sizeguides/:id/products': endpoint({
    name: 'updateSizeGuideProducts',
    summary: 'Give a size guide to products, or take it from them',
    description:
      'Products named in neither list stay as they are. 422 `add` or `remove` for products that other brands sell too.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('sizeGuide') }),
    refusesUnknown: true,
    body: Type.Object({ add: Type.Optional(productIds), remove: Type.Optional(productIds) }),
    reply: entity({ sizeGuide: guide }),
  }),

  'DELETE /api/operator/sizeguides/:id': endpoint({
    name: 'deleteSizeGuide',
    summary: 'Delete a size guide',
    description: '409 `sizeGuide` while a product uses it.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('sizeGuide') }),
    reply: entity({}),
  }),
} as const;
