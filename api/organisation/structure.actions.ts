import { recordDeed } from '../audit/audit.queries.ts';
import type { Tx } from '../db/database.ts';
import type { Visit } from '../http/endpoint.ts';
import { forbidden, HttpError, invalid, notFound } from '../http/errors.ts';
import type { Scope } from '../http/scope.ts';
import { refuseLostChange } from '../http/two-editors.ts';
import {
  countOwned,
  deleteThing,
  endOtherCurrentSeasons,
  findEnd,
  hasThing,
  insertThing,
  isNameTaken,
  lockThing,
  type Thing,
  takeTurn,
  updateThing,
} from './structure.queries.ts';
import {
  type Columns,
  checkMayManage,
  checkThing,
  differences,
  inWords,
  isOwnRole,
  KINDS,
  type Kind,
  spokenColumn,
  stillUsed,
  toColumns,
  told,
  type Use,
} from './structure.rules.ts';
import { leaveDepartments, listUses, moveUses, refreshRange } from './uses.queries.ts';

/** One change of the organisation's parts: the transaction, who asks, and in which request. */
export interface Desk {
  tx: Tx;
  visit: Visit;
  requestId: string;
}

type Sent = Readonly<Record<string, unknown>>;

/** How many of a kind an organisation may have: lists of them are chosen from, and come in one answer. */
const MOST = 2000;
const SYSTEM_ROLE = 'This is one of the portal’s own roles. Only its permissions can be changed.';

/** The areas that a sent job role names must be the organisation's. */
async function checkArea(tx: Tx, scope: Scope, columns: Columns): Promise<void> {
  const area = columns.business_area_id;
  if (typeof area === 'number' && !(await hasThing(tx, scope, 'businessArea', area))) throw notFound('organisationBusinessArea');
}

async function checkName(tx: Tx, scope: Scope, kind: Kind, columns: Columns, but: { id: number; resortId: number | null }) {
  if (columns.name === undefined || !(await isNameTaken(tx, scope, kind, String(columns.name), but))) return;
  throw invalid('name', `There is a ${KINDS[kind].one} of this name already.`);
}

/** Adds a thing; answers its id. Throws 403, 422 for values, 404 for a business area that is not there. */
export async function addThing({ tx, visit, requestId }: Desk, kind: Kind, sent: Sent, resortId: number | null = null) {
  const { caller } = visit;
  checkMayManage(caller);
  await takeTurn(tx, caller);
  if (resortId !== null && !(await hasThing(tx, caller, 'resort', resortId))) throw notFound('organisationResort');
  const end = await findEnd(tx, caller, kind, resortId);
  const columns: Record<string, string | number | boolean | null> = { ...toColumns(kind, sent) };
  if ('displayOrder' in KINDS[kind].fields) columns.display_order ??= end.nextOrder;
  if (kind === 'season') columns.is_current = columns.is_current === true || end.count === 0;
  if (kind === 'role') columns.active ??= true;
  checkThing(kind, columns);
  await checkArea(tx, caller, columns);
  await checkName(tx, caller, kind, columns, { id: 0, resortId });
  if (end.count >= MOST)
    throw new HttpError(409, { [KINDS[kind].entity]: [`There are ${MOST} already, which is as many as can be kept.`] });
  if (columns.is_current === true) await endOtherCurrentSeasons(tx, caller, 0);
  const id = await insertThing(tx, caller, kind, columns, resortId);
  await recordDeed(tx, visit, {
    action: `${kind}.added`,
    subjectId: String(id),
    after: { ...told(kind, columns), ...(resortId === null ? {} : { organisationResortId: resortId }) },
    requestId,
  });
  return id;
}

async function lockOwn(tx: Tx, scope: Scope, kind: Kind, id: number): Promise<Thing> {
  if (kind === 'role' && !isOwnRole(id)) throw forbidden(SYSTEM_ROLE);
  await takeTurn(tx, scope);
  const thing = await lockThing(tx, scope, kind, id);
  if (!thing) throw notFound(KINDS[kind].entity);
  return thing;
}

/**
 * Changes what was sent of a thing. Throws 403, 404, 422 for values, 409 when somebody else has changed the same since the
 * sender looked.
 */
export async function changeThing({ tx, visit, requestId }: Desk, kind: Kind, id: number, sent: Sent): Promise<void> {
  const { caller } = visit;
  checkMayManage(caller, kind, id);
  const thing = await lockOwn(tx, caller, kind, id);
  const sentColumns = toColumns(kind, sent);
  await checkArea(tx, caller, sentColumns);
  const changes = differences(sentColumns, thing.columns);
  if (Object.keys(changes).length === 0) return;
  const after = { ...thing.columns, ...changes };
  const seen = typeof sent.version === 'number' ? sent.version : undefined;
  refuseLostChange(KINDS[kind].entity, Object.keys(changes), thing.fieldVersions, seen, (column) => spokenColumn(kind, column));
  checkThing(kind, after, thing.columns);
  await checkName(tx, caller, kind, changes, { id, resortId: thing.resortId });
  if (changes.is_current === true) await endOtherCurrentSeasons(tx, caller, id);
  await updateThing(tx, caller, kind, id, changes);
  const before = Object.fromEntries(Object.keys(changes).map((column) => [column, thing.columns[column] ?? null]));
  await recordDeed(tx, visit, {
    action: `${kind}.changed`,
    subjectId: String(id),
    before: told(kind, before),
    after: told(kind, changes),
    requestId,
  });
}

