import { findFeatures } from '#garments/feature-words.ts';
import { formatFeatures, parseFeatures } from '#garments/features.ts';
import type { GarmentType } from '#garments/garments.ts';
import { type CatalogueRow, type ColumnKey, type Header, isVariantRow } from '../files/columns.rules.ts';
import { truncate } from '../files/truncate.rules.ts';
import { readYesNo } from './amounts.rules.ts';
import { readCategoryPath } from './categories.rules.ts';
import { sanitiseDescription, shortenDescription } from './descriptions.rules.ts';
import { classifyGarment, getGarmentCategories } from './garments.rules.ts';
import type { DraftImage, ProductDraft, ProductFields } from './product-draft.ts';
import type { ReportEntry } from './report.rules.ts';
import { readSpecifications, readTags } from './specifications.rules.ts';
import { listDamaged, listDates } from './spreadsheet-damage.rules.ts';
import { type FileContext, readVariants } from './variants.rules.ts';
import { toWebAddress } from './web-address.rules.ts';
import { mapWorkbookProduct } from './workbook-rows.rules.ts';

/** The result of reading the rows of one handle. `draft` is undefined if the product was refused or ignored. */
export interface MappedProduct {
  handle: string;
  line: number;
  draft: ProductDraft | undefined;
  wasIgnored: boolean;
  entries: ReportEntry[];
}

// Limits of the search index and of the size grid.
const MAX_DESCRIPTION_LENGTH = 200_000;
const MAX_VARIANTS = 5000;

type Report = (row: CatalogueRow, outcome: ReportEntry['outcome'], text: string, kind?: string) => void;

/** The rows of one handle, and what is said about them. */
interface ProductRows {
  header: Header;
  handle: string;
  rows: readonly CatalogueRow[];
  first: CatalogueRow;
  title: string;
  /** The first value of a column. */
  firstCell: (key: keyof CatalogueRow['cells']) => string;
  report: Report;
}

/**
 * Turns all rows of one handle into a product. A row that cannot be read refuses the whole product, since an incomplete
 * one would be sold wrongly. Anything that can be repaired is repaired and reported.
 */
export function mapProduct(header: Header, handle: string, rows: readonly CatalogueRow[], file: FileContext): MappedProduct {
  const entries: ReportEntry[] = [];
  const report: Report = (row, outcome, text, kind) =>
    entries.push({ line: row.line, outcome, handle, sku: row.cells.sku ?? '', text, kind });
  const first = rows[0];
  if (!first) throw new Error(`No rows for ${handle}`);
  const firstCell: ProductRows['firstCell'] = (key) => rows.map((row) => cellOf(row, key)).find(Boolean) ?? '';
  if (header.format === 'livery') return mapWorkbookProduct(header, handle, rows, file);
  const done = (draft: ProductDraft | undefined, wasIgnored = false) => ({
    handle,
    line: first.line,
    draft,
    wasIgnored,
    entries,
  });

  if (readYesNo(firstCell('giftCard')) === true) {
    for (const row of rows) report(row, 'ignored', 'gift cards are not imported');
    return done(undefined, true);
  }
  const product = { header, handle, rows, first, title: truncate(firstCell('title'), 400), firstCell, report };
  const variants = readRows(product, file);
  return done(variants && toDraft(product, variants));
}

