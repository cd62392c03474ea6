import { isDeepStrictEqual } from 'node:util';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import { prepareChart } from '#body/garment-chart.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import type { UploadedGuide } from './guide-file.actions.ts';
import { checkGuideTable, type GuideTable, listColumnUses, tidyTable, toGuide } from './guide-table.rules.ts';
import { buildGarmentChart, hasAdvisedMeasure } from './reading/charts.rules.ts';
import type { Guide, Wearers } from './reading/guide.rules.ts';
import { explainGuideRefusal, toGuideProduct, toGuideReply } from './size-guides.mapper.ts';
import {
  assignGuide,
  deleteGuide,
  findGuide,
  insertGuide,
  isGuideNameTaken,
  listCoveredProducts,
  listProductsOfGuide,
  lockGuide,
  lockProducts,
  type StoredGuide,
  updateGuide,
} from './size-guides.queries.ts';

type GuideReply = ReplyOf<'GET /api/operator/sizeguides/:id'>;
type Preview = ReplyOf<'POST /api/operator/sizeguides/preview'>;

const LABELS: Readonly<Record<string, string>> = { name: 'Name', columns: 'Table', rows: 'Table', chart_version: 'Table' };
const nameTaken = () => invalid('name', 'There is a size guide with this name already. Please choose another name.');

/** A guide with the products of the operator's brands that use it. Throws 404. */
export async function readGuideOfOperator(db: Db | Tx, operator: OperatorScope, id: number): Promise<GuideReply> {
  const guide = await findGuide(db, operator, id);
  if (!guide) throw notFound('sizeGuide');
  return { sizeGuide: toGuideReply(guide, await listProductsOfGuide(db, operator, id)) };
}

/** Checks a table, and tells what it would be used for. Throws 404 for products of other brands. */
export async function previewGuide(
  db: Db,
  operator: OperatorScope,
  { wearers, columns = [], rows = [], productIds = [] }: BodyOf<'POST /api/operator/sizeguides/preview'>,
): Promise<Preview> {
  const products = productIds.length > 0 ? await listCoveredProducts(db, operator, productIds) : [];
  if (products.length < new Set(productIds).size) throw notFound('product');
  return previewTable({ columns, rows }, wearers, products);
}

/** Checks a table that was typed or read from a file, and tells what it would be used for. */
export function previewTable(typed: GuideTable, wearers: Wearers, products: readonly CoveredProduct[] = []): Preview {
  const table = tidyTable(typed);
  const problems = checkGuideTable(table);
  // What the columns mean can be told from the headings alone; cells that cannot be read are left out.
  const hasSoundHeadings = problems.every(({ isError, row }) => !isError || row !== null);
  const guide = hasSoundHeadings ? toGuide(table, wearers) : undefined;
  return {
    columns: table.columns,
    rows: table.rows,
    problems,
    uses: guide ? listColumnUses(table, guide) : [],
    products: guide ? products.map((product) => describeCoverage(guide, product)) : [],
  };
}

/** Checks a table that was read from a file; what was found while reading it is about the table as a whole. */
export function previewUploaded({ table, notes }: UploadedGuide, wearers: Wearers): Preview {
  const preview = previewTable(table, wearers);
  const warnings = notes.map((message) => ({ row: null, column: null, line: null, isError: false, message }));
  return { ...preview, problems: [...warnings, ...preview.problems] };
}

type CoveredProduct = Awaited<ReturnType<typeof listCoveredProducts>>[number];

function describeCoverage(guide: Guide, { id, name, garmentType, sizes, lengths }: CoveredProduct): Preview['products'][number] {
  const chart = hasAdvisedMeasure(guide, garmentType) ? buildGarmentChart(guide, garmentType, { sizes, lengths }) : undefined;
  const known = chart && prepareChart(chart) ? new Set(chart.sizes.map((size) => size.id)) : new Set<string>();
  const namesOf = (isKnown: boolean) => sizes.filter((size) => known.has(String(size.id)) === isKnown).map((size) => size.name);
  return { id, name, advised: namesOf(true), unknown: namesOf(false) };
}

/** The guide of a table without errors. Throws 422 with one message for each cell that cannot be read. */
function readSoundGuide(input: GuideTable, wearers: Wearers): Guide {
  const table = tidyTable(input);
  const errors: Record<string, string[]> = {};
  for (const { row, column, isError, message } of checkGuideTable(table)) {
    if (!isError) continue;
    const key =
      row === null
        ? column === null
          ? 'columns'
          : `columns[${column}]`
        : column === null
          ? `rows[${row}]`
          : `rows[${row}][${column}]`;
    errors[key] = [...(errors[key] ?? []), message];
  }
  if (Object.keys(errors).length > 0) throw new HttpError(422, errors);
  return toGuide(table, wearers);
}

