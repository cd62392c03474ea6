import { readYesNo } from './amounts.rules.ts';
import { readCategoryPath } from './categories.rules.ts';
import { type CatalogueRow, type ColumnKey, type Header, isVariantRow } from './columns.rules.ts';
import { sanitiseDescription, shortenDescription } from './descriptions.rules.ts';
import { getGarmentCategories, guessGarment } from './garments.rules.ts';
import type { DraftImage, ProductDraft, ProductFields } from './product-draft.ts';
import type { ReportEntry } from './report.rules.ts';
import { readSpecifications, readTags } from './specifications.rules.ts';
import { truncate } from './truncate.rules.ts';
import { type FileContext, readVariants } from './variants.rules.ts';

/** What became of the rows of one handle: a draft, or nothing, with everything that has to be said about them. */
export interface MappedProduct {
  handle: string;
  line: number;
  draft: ProductDraft | undefined;
  wasIgnored: boolean;
  entries: ReportEntry[];
}

// What a search index takes in, and a size grid can show.
const MAX_DESCRIPTION_LENGTH = 200_000;
const MAX_VARIANTS = 5000;

/**
 * Turns all rows of one handle into a product. A row that cannot be understood refuses the product, since half a product
 * would be sold wrongly; what can be put right is put right and said.
 */
export function mapProduct(header: Header, handle: string, rows: readonly CatalogueRow[], file: FileContext): MappedProduct {
  const entries: ReportEntry[] = [];
  const say = (row: CatalogueRow, outcome: ReportEntry['outcome'], text: string, kind?: string) =>
    entries.push({ line: row.line, outcome, handle, sku: row.cells.sku ?? '', text, kind });
  const first = rows[0];
  if (!first) throw new Error(`No rows for ${handle}`);
  const done = (draft: ProductDraft | undefined, wasIgnored = false) => ({
    handle,
    line: first.line,
    draft,
    wasIgnored,
    entries,
  });
  const any = (key: Parameters<typeof cellOf>[1]) => rows.map((row) => cellOf(row, key)).find(Boolean) ?? '';

  if (readYesNo(any('giftCard')) === true) {
    for (const row of rows) say(row, 'ignored', 'a gift card is nothing to wear');
    return done(undefined, true);
  }
  const title = truncate(any('title'), 400);
  const refusals: { row: CatalogueRow; text: string }[] = [];
  if (!title) refusals.push({ row: first, text: 'the product has no title' });
  for (const row of rows) {
    for (const repair of row.repairs) say(row, 'warning', repair, 'unstorable');
    if (row.cells.title && truncate(row.cells.title, 400) !== title) {
      say(row, 'warning', `the title "${row.cells.title}" differs from "${title}" of line ${first.line}, which counts`, 'title');
    }
  }
  const variantRows = rows.filter((row) => row === first || isVariantRow(row));
  const variants = readVariants(header, handle, variantRows, file, (row, text, kind) => say(row, 'warning', text, kind));
  refusals.push(...variants.refusals);
  for (const row of rows) {
    if (variantRows.includes(row) || refusals.some((refusal) => refusal.row === row)) continue;
    say(row, 'ignored', row.cells.imageSrc ? 'adds a picture' : 'says nothing new');
  }
  if (variantRows.length > MAX_VARIANTS) {
    refusals.push({
      row: first,
      text: `the product has ${variantRows.length} variants, and no more than ${MAX_VARIANTS} can be shown`,
    });
  }
  if (refusals.length > 0) {
    const line = refusals[0]?.row.line;
    for (const { row, text } of refusals) say(row, 'refused', text);
    for (const row of variantRows) {
      if (!refusals.some((refusal) => refusal.row === row))
        say(row, 'refused', `left out because of line ${line}: a product is imported whole or not at all`);
    }
    return done(undefined);
  }

  const has = (key: ColumnKey) => header.places.has(key);
  const tags = readTags(any('tags'));
  const path = readCategoryPath(any('productCategory'));
  const guess = guessGarment({ type: any('type'), title, tags, category: path.join(' ') });
  if (!guess.isGarment) {
    say(first, 'warning', `"${title}" is no garment that can be drawn; a ${guess.garment} stands in for its picture`, 'garment');
  }
  const isEndless = any('body').length > MAX_DESCRIPTION_LENGTH;
  if (isEndless)
    say(first, 'warning', `its description is longer than ${MAX_DESCRIPTION_LENGTH} characters and was left out`, 'description');
  const description = isEndless ? null : sanitiseDescription(any('body'));
  const stated: Partial<ProductFields> = {
    vendor: truncate(any('vendor'), 200) || null,
    full_description: description,
    short_description: shortenDescription(description, any('seoDescription')),
    manufacturer_part_number: truncate(any('partNumber'), 100) || null,
    tags,
    garment_type: guess.garment,
  };
  const columnsOf = {
    vendor: 'vendor',
    full_description: 'body',
    short_description: 'body',
    manufacturer_part_number: 'partNumber',
    tags: 'tags',
    garment_type: 'type',
  } as const;
  for (const [field, column] of Object.entries(columnsOf)) {
    if (!has(column)) delete stated[field as keyof typeof columnsOf];
  }
  const type = any('type');
  return done({
    handle,
    line: first.line,
    fields: { name: title, ...stated, ...variants.fields },
    offered: isOffered(any('published'), any('status')),
    categoryPath: type ? [...path.slice(0, -1), ...readCategoryPath(type)] : path,
    garmentCategories: guess.isGarment ? getGarmentCategories(guess.garment) : [],
    specifications: readSpecifications({
      title,
      vendor: any('vendor'),
      tags,
      gender: any('gender'),
      ageGroup: any('ageGroup'),
      metafields: rows.flatMap(({ metafields }) => metafields),
    }),
    attributes: variants.attributes,
    combinations: variants.combinations,
    images: has('imageSrc') || has('variantImage') ? readImages(rows, say) : undefined,
    garment: guess.garment,
    states: {
      choices: header.options.length > 0,
      category: has('type') || has('productCategory'),
      facts: has('vendor') && has('tags'),
      offered: has('published') || has('status'),
    },
  });
}

