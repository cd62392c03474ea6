import { lockListOwner } from '#api/identity/list-settings/list-owner.queries.ts';
import { type AuditEvent, recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { badRequest, forbidden, invalid, notFound } from '#api/platform/http/errors.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { MAX_SHEET_ROWS, MAX_SHEETS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { findWearersOfTexts, identifyWearer, readCells } from '../rows/resolve-rows.actions.ts';
import {
  deleteSavedSheet,
  findSavedSheet,
  insertSavedSheet,
  type LockedSheet,
  listOwnSheetNames,
  listSavedSheets,
  lockSavedSheet,
  markSheetUsed,
  replaceSeenRows,
  type SavedRow,
  type SavedSheet,
  updateSavedSheet,
} from './saved-sheets.queries.ts';

type SheetReply = ReplyOf<'POST /api/ordersheets'>['orderSheet'];
type SentRows = BodyOf<'POST /api/ordersheets'>['rows'];

/** The columns of a sheet as messages name them. */
const LABELS: Readonly<Record<string, string>> = { name: 'Name', is_shared: 'Who sees the sheet', rows_saved_at: 'Rows' };

const toReply = ({ updatedAt, deletedOn, ...sheet }: SavedSheet): SheetReply => ({
  ...sheet,
  updatedOnUtc: updatedAt.toISOString(),
  deletedOnUtc: `${deletedOn}T00:00:00Z`,
});

/** The sheets that someone sees. */
export async function listSheets(db: Db, scope: Scope): Promise<ReplyOf<'GET /api/ordersheets'>> {
  const sheets = await listSavedSheets(db, scope);
  return { orderSheets: sheets.map(toReply), canSaveMore: sheets.filter(({ isOwn }) => isOwn).length < MAX_SHEETS };
}

/** A sheet with the rows that someone sees; opening it keeps it. Throws 404. */
export async function openSheet(db: Db, scope: Scope, sheetId: number): Promise<ReplyOf<'GET /api/ordersheets/:id'>> {
  await markSheetUsed(db, scope, sheetId);
  const found = await findSavedSheet(db, scope, sheetId);
  if (!found) throw notFound('orderSheet');
  return { orderSheet: { ...toReply(found.sheet), rows: found.rows, hiddenRowCount: found.hiddenRowCount } };
}

/** Rows as they are stored: as typed, with the person whom the wearer is, where that is clear. */
async function readRows(tx: Tx, scope: Scope, sent: SentRows): Promise<SavedRow[]> {
  const rows = sent.map((row) => ({ cells: readCells(row), chosenId: row.customerId ?? null }));
  const wearers = await findWearersOfTexts(
    tx,
    scope,
    rows.map(({ cells }) => cells.wearer),
  );
  return rows.map(({ cells, chosenId }) => ({
    ...cells,
    customerId: identifyWearer(cells.wearer, chosenId, wearers).wearer?.id ?? null,
  }));
}

/** Locks the person, so that of two requests only one takes a name, and throws 422 `name` when another of their sheets has it. Returns how many they have. */
async function takeName(tx: Tx, scope: Scope, name: string, sheetId?: number): Promise<number> {
  await lockListOwner(tx, scope);
  const own = await listOwnSheetNames(tx, scope);
  if (own.some((other) => other.id !== sheetId && other.name.toLowerCase() === name.toLowerCase()))
    throw invalid('name', 'You already have a sheet with this name.');
  return own.length;
}

const getSheet = async (tx: Tx, scope: Scope, sheetId: number): Promise<{ orderSheet: SheetReply }> => {
  const found = await findSavedSheet(tx, scope, sheetId);
  if (!found) throw notFound('orderSheet');
  return { orderSheet: toReply(found.sheet) };
};

/** Records what becomes of a sheet that colleagues see, or saw. What someone keeps for themselves is not recorded. */
const recordSharing = (
  tx: Tx,
  scope: Scope,
  sheetId: number,
  event: Omit<AuditEvent, 'subjectId'> & { action: `orderSheet.${'shared' | 'unshared' | 'renamed' | 'removed'}` },
) => recordAuditEvent(tx, { caller: scope, effective: scope }, { ...event, subjectId: String(sheetId) });

/** Saves a new sheet. Throws 422 `name` for a name that the person has used, and 400 `orderSheet` when they have too many. */
export async function saveSheet(
  tx: Tx,
  scope: Scope,
  { name: sentName, isShared = false, rows }: BodyOf<'POST /api/ordersheets'>,
  requestId: string,
): Promise<{ orderSheet: SheetReply }> {
  const name = sentName.trim();
  if ((await takeName(tx, scope, name)) >= MAX_SHEETS)
    throw badRequest('orderSheet', `You can save up to ${MAX_SHEETS} sheets. Delete one that you no longer need.`);
  const id = await insertSavedSheet(tx, scope, { name, isShared });
  await replaceSeenRows(tx, scope, id, await readRows(tx, scope, rows));
  if (isShared) await recordSharing(tx, scope, id, { action: 'orderSheet.shared', after: { name }, requestId });
  return getSheet(tx, scope, id);
}

const assertOwn = ({ isOwn }: LockedSheet, what: string) => {
  if (!isOwn) throw forbidden(`Only the person whose sheet it is can ${what} it.`);
};

/**
 * Saves changes of a sheet; what is absent stays as it is. Throws 404, 403 for what only the owner may change, 409 `orderSheet` when the same has been
 * changed since `version`, and 422 for a name that is taken and for too many rows.
 */
export async function changeSheet(
  tx: Tx,
  scope: Scope,
  sheetId: number,
  { version, ...sent }: BodyOf<'PUT /api/ordersheets/:id'>,
  requestId: string,
): Promise<{ orderSheet: SheetReply }> {
  const name = sent.name?.trim();
  // The person is locked before the sheet, as when a sheet is added.
  if (name !== undefined) await takeName(tx, scope, name, sheetId);
  const sheet = await lockSavedSheet(tx, scope, sheetId);
  if (!sheet) throw notFound('orderSheet');
  const renamed = name !== undefined && name !== sheet.name ? name : undefined;
  const isShared = sent.isShared !== sheet.isShared ? sent.isShared : undefined;
  if (renamed !== undefined) assertOwn(sheet, 'rename');
  if (isShared !== undefined) assertOwn(sheet, 'share');
  const changed = [
    ...(renamed === undefined ? [] : ['name']),
    ...(isShared === undefined ? [] : ['is_shared']),
    ...(sent.rows === undefined ? [] : ['rows_saved_at']),
  ];
  assertNotStale('orderSheet', changed, sheet.fieldVersions, version, (column) => LABELS[column] ?? column, {
    name: sheet.name,
    is_shared: sheet.isShared,
  });
  if (sent.rows) {
    if (sent.rows.length + sheet.hiddenRowCount > MAX_SHEET_ROWS)
      throw invalid(
        'rows',
        `A sheet holds at most ${MAX_SHEET_ROWS} rows, and ${sheet.hiddenRowCount} of this one are for people you can’t order for.`,
      );
    await replaceSeenRows(tx, scope, sheetId, await readRows(tx, scope, sent.rows));
  }
  await updateSavedSheet(tx, scope, sheetId, { name: renamed, isShared, withRows: sent.rows !== undefined });
  const before = { name: sheet.name };
  const after = { name: renamed ?? sheet.name };
  if (isShared === true) await recordSharing(tx, scope, sheetId, { action: 'orderSheet.shared', after, requestId });
  else if (isShared === false) await recordSharing(tx, scope, sheetId, { action: 'orderSheet.unshared', before, requestId });
  else if (renamed !== undefined && sheet.isShared)
    await recordSharing(tx, scope, sheetId, { action: 'orderSheet.renamed', before, after, requestId });
  return getSheet(tx, scope, sheetId);
}

/** Deletes a sheet of the person's own. Throws 404, and 403 for one that a colleague shares. */
export async function removeSheet(tx: Tx, scope: Scope, sheetId: number, requestId: string): Promise<void> {
  const sheet = await lockSavedSheet(tx, scope, sheetId);
  if (!sheet) throw notFound('orderSheet');
  assertOwn(sheet, 'delete');
  await deleteSavedSheet(tx, scope, sheetId);
  if (sheet.isShared)
    await recordSharing(tx, scope, sheetId, { action: 'orderSheet.removed', before: { name: sheet.name }, requestId });
}
