import type { Tx } from '#api/platform/db/database.ts';
import { badRequest, invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import { MAX_LIST_VIEWS } from '#contract/identity/list-settings/list-view-limits.ts';
import type { BodyOf } from '#contract/index.ts';
import { checkColumns } from './list-names.rules.ts';
import {
  findListViews,
  insertListView,
  type ListView,
  type ListViewChange,
  lockListViews,
  updateListView,
} from './list-views.queries.ts';

/** Throws 422 `name` when another view has the name. */
function checkName(views: readonly ListView[], name: string, viewId?: number): void {
  if (views.some((view) => view.id !== viewId && view.name.toLowerCase() === name.toLowerCase()))
    throw invalid('name', 'You already have a view with this name.');
}

/** The query string without the number of the page, which belongs to a moment and not to a view. */
function withoutPage(filters: string): string {
  const params = new URLSearchParams(filters);
  params.delete('page');
  return params.toString();
}

/** Saves a view of a list and returns all. Throws 400 `listView` when there are too many, 422 for a name that exists. */
export async function addListView(
  tx: Tx,
  scope: Scope,
  list: string,
  { name, filters, columns = null }: BodyOf<'POST /api/listviews/:list'>,
): Promise<ListView[]> {
  checkColumns(columns);
  await lockListViews(tx, scope);
  const views = await findListViews(tx, scope, list);
  const trimmed = name.trim();
  checkName(views, trimmed);
  if (views.length >= MAX_LIST_VIEWS)
    throw badRequest('listView', `You can save up to ${MAX_LIST_VIEWS} views. Delete one that you no longer need.`);
  await insertListView(tx, scope, list, { name: trimmed, filters: withoutPage(filters), columns });
  return findListViews(tx, scope, list);
}

/** Renames or updates a view and returns all. Throws 404 for a view that the person does not have, 422 for a name that exists. */
export async function changeListView(
  tx: Tx,
  scope: Scope,
  list: string,
  viewId: number,
  { name, filters, columns }: ListViewChange,
): Promise<ListView[]> {
  checkColumns(columns);
  await lockListViews(tx, scope);
  const views = await findListViews(tx, scope, list);
  if (!views.some(({ id }) => id === viewId)) throw notFound('listView');
  const trimmed = name?.trim();
  if (trimmed !== undefined) checkName(views, trimmed, viewId);
  await updateListView(tx, scope, viewId, {
    ...(trimmed !== undefined && { name: trimmed }),
    ...(filters !== undefined && { filters: withoutPage(filters) }),
    ...(columns !== undefined && { columns }),
  });
  return findListViews(tx, scope, list);
}
