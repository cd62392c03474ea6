import { type RawBuilder, sql } from 'kysely';
import type { OperatorScope } from '#api/platform/http/operator-scope.ts';

const brandsOf = (operator: OperatorScope) => sql`${[...operator.brandIds]}::bigint[]`;

/** Condition for products `p` whose stock the operator sees: those in the range of an organisation of the brands, and those in no range. */
export const isKeptBy = (operator: OperatorScope): RawBuilder<boolean> => sql<boolean>`(
  exists (select from product_organisation po join organisation g on g.id = po.organisation_id
    where po.product_id = p.id and g.brand_id = any (${brandsOf(operator)}))
  or not exists (select from product_organisation po where po.product_id = p.id))`;

/** Condition for products `p` that organisations of other brands have in their range too: the operator reads their stock, and changes nothing. */
export const isSharedBeyond = (operator: OperatorScope): RawBuilder<boolean> => sql<boolean>`exists (
  select from product_organisation po join organisation g on g.id = po.organisation_id
  where po.product_id = p.id and g.brand_id <> all (${brandsOf(operator)}))`;

/** What a piece of combination `c` of product `p` costs in the catalogue, in minor units without tax. */
export const cataloguePrice: RawBuilder<number> = sql<number>`
  unit_price(null, null, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor)`;
