import { skuKey } from '#api/catalogue/stock/stock.queries.ts';
import { findCodes } from '#api/catalogue/stock/stock-receipts.queries.ts';
import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { MAX_COUNT_LINES } from '#contract/ordering/fulfilment/stock-counts.ts';
import { describeScan } from '#contract/scanned-codes.ts';
import { assertDifferencesAsSeen, toCount, toCountLine, toDifferences } from './counts.mapper.ts';
import {
  type CountRow,
  endCount,
  findCount,
  findOpenCounts,
  insertCount,
  insertCountLines,
  listCountLinesOf,
  listLinesToBook,
  lockCount,
  updateCountedLines,
} from './counts.queries.ts';
import { computeDifference } from './counts.rules.ts';
import { resolveCodes } from './deliveries.actions.ts';
import { changeOnHand, lockLevels } from './level-changes.queries.ts';
import { findCatalogueCurrency, listLevelIds } from './levels.queries.ts';

type Entry = BodyOf<'POST /api/operator/stock/counts/:id/entries'>['items'][number];

const NOWHERE = { organisationId: null, brandId: null };
const conflict = (message: string) => new HttpError(409, { count: [message] });

/** A count that the operator sees. Throws 404. */
export async function readCount(db: Db | Tx, operator: OperatorScope, id: number): Promise<CountRow> {
  const count = await findCount(db, operator, id);
  if (!count) throw notFound('stockCount');
  return count;
}

/** What a count of these is called. */
const nameCount = ({ shelf, searchTerm, codes }: BodyOf<'POST /api/operator/stock/counts'>): string =>
  shelf?.trim()
    ? `shelf ${shelf.trim()}`
    : searchTerm?.trim()
      ? `“${searchTerm.trim()}”`
      : codes?.length === 1
        ? (codes[0] as string)
        : `${codes?.length ?? 0} garments`;

async function chooseGarments(
  tx: Tx,
  operator: OperatorScope,
  input: BodyOf<'POST /api/operator/stock/counts'>,
): Promise<number[]> {
  const { shelf, searchTerm, codes } = input;
  if (codes && codes.length > 0) {
    const found = await findCodes(tx, operator, codes);
    const known = new Set(found.map(({ code }) => code));
    const unknown = codes.filter((code) => !known.has(skuKey(code)));
    if (unknown.length > 0)
      throw invalid('codes', `No garment has the code ${unknown.slice(0, 5).map(describeScan).join(', ')}.`);
    return [...new Set(found.map(({ combinationId }) => combinationId))];
  }
  if (!shelf?.trim() && !searchTerm?.trim()) throw invalid('shelf', 'Please enter a shelf, words to search for, or SKUs.');
  return listLevelIds(tx, operator, { shelf: shelf ?? undefined, searchTerm: searchTerm ?? undefined });
}

const describeNothing = ({ shelf, searchTerm }: BodyOf<'POST /api/operator/stock/counts'>, seen: number): string =>
  seen > 0
    ? 'Clients of brands that you do not work for buy these garments too. An operator of all these brands can count them.'
    : shelf?.trim() && !searchTerm?.trim()
      ? `No garment has a shelf that begins with ${shelf.trim()}.`
      : 'No garment was found. Check the spelling.';

/** Begins a count. Throws 409 while one of its garments is in an open count, and 422. */
export async function beginCount(
  tx: Tx,
  operator: OperatorScope,
  input: BodyOf<'POST /api/operator/stock/counts'>,
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/stock/counts'>> {
  const chosen = await chooseGarments(tx, operator, input);
  if (chosen.length > MAX_COUNT_LINES)
    throw invalid(
      'shelf',
      `${chosen.length} garments match. A count can have 2,000: please choose a smaller part, such as one shelf.`,
    );
  const levels = await lockLevels(tx, operator, chosen);
  const own = levels.filter(({ isSharedBeyond }) => !isSharedBeyond).map(({ combinationId }) => combinationId);
  if (own.length === 0) throw invalid(input.shelf?.trim() ? 'shelf' : 'searchTerm', describeNothing(input, levels.length));
  const name = nameCount(input).slice(0, 200);
  const id = await insertCount(tx, operator, { name, combinationIds: own });
  const count = await readCount(tx, operator, id);
  if (count.lines < own.length) throw conflict(await describeOpenCounts(tx, own, id));
  await recordOperatorAuditEvent(tx, operator, NOWHERE, {
    action: 'stock.count-begun',
    subjectId: String(id),
    after: { lines: own.length },
    requestId,
  });
  return { count: toCount(count) };
}

async function describeOpenCounts(tx: Tx, combinationIds: readonly number[], id: number): Promise<string> {
  const others = await findOpenCounts(tx, combinationIds, id);
  const names = others.map(
    ({ name, createdBy, garments }) => `${name}${createdBy === null ? '' : `, started by ${createdBy}`} (${garments})`,
  );
  return `Some of these garments are being counted already: ${names.join('; ')}. Open that count to count together, or finish it first.`;
}

async function lockOpenCount(tx: Tx, operator: OperatorScope, id: number): Promise<CountRow> {
  const count = await lockCount(tx, operator, id);
  if (!count) throw notFound('stockCount');
  if (count.state !== 'open') throw conflict(`This count has been ${count.state}. Nothing was changed.`);
  return count;
}

