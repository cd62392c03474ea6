import { recordOperatorAuditEvent } from '#api/platform/audit/audit.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { JsonObject } from '#api/platform/db/types.ts';
import { conflict, HttpError, invalid, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import { assertNotStale } from '#api/platform/http/optimistic-concurrency.ts';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { lockCategoryTree } from '../../kept-products/category-tree.queries.ts';
import { refreshListingsOf } from '../../kept-products/kept-products.queries.ts';
import {
  countProductsToMove,
  deleteEmptyCategory,
  insertCategory,
  listProductIdsIn,
  moveProducts,
  placeCategories,
  readCategories,
  renewCategoryOrder,
  updateCategory,
} from './categories.queries.ts';
import {
  CATEGORY_LABELS,
  explainCategoryRefusal,
  explainMergeProblem,
  listBranch,
  orderSiblings,
  refusePlace,
  refuseTakenName,
  type StoredCategory,
  toCategoryTree,
} from './categories.rules.ts';
import { OF_ALL_BRANDS } from './operator-products.actions.ts';

type CategoryReply = ReplyOf<'POST /api/operator/categories'>;

/** The categories that the operator sees, in the order of the tree. */
export async function readCategoryTree(db: Db | Tx, operator: OperatorScope): Promise<ReplyOf<'GET /api/operator/categories'>> {
  return { categories: toCategoryTree(await readCategories(db, operator)) };
}

async function readCategory(tx: Tx, operator: OperatorScope, id: number): Promise<CategoryReply> {
  const category = toCategoryTree(await readCategories(tx, operator)).find((each) => each.id === id);
  if (!category) throw notFound('category');
  return { category };
}

function findVisible(categories: readonly StoredCategory[], id: number): StoredCategory {
  const category = categories.find((each) => each.id === id && each.isVisible);
  if (!category) throw notFound('category');
  return category;
}

/** A category that may be changed, with all others, under the lock of the tree. */
async function lockOwnCategory(tx: Tx, operator: OperatorScope, id: number) {
  await lockCategoryTree(tx);
  const categories = await readCategories(tx, operator);
  const category = findVisible(categories, id);
  const refusal = explainCategoryRefusal(category);
  if (refusal !== null) throw new HttpError(403, { category: [refusal] });
  return { categories, category };
}

const assertCategoryNotStale = (category: StoredCategory, columns: readonly string[], version: number | null | undefined) =>
  assertNotStale('category', columns, category.fieldVersions, version, (column) => CATEGORY_LABELS[column] ?? column, {
    name: category.name,
    unspsc: category.unspsc,
  });

/** The parent that is named, which the operator must see; null for the top. Throws 422. */
function readParent(categories: readonly StoredCategory[], parentId: number | null | undefined): number | null {
  if (parentId == null) return null;
  if (!categories.some(({ id, isVisible }) => id === parentId && isVisible))
    throw invalid('parentId', 'This category was not found. It may have been deleted. Please reload the page.');
  return parentId;
}

const record = (
  tx: Tx,
  operator: OperatorScope,
  event: { action: string; id: number; before?: JsonObject; after?: JsonObject; requestId: string },
) => {
  const { id, ...rest } = event;
  return recordOperatorAuditEvent(tx, operator, OF_ALL_BRANDS, { ...rest, subjectId: String(id) });
};

/** Adds a category as the last one below another. Throws 422. */
export async function addCategory(
  tx: Tx,
  operator: OperatorScope,
  body: BodyOf<'POST /api/operator/categories'>,
  requestId: string,
): Promise<CategoryReply> {
  await lockCategoryTree(tx);
  const categories = await readCategories(tx, operator);
  const parentId = readParent(categories, body.parentId);
  const category = { name: body.name.trim(), parentId, unspsc: body.unspsc ?? null };
  refusePlace(categories, parentId);
  refuseTakenName(categories, category);
  const id = await insertCategory(tx, category);
  await record(tx, operator, { action: 'category.added', id, after: category, requestId });
  return readCategory(tx, operator, id);
}

/** Renames a category, or changes its code. Throws 403, 404, 409 and 422. */
export async function changeCategory(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { name: typedName, unspsc = undefined, version }: BodyOf<'PUT /api/operator/categories/:id'>,
  requestId: string,
): Promise<CategoryReply> {
  const { categories, category } = await lockOwnCategory(tx, operator, id);
  const before = { name: category.name, unspsc: category.unspsc };
  const after = {
    name: typedName?.trim() ?? before.name,
    unspsc: unspsc === undefined ? before.unspsc : unspsc,
  };
  const columns = [...(after.name === before.name ? [] : ['name']), ...(after.unspsc === before.unspsc ? [] : ['unspsc_code'])];
  assertCategoryNotStale(category, columns, version);
  if (columns.length === 0) return readCategory(tx, operator, id);
  refuseTakenName(categories, { id, parentId: category.parentId, name: after.name });
  await updateCategory(tx, id, after);
  await refreshListingsOf(tx, await listProductIdsIn(tx, listBranch(categories, id)));
  await record(tx, operator, { action: 'category.changed', id, before, after, requestId });
  return readCategory(tx, operator, id);
}

/** Moves a category with everything below it. Throws 403, 404, 409 and 422. */
export async function moveCategory(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { parentId: typedParentId, position, version }: BodyOf<'PUT /api/operator/categories/:id/place'>,
  requestId: string,
): Promise<CategoryReply> {
  const { categories, category } = await lockOwnCategory(tx, operator, id);
  const parentId = readParent(categories, typedParentId);
  const isElsewhere = parentId !== category.parentId;
  const siblings = orderSiblings(categories, { id, parentId, position });
  const isSorted = siblings.every((each, index) => categories.find((one) => one.id === each)?.displayOrder === index + 1);
  if (!isElsewhere && isSorted) return readCategory(tx, operator, id);
  assertCategoryNotStale(category, isElsewhere ? ['parent_id', 'display_order'] : ['display_order'], version);
  if (isElsewhere) {
    refusePlace(categories, parentId, category);
    refuseTakenName(categories, { id, parentId, name: category.name });
  }
  await placeCategories(tx, parentId, siblings);
  const productIds = await listProductIdsIn(tx, listBranch(categories, id));
  await (isElsewhere ? refreshListingsOf(tx, productIds) : renewCategoryOrder(tx, productIds));
  const reply = await readCategory(tx, operator, id);
  const placeOf = (tree: CategoryReply['category'][]) => {
    const found = tree.find((each) => each.id === id);
    return { parentId: found?.parentId ?? null, position: found?.position ?? 0 };
  };
  await record(tx, operator, {
    action: 'category.moved',
    id,
    before: placeOf(toCategoryTree(categories)),
    after: placeOf([reply.category]),
    requestId,
  });
  return reply;
}

/** What merging would move, and why it may not be possible. Throws 404 for categories that the operator does not see. */
export async function previewMerge(
  db: Db,
  operator: OperatorScope,
  fromId: number,
  intoId: number,
): Promise<ReplyOf<'GET /api/operator/categories/:id/merge'>> {
  const categories = await readCategories(db, operator);
  const category = findVisible(categories, fromId);
  findVisible(categories, intoId);
  return {
    ...(await countProductsToMove(db, fromId, intoId)),
    children: categories.filter(({ parentId }) => parentId === fromId).length,
    problem: explainCategoryRefusal(category) ?? explainMergeProblem(categories, fromId, intoId),
  };
}

/** Moves products and categories of one category to another, and deletes it. Throws 403, 404, 409 and 422. */
export async function mergeCategories(
  tx: Tx,
  operator: OperatorScope,
  id: number,
  { intoId, version }: BodyOf<'POST /api/operator/categories/:id/merge'>,
  requestId: string,
): Promise<CategoryReply> {
  const { categories, category } = await lockOwnCategory(tx, operator, id);
  findVisible(categories, intoId);
  assertCategoryNotStale(category, Object.keys(CATEGORY_LABELS), version);
  const problem = explainMergeProblem(categories, id, intoId);
  if (problem !== null) throw invalid('intoId', problem);
  const branch = listBranch(categories, id);
  const below = branch.slice(1);
  const affected = await listProductIdsIn(tx, below);
  const moved = await moveProducts(tx, id, intoId);
  const children = categories.filter(({ parentId }) => parentId === id).map((child) => child.id);
  if (children.length > 0) {
    const ordered = toCategoryTree(categories.map((each) => ({ ...each, isVisible: true })));
    const inOrder = (parentId: number) => ordered.filter((each) => each.parentId === parentId).map((each) => each.id);
    await placeCategories(
      tx,
      intoId,
      [...inOrder(intoId), ...inOrder(id)].filter((each) => each !== id),
    );
  }
  if (!(await deleteEmptyCategory(tx, id))) throw new Error(`Category ${id} is not empty after it was merged.`);
  await refreshListingsOf(tx, [...new Set([...affected, ...moved])]);
  await record(tx, operator, {
    action: 'category.merged',
    id,
    before: { name: category.name, parentId: category.parentId, unspsc: category.unspsc },
    after: { intoId, products: moved.length, categories: children.length },
    requestId,
  });
  return readCategory(tx, operator, intoId);
}

/** Deletes a category without products and without categories below it. Throws 403, 404 and 409. */
export async function removeCategory(tx: Tx, operator: OperatorScope, id: number, requestId: string): Promise<void> {
  const { category } = await lockOwnCategory(tx, operator, id);
  if (!(await deleteEmptyCategory(tx, id)))
    throw conflict('category', 'It has products or categories below it. Move these first, or merge it into another category.');
  await record(tx, operator, {
    action: 'category.deleted',
    id,
    before: { name: category.name, parentId: category.parentId, unspsc: category.unspsc },
    requestId,
  });
}
