import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

/** The brands of the operator, for `any` and `all`. */
export const brandsOf = (operator: OperatorScope) => sql`${[...operator.brandIds]}::bigint[]`;

/** Whether an organisation of the operator's brands has product `p` in its range. */
export const isSoldBy = (operator: OperatorScope) => sql`exists (
  select from product_organisation po join organisation o on o.id = po.organisation_id
  where po.product_id = p.id and o.brand_id = any (${brandsOf(operator)}))`;

/** Whether no organisation has product `p` in its range. */
export const isInNobodysRange = sql`not exists (select from product_organisation po where po.product_id = p.id)`;

/**
 * Whether the operator sees product `p`: an organisation of the brands has it in its range, or nobody has it and it is not made for an organisation of
 * another brand.
 */
export const isVisibleTo = (operator: OperatorScope) => sql`(${isSoldBy(operator)} or (${isInNobodysRange} and (
  p.exclusive_organisation_id is null
  or exists (select from organisation o where o.id = p.exclusive_organisation_id and o.brand_id = any (${brandsOf(operator)})))))`;

/** The number of organisations of other brands that have product `p` in their range. An operator changes a product of which it is 0. */
export const countForeignOrganisations = (operator: OperatorScope) => sql`(
  select count(*)::int from product_organisation po join organisation o on o.id = po.organisation_id
  where po.product_id = p.id and o.brand_id <> all (${brandsOf(operator)}))`;

/** The name of the client for which product `p` is made; null where it is another brand's, or none's. */
export const nameOfOnlyClient = (operator: OperatorScope) => sql`(
  select o.name from organisation o where o.id = p.exclusive_organisation_id and o.brand_id = any (${brandsOf(operator)}))`;

/** Rewrites the listings of every organisation that has these products in its range, so that a change is seen at once. */
export async function refreshListingsOf(tx: Tx, productIds: readonly number[]): Promise<void> {
  const ids = sql`${[...productIds]}::bigint[]`;
  await sql`
    select refresh_listing(array(select distinct organisation_id from product_organisation where product_id = any (${ids}) order by 1),
      ${ids})`.execute(tx);
}