/** Adds a guide and gives it to products. Throws 422. */
export async function addGuide(
  tx: Tx,
  operator: OperatorScope,
  { name, brandId, wearers, columns, rows, productIds = [] }: BodyOf<'POST /api/operator/sizeguides'>,
  requestId: string,
): Promise<GuideReply> {
  if (!operator.brandIds.includes(brandId)) throw notFound('brand');
  const guide = readSoundGuide({ columns, rows }, wearers);
  const id = await insertGuide(tx, operator, { brandId, name: name.trim(), guide });
  if (id === undefined) throw nameTaken();
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId },
    {
      action: 'sizeguide.added',
      subjectId: String(id),
      after: { name: name.trim(), wearers, columns: guide.columns, rows: guide.rows },
      requestId,
    },
  );
  await assign(tx, operator, { id, brandId, add: productIds, addField: 'productIds' }, requestId);
  return readGuideOfOperator(tx, operator, id);
}

async function lockOwnGuide(tx: Tx, operator: OperatorScope, id: number): Promise<StoredGuide> {
  const guide = await lockGuide(tx, operator, id);
  if (!guide) throw notFound('sizeGuide');
  const refusal = explainGuideRefusal(guide);
  if (refusal !== null) throw new HttpError(403, { sizeGuide: [refusal] });
  return guide;
}

/** Changes a guide. Throws 403, 404, 409 and 422. */
export async function changeGuide(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { name: typedName, wearers, columns, rows, version }: BodyOf<'PUT /api/operator/sizeguides/:id'>,
  requestId: string,
): Promise<GuideReply> {
  const before = await lockOwnGuide(tx, operator, id);
  const name = typedName.trim();
  const guide = readSoundGuide({ columns, rows }, wearers);
  const isChartChanged = !isDeepStrictEqual(
    [guide.gender, guide.sizeColumns, guide.points, guide.legs],
    [before.gender, before.sizeColumns, before.points, before.legs],
  );
  const isTableChanged = isChartChanged || !isDeepStrictEqual([guide.columns, guide.rows], [before.columns, before.rows]);
  const changed = [...(name === before.name ? [] : ['name']), ...(isTableChanged ? ['columns', 'rows', 'chart_version'] : [])];
  assertNotStale('sizeGuide', changed, before.fieldVersions, version, (column) => LABELS[column] ?? column, {
    name: before.name,
  });
  if (changed.length === 0) return readGuideOfOperator(tx, operator, id);
  if (before.brandId !== null && (await isGuideNameTaken(tx, before.brandId, name, id))) throw nameTaken();
  await updateGuide(tx, id, isTableChanged ? { name, guide, isChartChanged } : { name, guide: before, isChartChanged: false });
  const values = (each: Guide, label: string) => ({ name: label, gender: each.gender, columns: each.columns, rows: each.rows });
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId: before.brandId },
    {
      action: 'sizeguide.changed',
      subjectId: String(id),
      before: values(before, before.name),
      after: values(isTableChanged ? guide : before, name),
      requestId,
    },
  );
  return readGuideOfOperator(tx, operator, id);
}

/** Gives a guide to products and takes it from others. Throws 404 and 422. */
export async function assignProducts(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { add = [], remove = [] }: BodyOf<'PUT /api/operator/sizeguides/:id/products'>,
  requestId: string,
): Promise<GuideReply> {
  const guide = await lockGuide(tx, operator, id);
  if (!guide) throw notFound('sizeGuide');
  await assign(tx, operator, { id, brandId: guide.brandId, add, remove, addField: 'add' }, requestId);
  return readGuideOfOperator(tx, operator, id);
}

async function assign(
  tx: Tx,
  operator: OperatorScope,
  {
    id,
    brandId,
    add,
    remove = [],
    addField,
  }: { id: number; brandId: number | null; add: readonly number[]; remove?: readonly number[]; addField: string },
  requestId: string,
): Promise<void> {
  if (add.length + remove.length === 0) return;
  const products = (await lockProducts(tx, operator, [...add, ...remove])).map(toGuideProduct);
  for (const [field, ids] of [
    [addField, add],
    ['remove', remove],
  ] as const) {
    for (const productId of ids) {
      const product = products.find((each) => each.id === productId);
      if (!product) throw invalid(field, 'One of the products was not found. Please reload the page.');
      if (product.refusal !== null) throw invalid(field, `${product.name}: ${product.refusal}`);
    }
  }
  const added = products.filter((product) => add.includes(product.id) && product.sizeGuideId !== id).map((product) => product.id);
  const removed = products
    .filter((product) => remove.includes(product.id) && product.sizeGuideId === id)
    .map((product) => product.id);
  await assignGuide(tx, id, added);
  await assignGuide(tx, null, removed);
  if (added.length + removed.length === 0) return;
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId },
    {
      action: 'sizeguide.assigned',
      subjectId: String(id),
      after: { added, removed },
      requestId,
    },
  );
}

/** Deletes a guide that no product uses. Throws 403, 404 and 409. */
export async function removeGuide(tx: Tx, operator: OperatorScope, id: number, requestId: string): Promise<void> {
  const guide = await lockOwnGuide(tx, operator, id);
  if (!(await deleteGuide(tx, id)))
    throw new HttpError(409, { sizeGuide: ['Products use this size guide. Give them another one first. Nothing was deleted.'] });
  await recordOperatorAuditEvent(
    tx,
    operator,
    { organisationId: null, brandId: guide.brandId },
    {
      action: 'sizeguide.deleted',
      subjectId: String(id),
      before: { name: guide.name, columns: guide.columns, rows: guide.rows },
      requestId,
    },
  );
}
