import { type RawBuilder, sql } from 'kysely';
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
 * Whether the operator sees product `p`: an organisation of the brands has it in its range, or no one has it and it is not made for an organisation of
 * another brand.
 */
export const isVisibleTo = (
  operator: OperatorScope,
): RawBuilder<boolean> => sql<boolean>`(${isSoldBy(operator)} or (${isInNobodysRange} and (
  p.exclusive_organisation_id is null
  or exists (select from organisation o where o.id = p.exclusive_organisation_id and o.brand_id = any (${brandsOf(operator)})))))`;

/** The number of organisations of other brands that have product `p` in their range. An operator changes a product of which it is 0. */
export const countForeignOrganisations = (operator: OperatorScope) => sql`(
  select count(*)::int from product_organisation po join organisation o on o.id = po.organisation_id
  where po.product_id = p.id and o.brand_id <> all (${brandsOf(operator)}))`;

/** Whether organisations of other brands have product `p` in their range too: the operator reads it, and changes nothing. */
export const isSharedBeyond = (operator: OperatorScope): RawBuilder<boolean> => sql<boolean>`exists (
  select from product_organisation po join organisation o on o.id = po.organisation_id
  where po.product_id = p.id and o.brand_id <> all (${brandsOf(operator)}))`;

/** The name of the client for which product `p` is made; null where it is another brand's, or none's. */
export const nameOfOnlyClient = (operator: OperatorScope) => sql`(
  select o.name from organisation o where o.id = p.exclusive_organisation_id and o.brand_id = any (${brandsOf(operator)}))`;

/** The id of the client for which product `p` is made; null as for `nameOfOnlyClient`. */
export const idOfOnlyClient = (operator: OperatorScope) => sql`(
  select o.id from organisation o where o.id = p.exclusive_organisation_id and o.brand_id = any (${brandsOf(operator)}))`;

/** Rewrites the listings of every organisation that has these products in its range, so that a change is seen at once. */
export async function refreshListingsOf(tx: Tx, productIds: readonly number[]): Promise<void> {
  const ids = sql`${[...productIds]}::bigint[]`;
  await sql`
    select refresh_listing(array(select distinct organisation_id from product_organisation where product_id = any (${ids}) order by 1),
      ${ids})`.execute(tx);
}

/** Whether the operator sees size guide `g`: products of the brands use it, or it is of the brands, or no organisation buys anything with it. */
export const isGuideVisibleTo = (operator: OperatorScope) => sql`(
  g.brand_id = any (${brandsOf(operator)})
  or exists (select from product p where p.size_guide_id = g.id and ${isSoldBy(operator)})
  or (g.brand_id is null and not exists (
    select from product p join product_organisation po on po.product_id = p.id where p.size_guide_id = g.id)))`;

/**
 * The ids of the categories that the operator sees: those without products, and those of which a product that the operator sees is in them or below. The
 * name of any other can be that of a client of another brand.
 */
export const visibleCategoryIds = (operator: OperatorScope) => sql`(
  with recursive path as (
    select c.id, c.id as above_id, c.parent_id from category c
    union all
    select path.id, c.id, c.parent_id from path join category c on c.id = path.parent_id)
  select path.above_id from path
  left join product_category pc on pc.category_id = path.id
  left join product p on p.id = pc.product_id
  group by path.above_id having coalesce(bool_or(${isVisibleTo(operator)}) filter (where p.id is not null), true))`;

/** The ids of the options of specifications that the operator sees: those without products, and those that a product has that the operator sees. */
export const visibleOptionIds = (operator: OperatorScope) => sql`(
  select o.id from specification_option o
  left join product_specification ps on ps.option_id = o.id
  left join product p on p.id = ps.product_id
  group by o.id having coalesce(bool_or(${isVisibleTo(operator)}) filter (where p.id is not null), true))`;
