import { type AuditEvent, recordAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import { forbidden, notFound } from '#api/platform/http/errors.ts';
import { isImpersonating } from '#api/platform/http/impersonation.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { RequestContext } from '#api/platform/http/request-context.ts';
import { isOrganisationAdmin, type Scope } from '#api/platform/http/scope.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { checkColumns, getColumns, keepKnownColumns } from './list-names.rules.ts';
import { type ListOwner, lockListOwner } from './list-owner.queries.ts';
import {
  deleteListView,
  findListViews,
  insertListView,
  insertSharedListView,
  lockSharedListViews,
  updateListView,
} from './list-views.queries.ts';
import {
  checkCount,
  checkName,
  getChanges,
  LIST_VIEW_LABELS,
  type ListViewContent,
  type StoredListView,
  toAuditedView,
  withoutPage,
} from './list-views.rules.ts';

type Reply = ReplyOf<'GET /api/listviews/:list'>;

/** What an administrator of the whole organisation shares views with. */
interface Sharing {
  scope: Scope;
  /** Records what was done to a shared view in the audit log. */
  record(tx: Tx, event: Omit<AuditEvent, 'requestId'>): Promise<void>;
}

/** Someone who reads views and changes them. */
export interface ViewManager {
  owner: ListOwner;
  /** False while nothing can be changed. */
  mayChange: boolean;
  /** Undefined for someone who may neither share views nor change shared ones. */
  sharing?: Sharing;
}

/** A person, who sees their own views and the shared ones. Only an administrator of the whole organisation shares, and changes what is shared. */
export function manageViewsAsCustomer(context: RequestContext, requestId: string): ViewManager {
  const owner = context.caller;
  const mayChange = !isImpersonating(context);
  if (!mayChange || !isOrganisationAdmin(owner)) return { owner, mayChange };
  const record: Sharing['record'] = (tx, event) => recordAuditEvent(tx, context, { ...event, requestId });
  return { owner, mayChange, sharing: { scope: owner, record } };
}

/** An operator, who has own views only. */
export const manageViewsAsOperator = (owner: OperatorScope): ViewManager => ({ owner, mayChange: true });

/** The views of a list that someone sees, and what they may do with them. */
export async function listViews(db: Db, { owner, mayChange, sharing }: ViewManager, list: string): Promise<Reply> {
  const views = await findListViews(db, owner, list);
  return {
    listViews: views.map(({ fieldVersions: _, ...view }) => ({
      ...view,
      columns: keepKnownColumns(getColumns(owner, list), view.columns),
      canChange: mayChange && (!view.isShared || sharing !== undefined),
    })),
    canShare: sharing !== undefined,
  };
}

/** Throws 403 for someone who may not share views. */
function getSharing({ sharing }: ViewManager): Sharing {
  if (!sharing) throw forbidden('Only an administrator of the whole organisation may do this.');
  return sharing;
}

/** The views of a list, locked. Those who may share wait for each other, everyone else for their own other requests. */
async function lockViews(tx: Tx, { owner, sharing }: ViewManager, list: string): Promise<StoredListView[]> {
  await (sharing ? lockSharedListViews(tx, sharing.scope) : lockListOwner(tx, owner));
  return findListViews(tx, owner, list);
}

/** A view among all. Throws 404, and 403 for a shared one that the manager may not change. */
function getChangeable(manager: ViewManager, views: readonly StoredListView[], viewId: number): StoredListView {
  const view = views.find(({ id }) => id === viewId);
  if (!view) throw notFound('listView');
  if (view.isShared) getSharing(manager);
  return view;
}

/**
 * Saves a view of a list and returns all. Throws 403 for someone who may not share, 400 `listView` when there are too many, and 422 for a name that exists or
 * columns that are named twice or that the list does not have.
 */
export async function addListView(
  tx: Tx,
  manager: ViewManager,
  list: string,
  { name, filters, columns = null, isShared = false }: BodyOf<'POST /api/listviews/:list'>,
): Promise<Reply> {
  checkColumns(getColumns(manager.owner, list), columns);
  const sharing = isShared ? getSharing(manager) : undefined;
  const others = (await lockViews(tx, manager, list)).filter((view) => view.isShared === isShared);
  const content = { name: name.trim(), filters: withoutPage(filters), columns };
  checkName(others, content.name, isShared);
  checkCount(others, isShared);
  if (sharing) {
    const id = await insertSharedListView(tx, sharing.scope, list, content);
    await sharing.record(tx, { action: 'listView.shared', subjectId: String(id), after: { list, ...toAuditedView(content) } });
  } else await insertListView(tx, manager.owner, list, content);
  return listViews(tx, manager, list);
}

/**
 * Renames or updates a view, shares it, or makes a shared one the manager's own, and returns all. Throws 404, 403 for someone who may not change it, 409 when someone
 * else has changed the same since `version`, and otherwise as `addListView`.
 */
export async function changeListView(
  tx: Tx,
  manager: ViewManager,
  list: string,
  viewId: number,
  { version, isShared: wanted, ...content }: BodyOf<'PUT /api/listviews/:list/:id'>,
): Promise<Reply> {
  checkColumns(getColumns(manager.owner, list), content.columns);
  const views = await lockViews(tx, manager, list);
  const view = getChangeable(manager, views, viewId);
  const isShared = wanted ?? view.isShared;
  const moves = isShared !== view.isShared;
  const sharing = isShared || moves ? getSharing(manager) : undefined;
  const changes = getChanges(content, view);
  const changed = [...Object.keys(changes), ...(moves ? ['customer_id'] : [])];
  if (changed.length === 0) return listViews(tx, manager, list);
  assertNotStale('listView', changed, view.fieldVersions, version, (column) => LIST_VIEW_LABELS[column] ?? column, {
    name: view.name,
  });
  const others = views.filter((each) => each.id !== viewId && each.isShared === isShared);
  checkName(others, changes.name ?? view.name, isShared);
  if (moves) checkCount(others, isShared);
  await updateListView(tx, manager.owner, viewId, changes, sharing && moves ? { by: sharing.scope, isShared } : undefined);
  await sharing?.record(tx, describeChange(list, view, changes, isShared));
  return listViews(tx, manager, list);
}

/** The audit event of a change: of what a shared view has become, of what was no longer shared, or of what has changed. */
function describeChange(
  list: string,
  { id, name, filters, columns, isShared: wasShared }: StoredListView,
  changes: Partial<ListViewContent>,
  isShared: boolean,
): Omit<AuditEvent, 'requestId'> {
  const subjectId = String(id);
  const stored = { name, filters, columns };
  if (!wasShared) return { action: 'listView.shared', subjectId, after: { list, ...toAuditedView({ ...stored, ...changes }) } };
  if (!isShared) return { action: 'listView.unshared', subjectId, before: { list, ...toAuditedView(stored) } };
  const before = {
    ...(changes.name !== undefined && { name }),
    ...(changes.filters !== undefined && { filters }),
    ...(changes.columns !== undefined && { columns }),
  };
  return { action: 'listView.changed', subjectId, before: toAuditedView(before), after: toAuditedView(changes) };
}

/** Deletes a view and returns the others. Throws 404, and 403 for a shared one that the manager may not change. */
export async function removeListView(tx: Tx, manager: ViewManager, list: string, viewId: number): Promise<Reply> {
  const { name, filters, columns, isShared } = getChangeable(manager, await lockViews(tx, manager, list), viewId);
  await deleteListView(tx, manager.owner, viewId);
  if (isShared)
    await getSharing(manager).record(tx, {
      action: 'listView.removed',
      subjectId: String(viewId),
      before: { list, ...toAuditedView({ name, filters, columns }) },
    });
  return listViews(tx, manager, list);
}