/** Reads the variants and reports what is wrong with the rows; undefined when that refuses the product. */
function readRows({ header, handle, rows, first, title, report }: ProductRows, file: FileContext) {
  const refusals: { row: CatalogueRow; text: string }[] = [];
  if (!title) refusals.push({ row: first, text: 'the product has no title' });
  for (const row of rows) {
    for (const repair of row.repairs) report(row, 'warning', repair, 'unstorable');
    if (row.cells.title && truncate(row.cells.title, 400) !== title) {
      report(
        row,
        'warning',
        `the title "${row.cells.title}" differs from "${title}" in line ${first.line}, which is used`,
        'title',
      );
    }
  }
  for (const { row, text, kind } of listDates(rows)) report(row, 'warning', text, kind);
  refusals.push(...listDamaged(rows));
  const variantRows = rows.filter((row) => row === first || isVariantRow(row));
  const variants = readVariants(header, handle, variantRows, file, (row, text, kind) => report(row, 'warning', text, kind));
  refusals.push(...variants.refusals);
  for (const row of rows) {
    if (variantRows.includes(row) || refusals.some((refusal) => refusal.row === row)) continue;
    report(row, 'ignored', row.cells.imageSrc ? 'adds an image' : 'adds no data');
  }
  if (variantRows.length > MAX_VARIANTS) {
    refusals.push({
      row: first,
      text: `the product has ${variantRows.length} variants; the limit is ${MAX_VARIANTS}`,
    });
  }
  if (refusals.length === 0) return variants;
  const line = refusals[0]?.row.line;
  for (const { row, text } of refusals) report(row, 'refused', text);
  for (const row of variantRows) {
    if (!refusals.some((refusal) => refusal.row === row))
      report(row, 'refused', `not imported because of line ${line}: a product is imported completely or not at all`);
  }
  return undefined;
}

/** The product of rows that could be read. */
function toDraft(product: ProductRows, variants: ReturnType<typeof readVariants>): ProductDraft {
  const { header, handle, rows, first, title, firstCell, report } = product;
  const hasColumn = (key: ColumnKey) => header.columns.has(key);
  const tags = readTags(firstCell('tags'));
  const path = readCategoryPath(firstCell('productCategory'));
  const type = firstCell('type');
  const { garment, isGarment } = classifyGarment({ type, title, tags, category: path.join(' ') });
  if (!isGarment) {
    report(first, 'warning', `"${title}" was not recognised as a garment; it is drawn as a ${garment}`, 'garment');
  }
  const stated = readStatedFields(product, garment, tags);
  return {
    handle,
    line: first.line,
    fields: {
      name: title,
      ...keepColumns(stated, hasColumn),
      ...variants.fields,
      // In a list of combinations the code of the product is that of the style, which SKUs need not begin with.
      ...(header.format === 'mapped' && firstCell('handle') ? { sku: truncate(firstCell('handle'), 100) } : {}),
    },
    offered:
      header.format === 'mapped'
        ? rows.some((row) => isOffered('', cellOf(row, 'status')))
        : isOffered(firstCell('published'), firstCell('status')),
    categoryPath: type ? [...path.slice(0, -1), ...readCategoryPath(type)] : path,
    garmentCategories: isGarment ? getGarmentCategories(garment) : [],
    specifications: readSpecifications({
      title,
      vendor: firstCell('vendor'),
      tags,
      gender: firstCell('gender'),
      ageGroup: firstCell('ageGroup'),
      metafields: rows.flatMap(({ metafields }) => metafields),
    }),
    attributes: variants.attributes,
    combinations: variants.combinations,
    images: hasColumn('imageSrc') || hasColumn('variantImage') ? readImages(rows, report) : undefined,
    garment,
    drawingFeatures: stated.drawing_features,
    has: {
      options: header.options.length > 0,
      category: hasColumn('type') || hasColumn('productCategory'),
      specifications: hasColumn('vendor') && hasColumn('tags'),
      offered: hasColumn('published') || hasColumn('status'),
    },
  };
}