function cellOf(row: CatalogueRow, key: keyof CatalogueRow['cells']): string {
  return row.cells[key] ?? '';
}

/** Draft, archived and unpublished products are imported, but not offered. */
function isOffered(published: string, status: string): boolean {
  return readYesNo(published) !== false && !/^(?:draft|archived|inactive|disabled)$/i.test(status);
}

/** Pictures of the product in the order of their positions, then those of variants; each address once. */
function readImages(
  rows: readonly CatalogueRow[],
  say: (row: CatalogueRow, outcome: 'warning', text: string, kind: string) => void,
): DraftImage[] {
  const images = new Map<string, { alt: string | null; position: number }>();
  const add = (row: CatalogueRow, given: string, alt: string, position: number) => {
    if (given === '') return;
    const url = toWebAddress(given);
    if (!url) say(row, 'warning', `"${truncate(given, 120)}" is no address of a picture on the web`, 'image address');
    else if (!images.has(url)) images.set(url, { alt: truncate(alt, 500) || null, position });
  };
  for (const [index, row] of rows.entries()) {
    const position = Number.parseInt(cellOf(row, 'imagePosition'), 10);
    add(row, cellOf(row, 'imageSrc'), cellOf(row, 'imageAlt'), position > 0 ? position : index + 1);
  }
  for (const row of rows) add(row, cellOf(row, 'variantImage'), '', Number.MAX_SAFE_INTEGER);
  const first = rows[0];
  if (first && images.size > 0) {
    const many = images.size === 1 ? 'the picture is' : `the ${images.size} pictures are`;
    say(first, 'warning', `${many} on another server and not fetched yet; the garment is drawn meanwhile`, 'image not fetched');
  }
  return [...images].sort(([, a], [, b]) => a.position - b.position).map(([url, { alt }]) => ({ url, alt }));
}

function toWebAddress(given: string): string | undefined {
  const address = URL.parse(given.startsWith('//') ? `https:${given}` : given);
  return address && /^https?:$/.test(address.protocol) && address.href.length <= 2000 ? address.href : undefined;
}
