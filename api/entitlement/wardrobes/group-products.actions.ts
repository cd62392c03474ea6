import type { Tx } from '#api/platform/db/database.ts';
import { invalid, notFound } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { BodyOf } from '#contract/index.ts';
import { type GroupProduct, listGroupProducts, readRangeNames, replaceGroupProducts } from './wardrobes.queries.ts';

type ProductInput = NonNullable<BodyOf<'PUT /api/organisation/wardrobes/:id/groups/:groupId'>['products']>;

const toGroupProduct = ({ productId, allocatedQuantity, points }: ProductInput[number]): GroupProduct => ({
  productId,
  allocatedQuantity: allocatedQuantity ?? null,
  points: points ?? null,
});

/** "Oxford shirt (2 pieces), Polo (5 points)": the products of a group in the audit log. */
const describeProducts = (products: readonly (Omit<GroupProduct, 'productId'> & { name: string })[]): string =>
  products
    .map(({ name, allocatedQuantity, points }) => {
      const numbers = [
        allocatedQuantity !== null && `${allocatedQuantity} ${allocatedQuantity === 1 ? 'piece' : 'pieces'}`,
        points !== null && `${points} ${points === 1 ? 'point' : 'points'}`,
      ].filter(Boolean);
      return numbers.length === 0 ? name : `${name} (${numbers.join(', ')})`;
    })
    .join(', ');

/** The stored products of a group as text, and whether the input differs from them. */
export async function readGroupProducts(
  tx: Tx,
  scope: Scope,
  groupId: number,
  input: ProductInput,
): Promise<{ described: string; areChanged: boolean }> {
  const stored = await listGroupProducts(tx, scope, groupId);
  const before = stored.map(toGroupProduct);
  return {
    described: describeProducts(stored),
    areChanged: JSON.stringify(before) !== JSON.stringify(input.map(toGroupProduct)),
  };
}

/** Replaces the products of a group and returns them as text. Throws 404 for a product that is not in the range, and 422 for duplicates. */
export async function replaceProducts(tx: Tx, scope: Scope, groupId: number, input: ProductInput): Promise<string> {
  const products = input.map(toGroupProduct);
  const ids = products.map(({ productId }) => productId);
  if (new Set(ids).size < ids.length) throw invalid('products', 'A product can be in a group only once.');
  const names = await readRangeNames(tx, scope, ids);
  if (ids.some((id) => !names.has(id))) throw notFound('product');
  await replaceGroupProducts(tx, scope, groupId, products);
  return describeProducts(products.map((product) => ({ ...product, name: names.get(product.productId) ?? '' })));
}