/** Stores what was counted. Garments that are not in the count are added to it. Throws 404, 409 and 422. */
export async function enterCounted(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  items: readonly Entry[],
): Promise<ReplyOf<'POST /api/operator/stock/counts/:id/entries'>> {
  const { lines: before } = await lockOpenCount(tx, operator, id);
  const ids = await resolveCodes(
    tx,
    operator,
    items.map(({ code }) => code),
  );
  const distinct = [...new Set(ids)];
  const known = new Map((await listCountLinesOf(tx, id, distinct)).map((line) => [line.id, line]));
  const added = distinct.filter((each) => !known.has(each));
  if (before + added.length > MAX_COUNT_LINES) throw conflict('A count can have 2,000 garments at most. Nothing was entered.');
  if ((await insertCountLines(tx, id, added)) < added.length) throw conflict(await describeOpenCounts(tx, added, id));
  const counted = new Map([...known].flatMap(([each, line]) => (line.counted === null ? [] : [[each, line.counted]])));
  const errors: Record<string, string[]> = {};
  for (const [index, { quantity, adds = false, seen }] of items.entries()) {
    const garment = ids[index] as number;
    const line = known.get(garment);
    if (!adds && seen !== undefined && seen !== (line?.counted ?? null))
      errors[`items[${index}].quantity`] = [
        `${line?.countedBy ?? 'Someone'} has counted ${line?.counted ?? 0} meanwhile. Nothing was entered. Please check it and enter it again.`,
      ];
    const sum = (adds ? (counted.get(garment) ?? 0) : 0) + quantity;
    if (sum > 1_000_000) errors[`items[${index}].quantity`] = ['At most 1,000,000 pieces can be counted.'];
    counted.set(garment, sum);
  }
  if (Object.keys(errors).length > 0) throw new HttpError(409, errors);
  await updateCountedLines(
    tx,
    operator,
    id,
    distinct.map((combinationId) => ({ combinationId, counted: counted.get(combinationId) ?? 0 })),
  );
  return {
    count: toCount(await readCount(tx, operator, id)),
    lines: (await listCountLinesOf(tx, id, distinct)).map(toCountLine),
  };
}

/** The differences of a count as it would be booked now. Throws 404. */
export async function readDifferences(
  db: Db | Tx,
  operator: OperatorScope,
  id: number,
): Promise<ReplyOf<'GET /api/operator/stock/counts/:id/differences'>> {
  const count = await readCount(db, operator, id);
  return toDifferences(count, await listLinesToBook(db, id), await findCatalogueCurrency(db));
}

/**
 * Books a count: the differences of all counted garments at once. Booking a booked count changes nothing. Throws 404, 409 for a cancelled count, for
 * differences that are no longer those seen, and for garments that cannot be booked unless they are left out.
 */
export async function bookCount(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { leavesOut = false, fingerprint }: BodyOf<'POST /api/operator/stock/counts/:id/book'>,
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/stock/counts/:id/book'>> {
  const locked = await lockCount(tx, operator, id);
  if (!locked) throw notFound('stockCount');
  if (locked.state === 'booked')
    return { success: false, msg: 'The count was booked before; nothing was changed.', count: toCount(locked) };
  if (locked.state === 'cancelled') throw conflict('This count has been cancelled. Nothing was booked.');
  const counted = await listLinesToBook(tx, id);
  if (counted.length === 0) throw conflict('Nothing has been counted yet.');
  await lockLevels(
    tx,
    operator,
    counted.map((line) => line.id),
  );
  // Read again: what moved before the levels were locked counts.
  const rows = await listLinesToBook(tx, id);
  assertDifferencesAsSeen(fingerprint, toDifferences(locked, rows, ''));
  const lines = rows.map((row) => ({ row, ...computeDifference(row) }));
  const left = lines.filter(({ obstacle }) => obstacle !== null);
  if (left.length > 0 && !leavesOut)
    throw conflict(
      `${left.length === 1 ? `${left[0]?.row.sku} cannot be booked: ${left[0]?.obstacle}` : `${left.length} garments cannot be booked.`} Nothing was booked. They can be left out.`,
    );
  const booked = lines.filter(({ obstacle }) => obstacle === null);
  await changeOnHand(
    tx,
    operator,
    booked.map(({ row, difference }) => ({
      combinationId: row.id,
      change: difference,
      kind: 'count',
      cause: { kind: 'stock_count', countId: id },
      countedAt: row.countedAt,
    })),
  );
  await endCount(
    tx,
    id,
    'booked',
    booked.map(({ row, difference }) => ({ combinationId: row.id, difference })),
  );
  const changed = booked.filter(({ difference }) => difference !== 0);
  await recordOperatorAuditEvent(tx, operator, NOWHERE, {
    action: 'stock.count-booked',
    subjectId: String(id),
    after: {
      differences: changed.map(({ row, difference }) => ({ combinationId: row.id, difference })),
      leftOut: left.map(({ row }) => row.id),
    },
    requestId,
  });
  const msg =
    changed.length === 0
      ? 'Everything was as expected. The count has been booked.'
      : `${changed.length === 1 ? '1 difference' : `${changed.length} differences`} booked.${left.length > 0 ? ` ${left.length} left out.` : ''}`;
  return { success: true, msg, count: toCount(await readCount(tx, operator, id)) };
}

/** Cancels an open count. Throws 404 and 409. */
export async function cancelCount(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  requestId: string,
): Promise<ReplyOf<'POST /api/operator/stock/counts/:id/cancel'>> {
  await lockOpenCount(tx, operator, id);
  await endCount(tx, id, 'cancelled', []);
  await recordOperatorAuditEvent(tx, operator, NOWHERE, { action: 'stock.count-cancelled', subjectId: String(id), requestId });
  return {
    success: true,
    msg: 'The count has been cancelled. Nothing was booked.',
    count: toCount(await readCount(tx, operator, id)),
  };
}
