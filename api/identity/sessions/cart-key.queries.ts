import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * The condition that a row of `cart` is the cart of this request. Every query that finds a cart uses it, whatever its area, so
 * that what distinguishes carts besides their person is added here and in the constraint `cart_once_per_customer`.
 */
export const isOwnCart = (scope: Scope, alias = 't'): RawBuilder<boolean> =>
  sql`${sql.ref(alias)}.organisation_id = ${scope.organisationId} and ${sql.ref(alias)}.customer_id = ${scope.customerId} and ${sql.ref(alias)}.trip_id is not distinct from ${scope.trip?.id ?? null}::uuid`;

/** The columns by which a cart is found, and their values for this request: `insert into cart (${cartKey.columns}) values (${cartKey.valuesOf(scope)})`. */
export const cartKey = {
  columns: sql.raw('organisation_id, customer_id, trip_id'),
  valuesOf: (scope: Scope): RawBuilder<unknown> => sql`${scope.organisationId}, ${scope.customerId}, ${scope.trip?.id ?? null}::uuid`,
};
