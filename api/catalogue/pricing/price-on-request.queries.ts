import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

import { catalogueCurrency } from './catalogue-price.queries.ts';

type Currency = Pick<Scope, 'currencyCode'>;

/** Condition that the organisation has the currency of the catalogue, so that the catalogue's prices and tiers are prices for it. */
export const isInCatalogueCurrency = ({ currencyCode }: Currency): RawBuilder<boolean> =>
  sql`(${currencyCode} = ${catalogueCurrency})`;

/** Condition that there is no price in the organisation's currency for a product of the range (`product_organisation po`). */
export const isWithoutPrice = (scope: Currency): RawBuilder<boolean> =>
  sql`(po.overridden_price_minor is null and not ${isInCatalogueCurrency(scope)})`;

/** Condition that the organisation's people see no price of product `p` of the range (`product_organisation po`), and cannot order it. */
export const isOnRequest = ({ currencyCode }: Currency): RawBuilder<boolean> =>
  sql`is_price_on_request(p.call_for_price, po.overridden_price_minor, ${currencyCode}, ${catalogueCurrency})`;
