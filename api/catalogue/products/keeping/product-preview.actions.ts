import type { Db } from '#api/platform/db/database.ts';
import { conflict, notFound } from '#api/platform/http/errors.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';
import type { ReplyOf } from '#contract/index.ts';
import { toDetail } from '../product.mapper.ts';
import { findRangeProduct } from '../product.queries.ts';
import { isKeptProductVisible } from './kept-product.queries.ts';
import { findPreviewClient } from './product-preview.queries.ts';

/**
 * A product as people of a client see it who order for others: whatever areas, job roles, wardrobes and roles it is limited to, with the client's prices
 * and tiers for everyone. Throws 404, and 409 while people of the client do not see it.
 */
export async function previewProduct(
  db: Db,
  operator: OperatorScope,
  id: number,
  organisationId: number,
): Promise<ReplyOf<'GET /api/operator/products/:id/as/:organisationId'>> {
  const client = await findPreviewClient(db, operator, organisationId);
  if (!client) throw notFound('organisation');
  if (!(await isKeptProductVisible(db, operator, id))) throw notFound('product');
  const product = await findRangeProduct(db, client, id);
  if (!product)
    throw conflict(
      'product',
      `People of ${client.name} don’t see it: it is not on sale, not in the client’s range, or not offered.`,
    );
  const { name, taxRate, taxRates, ...look } = client;
  const view = { taxDisplayType: client.taxDisplayType, taxRate, taxRates, pricesVisible: true };
  // The sheet is a call of the client's people, not of operators.
  return { product: { ...toDetail(product, { view, roleIds: [] }), hasPdf: false }, client: { ...look, organisationName: name } };
}
