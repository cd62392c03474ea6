import { type RawBuilder, sql } from 'kysely';

/** What a piece of combination `c` of product `p` costs in the catalogue, in minor units without tax. */
export const cataloguePrice: RawBuilder<number> = sql<number>`
  unit_price(null, null, c.overridden_price_minor, p.price_minor, c.price_adjustment_minor)`;

/** The currency of the catalogue. */
export const catalogueCurrency: RawBuilder<string> = sql<string>`(select currency_code from catalogue_setting)`;
