import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  bool,
  currencyCode,
  described,
  entity,
  fingerprint,
  id,
  int,
  money,
  nullable,
  seenFingerprint,
  text,
  workbook,
} from '../../values.ts';
import { priceChange } from './prices.ts';

const tags = ['Prices'] as const;

/** Most rows that the file of a price list may have. */
export const MAX_PRICE_LIST_ROWS = 20_000;
/** Most prices that one price list changes. */
export const MAX_PRICE_LIST_CHANGES = 5000;
const MAX_PRICE_LIST_BYTES = 10_000_000;

const listedPrice = entity('ListedPrice', {
  price: described(
    nullable(money),
    'The price; null where there is a percentage, or the price is that of the catalogue or of the product.',
  ),
  percent: described(nullable(Type.Number()), 'Percent on the catalogue’s price; null for none.'),
});

const priceListPreview = entity('PriceListPreview', {
  rows: described(int, 'Rows of the file that are not empty.'),
  changed: described(int, 'Rows that change a price.'),
  unchanged: described(int, 'Rows that say what is so already.'),
  empty: described(int, 'Rows without a price, which change nothing.'),
  refused: described(int, 'Rows that cannot be used.'),
  changes: described(
    Type.Array(
      entity('PriceListChange', {
        line: described(int, 'Line of the file.'),
        sku: described(text, 'SKU of the product or variant, such as `PL-1`.'),
        name: described(text, 'Name of the product, such as `Polo shirt`.'),
        before: described(listedPrice, 'The price today, or the coming one that is replaced.'),
        after: described(listedPrice, 'The price that the row sets.'),
        startsOn: described(text, 'First day on which it applies, such as `2027-04-01`.'),
        lastOn: described(nullable(text), 'Last day on which it applies; null: until another one is set.'),
        replaces: described(bool, 'Whether it replaces a price that was to begin on the same day.'),
      }),
    ),
    'The first 200 of them, by line.',
  ),
  refusals: described(
    Type.Array(
      entity('PriceListRefusal', {
        line: described(int, 'Line of the file.'),
        sku: described(text, 'What the file says, such as `PL-1`.'),
        reason: described(text, 'Why the row cannot be used, as a sentence, such as `The SKU is missing.`'),
      }),
    ),
    'The first 200 rows that cannot be used, by line.',
  ),
  currencyCode,
  today: described(text, 'Today in the time zone of the client, or of the catalogue, such as `2026-11-29`.'),
  fingerprint,
});

const fileName = Type.String({
  minLength: 1,
  maxLength: 200,
  message: 'The name of the file is required, 200 characters at most.',
  description: 'Name of the file, for example `prices.xlsx`: one called .xlsx must be a workbook.',
});
const FILE =
  'CSV, TSV or an Excel workbook, of which the first sheet is read, with 20,000 rows at most. The body is the bytes of the file (`application/octet-stream`), 10 MB at most.';
const COLUMNS =
  'Columns are found by their headings: `SKU`, `Product` where several products have the SKU, `Price`, `First day`, `Last day`. A row without days sets today’s price, one with days a price that is to come; it replaces a price that is to begin on the same day. Empty cells and products not in the file stay as they are. 422 `file` for a file that is no price list, 413 for one that is too large, 503 with `Retry-After` while others are read.';
const CLIENT_COLUMNS = `${COLUMNS} The column \`On the catalogue\` has percentages. The word \`Catalogue\` instead of a price gives the client the catalogue’s.`;
const CATALOGUE_COLUMNS = `${COLUMNS} The column \`For\` says \`Product\` or \`Variant\` where both have the SKU. The word \`Product\` instead of a price lets a variant cost what its product does.`;
const SAVING =
  'Rows that cannot be used are left out and counted in `refusals`. 5,000 prices at most are changed (422 `file`), in one transaction. 409 `prices` with the code `changed` when the file changes something else by now than its preview said. Send an `Idempotency-Key`: with the same key it is done once.';

const organisationParams = Type.Object({ id: id('organisation') });
const common = { tags, access: operator('catalogue:write'), bodyLimit: MAX_PRICE_LIST_BYTES, upload: 'bytes' } as const;

/** Price lists of clients and of the catalogue that are exported, changed and uploaded again. */
export const priceListEndpoints = {
  'GET /api/operator/prices/exporttoexcel': endpoint({
    name: 'exportCataloguePrices',
    summary: 'Export the prices of the catalogue to Excel',
    description: 'A row for each product and each variant that is sold, and one for each of their prices with days.',
    tags,
    access: operator('catalogue:read'),
    reply: workbook,
  }),
  'POST /api/operator/prices/file/preview': endpoint({
    name: 'previewCataloguePriceList',
    summary: 'Preview what a list of catalogue prices changes',
    description: `${FILE} ${CATALOGUE_COLUMNS} Nothing is saved.`,
    ...common,
    query: Type.Object({ fileName }),
    reply: entity({ priceListPreview }),
  }),
  'POST /api/operator/prices/file': endpoint({
    name: 'saveCataloguePriceList',
    summary: 'Set the prices of the catalogue from a list',
    description: `The same file as for \`POST /api/operator/prices/file/preview\`. ${SAVING}`,
    ...common,
    query: Type.Object({ fileName, fingerprint: seenFingerprint }),
    reply: entity({ priceChange }),
  }),
  'POST /api/operator/organisations/:id/prices/file/preview': endpoint({
    name: 'previewClientPriceList',
    summary: 'Preview what a price list of a client changes',
    description: `${FILE} ${CLIENT_COLUMNS} Nothing is saved. 409 \`prices\` where the client keeps its own prices.`,
    ...common,
    params: organisationParams,
    query: Type.Object({ fileName }),
    reply: entity({ priceListPreview }),
  }),
  'POST /api/operator/organisations/:id/prices/file': endpoint({
    name: 'saveClientPriceList',
    summary: 'Set the prices of a client from a list',
    description: `The same file as for \`POST /api/operator/organisations/{id}/prices/file/preview\`. ${SAVING}`,
    ...common,
    params: organisationParams,
    query: Type.Object({ fileName, fingerprint: seenFingerprint }),
    reply: entity({ priceChange }),
  }),
} as const;
