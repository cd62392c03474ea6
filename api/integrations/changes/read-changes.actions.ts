import { type ChangeCursor, formatCursor, parseCursor, toCursorBrands } from '#api/platform/changes/change-cursor.rules.ts';
import { listChangedIds, MAX_NUMBERED_CHANGES, numberChanges, readLastPosition } from '#api/platform/changes/changes.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import { badRequest } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { DEFAULT_CHANGED_RECORDS } from '#contract/integrations/changes/changes.ts';
import { type ChangedKind, listRecordIds } from './listed-records.queries.ts';

/** What a reader asks for. */
interface ChangesQuery {
  after?: string | undefined;
  limit?: number | undefined;
}

/** A page of changes before its records are read. */
interface ChangesPage {
  ids: number[];
  next: Pick<ChangeCursor, 'position' | 'listedTo'>;
  hasMore: boolean;
}

/** Throws 400 for what is no cursor of this list and of the brands of the operator. */
function readCursor(after: string, kind: ChangedKind, brandIds: readonly number[]): ChangeCursor {
  const cursor = parseCursor(after);
  if (cursor?.kind !== kind) throw badRequest('after', 'This cursor is not valid. Read from the beginning.');
  if (cursor.brandIds.join() !== brandIds.join())
    throw badRequest('after', 'The brands that you work for have changed. Read from the beginning.');
  return cursor;
}

/**
 * A page of the records of a kind: at first all of them by their ids, with what changes meanwhile afterwards, then those that have changed. `read` reads
 * records by their ids; those that the operator does not see are left out. Throws 400 `after`.
 */
export async function readChanges<R extends { id: number }>(
  db: Db,
  operator: OperatorScope,
  kind: ChangedKind,
  { after = '', limit = DEFAULT_CHANGED_RECORDS }: ChangesQuery,
  read: (ids: readonly number[]) => Promise<R[]>,
): Promise<{ records: R[]; nextCursor: string; hasMore: boolean }> {
  const brandIds = toCursorBrands(operator.brandIds);
  const cursor = after === '' ? undefined : readCursor(after, kind, brandIds);
  // Whatever has committed by now has its position before anything is read, and is read as it is after that.
  const isBehind = (await numberChanges(db)) === MAX_NUMBERED_CHANGES;
  const { position = await readLastPosition(db, kind), listedTo = 0 } = cursor ?? {};
  const page =
    listedTo === null
      ? await pageOfChanges(db, operator, kind, { position, limit })
      : await pageOfList(db, operator, kind, { position, listedTo, limit });
  const records = page.ids.length === 0 ? [] : await read(page.ids);
  const places = new Map(page.ids.map((id, place) => [id, place]));
  return {
    records: records.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)),
    nextCursor: formatCursor({ kind, brandIds, ...page.next }),
    hasMore: page.hasMore || isBehind,
  };
}

async function pageOfList(
  db: Db,
  operator: OperatorScope,
  kind: ChangedKind,
  { position, listedTo, limit }: { position: number; listedTo: number; limit: number },
): Promise<ChangesPage> {
  const ids = await listRecordIds(db, kind, { operator, after: listedTo, limit });
  const last = ids.at(-1);
  const isDone = ids.length < limit || last === undefined;
  // What has changed while everything was listed is still to come.
  return { ids, next: { position, listedTo: isDone ? null : last }, hasMore: true };
}

async function pageOfChanges(
  db: Db,
  operator: OperatorScope,
  kind: ChangedKind,
  { position, limit }: { position: number; limit: number },
): Promise<ChangesPage> {
  const last = await readLastPosition(db, kind);
  if (position > last) throw badRequest('after', 'This cursor is not known here any more. Read from the beginning.');
  const part = await listChangedIds(db, kind, { after: position, limit, brandIds: operator.brandIds });
  return { ids: part.recordIds, next: { position: part.position, listedTo: null }, hasMore: part.hasMore };
}