/** The fields of the product that the file states, with null for what is empty. */
function readStatedFields({ rows, first, title, firstCell, report }: ProductRows, garment: GarmentType, tags: string[]) {
  const isTooLong = firstCell('body').length > MAX_DESCRIPTION_LENGTH;
  if (isTooLong)
    report(
      first,
      'warning',
      `the description is longer than ${MAX_DESCRIPTION_LENGTH} characters and was left out`,
      'description',
    );
  const description = isTooLong ? null : sanitiseDescription(firstCell('body'));
  return {
    vendor: truncate(firstCell('vendor'), 200) || null,
    full_description: description,
    short_description: shortenDescription(description, firstCell('seoDescription')),
    manufacturer_part_number: truncate(firstCell('partNumber'), 100) || null,
    tags,
    garment_type: garment,
    drawing_features: readDrawingFeatures(garment, {
      // A metafield called "Drawing" says what the other texts do not.
      drawing: rows
        .flatMap(({ metafields }) => metafields.filter(({ name }) => /^drawing$/i.test(name)).map(({ value }) => value))
        .join(', '),
      title,
      gender: firstCell('gender'),
      tags,
      description,
    }),
  };
}

/** Without a column, the file says nothing about its fields, and an import leaves them as they are. */
function keepColumns(stated: Partial<ProductFields>, hasColumn: (key: ColumnKey) => boolean): Partial<ProductFields> {
  const columnsOf = {
    vendor: 'vendor',
    full_description: 'body',
    short_description: 'body',
    manufacturer_part_number: 'partNumber',
    tags: 'tags',
    garment_type: 'type',
    drawing_features: 'type',
  } as const;
  const kept = { ...stated };
  for (const [field, column] of Object.entries(columnsOf)) {
    if (!hasColumn(column)) delete kept[field as keyof typeof columnsOf];
  }
  return kept;
}

/** What the drawing of the garment shows, by the texts about it, the most reliable first. */
function readDrawingFeatures(
  garment: GarmentType,
  texts: { drawing: string; title: string; gender: string; tags: readonly string[]; description: string | null },
): string {
  const { drawing, title, gender, tags, description } = texts;
  const prose = (description ?? '').replaceAll(/<[^<>]*>/g, ' ; ');
  const stated = drawing
    .toLowerCase()
    .split(/[,;.]/)
    .map((words) => words.trim().split(/\s+/).join('-'));
  const features = findFeatures(garment, [title, gender, tags.join(' ; '), prose], parseFeatures(garment, stated.join('.')));
  return formatFeatures(garment, features);
}

function cellOf(row: CatalogueRow, key: keyof CatalogueRow['cells']): string {
  return row.cells[key] ?? '';
}

/** Draft, archived and unpublished products are imported but not offered. */
function isOffered(published: string, status: string): boolean {
  return readYesNo(published) !== false && !/^(?:draft|archived|inactive|disabled|discontinued)$/i.test(status);
}

/** Images of the product in order of position, then those of its variants, without duplicate addresses. */
function readImages(
  rows: readonly CatalogueRow[],
  report: (row: CatalogueRow, outcome: 'warning', text: string, kind: string) => void,
): DraftImage[] {
  const images = new Map<string, { alt: string | null; position: number }>();
  const add = (row: CatalogueRow, address: string, alt: string, position: number) => {
    if (address === '') return;
    const url = toWebAddress(address);
    if (!url) report(row, 'warning', `"${truncate(address, 120)}" is not a web address of an image`, 'image address');
    else if (!images.has(url)) images.set(url, { alt: truncate(alt, 500) || null, position });
  };
  for (const [index, row] of rows.entries()) {
    const position = Number.parseInt(cellOf(row, 'imagePosition'), 10);
    add(row, cellOf(row, 'imageSrc'), cellOf(row, 'imageAlt'), position > 0 ? position : index + 1);
  }
  for (const row of rows) add(row, cellOf(row, 'variantImage'), '', Number.MAX_SAFE_INTEGER);
  const first = rows[0];
  if (first && images.size > 0) {
    const subject = images.size === 1 ? 'the image is' : `the ${images.size} images are`;
    report(
      first,
      'warning',
      `${subject} on another server; a drawing is shown until the file is given with --pictures`,
      'image not fetched',
    );
  }
  return [...images].sort(([, a], [, b]) => a.position - b.position).map(([url, { alt }]) => ({ url, alt }));
}