const CONSEQUENCES: Partial<Record<Kind, string>> = {
  resort: 'Whoever is moved to another destination begins there without departments.',
  group: 'Administrators of this group become administrators of the other one.',
};

const ownedWords = ({ departments, addresses }: { departments: number; addresses: number }) => {
  const parts = [
    departments > 0 && `${departments} ${departments === 1 ? 'department' : 'departments'}`,
    addresses > 0 && `${addresses} ${addresses === 1 ? 'address' : 'addresses'}`,
  ].filter(Boolean);
  return parts.length === 0 ? '' : `${parts.join(' and ')} ${departments + addresses === 1 ? 'goes' : 'go'} with it.`;
};

/** Why a thing cannot be deleted, whoever uses it; null when it can. */
const refusalOf = (kind: Kind, thing: Pick<Thing, 'columns'>, seasons: number): string | null =>
  kind === 'season' && thing.columns.is_current === true && seasons > 1
    ? 'This is the current season. Make another one current first.'
    : null;

/** What uses a thing, and what deleting it would mean. Throws 403 and 404. */
export async function readUsage(tx: Tx, caller: Scope, kind: Kind, id: number) {
  checkMayManage(caller);
  const thing = await lockOwn(tx, caller, kind, id);
  const uses = await listUses(tx, caller, kind, id);
  const { count } = await findEnd(tx, caller, kind, thing.resortId);
  const owned = kind === 'resort' ? ownedWords(await countOwned(tx, caller, id)) : '';
  const consequence = [uses.length > 0 && CONSEQUENCES[kind], owned].filter(Boolean).join(' ');
  return { words: inWords(uses), uses, refusal: refusalOf(kind, thing, count), consequence: consequence || null };
}

/** Another thing of the kind, to which the users of one that goes are moved. Throws 404 and 422. */
async function checkTarget(tx: Tx, scope: Scope, kind: Kind, thing: Thing, toId: number): Promise<void> {
  if (toId === thing.id) throw invalid('moveToId', 'Choose another one than the one that is deleted.');
  // Nobody becomes an administrator, or acts for others, because a role was deleted.
  if (kind === 'role' && (toId === 34 || toId === 35)) return;
  if (!(await hasThing(tx, scope, kind, toId, thing.resortId))) throw notFound(KINDS[kind].entity);
}

/**
 * Deletes a thing. What uses it is moved to `moveToId`; without that, a thing in use stays. Throws 403, 404, and 409 with
 * what uses it in words.
 */
export async function removeThing({ tx, visit, requestId }: Desk, kind: Kind, id: number, moveToId: number | undefined) {
  const { caller } = visit;
  checkMayManage(caller);
  const thing = await lockOwn(tx, caller, kind, id);
  const toId = moveToId || null;
  if (toId !== null) await checkTarget(tx, caller, kind, thing, toId);
  const refusal = refusalOf(kind, thing, (await findEnd(tx, caller, kind, thing.resortId)).count);
  if (refusal) throw new HttpError(409, { [KINDS[kind].entity]: [refusal] });
  const uses = await listUses(tx, caller, kind, id);
  if (uses.length > 0 && toId === null) throw stillUsed(kind, uses);
  if (kind === 'resort') await leaveDepartments(tx, caller, id);
  await moveUses(tx, caller, kind, id, toId);
  await deleteOrRefuse(tx, caller, kind, id);
  if (uses.some(({ kind: table }) => table.startsWith('product_'))) await refreshRange(tx, caller);
  await recordDeed(tx, visit, {
    action: `${kind}.removed`,
    subjectId: String(id),
    before: told(kind, thing.columns),
    after: { ...(toId === null ? {} : { movedTo: toId, moved: inWords(uses as Use[]) }) },
    requestId,
  });
}

const FOREIGN_KEY = '23503';

/** What the list of references does not know of must not become an unforeseen error. */
async function deleteOrRefuse(tx: Tx, scope: Scope, kind: Kind, id: number): Promise<void> {
  try {
    await deleteThing(tx, scope, kind, id);
  } catch (error) {
    if ((error as { code?: string }).code !== FOREIGN_KEY) throw error;
    throw new HttpError(409, { [KINDS[kind].entity]: [`This ${KINDS[kind].one} is still used. Nothing was deleted.`] });
  }
}

/** The one that was written, as the lists show it. Throws 404 when the list does not have it. */
export async function getFrom<T extends { id: number }>(list: Promise<T[]>, kind: Kind, id: number): Promise<T> {
  const found = (await list).find((one) => one.id === id);
  if (!found) throw notFound(KINDS[kind].entity);
  return found;
}
