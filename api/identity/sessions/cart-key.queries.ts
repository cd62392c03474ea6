import { type RawBuilder, sql } from 'kysely';
import { conflict } from '#api/platform/http/errors.ts';
import type { Scope } from '#api/platform/http/scope.ts';

/**
 * Whether a cart `t` is the one that the person of the scope fills: their own, or that of the trip of the session. Every query finds carts with this
 * condition, so that what distinguishes carts besides their person is added here and in the constraint `cart_once_per_customer`.
 */
export const isOwnCart = (scope: Scope, alias = 't'): RawBuilder<boolean> =>
  sql`${sql.ref(alias)}.organisation_id = ${scope.organisationId} and ${sql.ref(alias)}.customer_id = ${scope.customerId} and ${
    scope.trip ? sql`${sql.ref(`${alias}.trip_id`)} = ${scope.trip.id}` : sql`${sql.ref(`${alias}.trip_id`)} is null`
  }`;

/** As `isOwnCart`, for statements that change or lock the cart. Throws 409 where the buyer's system shows the cart only to look at. */
export function isChangeableCart(scope: Scope): RawBuilder<boolean> {
  requireChangeableCart(scope);
  return isOwnCart(scope);
}

/** What a cart is inserted with, of which there is one per person and trip. */
export const cartKey = {
  columns: sql.raw('organisation_id, customer_id, trip_id'),
  /** The values of `columns` for a request. Throws 409 where the cart cannot be changed. */
  valuesOf(scope: Scope): RawBuilder<unknown> {
    requireChangeableCart(scope);
    return sql`${scope.organisationId}, ${scope.customerId}, ${scope.trip?.id ?? null}::uuid`;
  },
};

/** Throws 409 where the buyer's system shows the cart of the trip only to look at. For what changes carts in other ways than by their key. */
export function requireChangeableCart({ trip }: Scope): void {
  if (trip?.operation === 'inspect')
    throw conflict('cart', 'This cart is only shown here. To change it, please edit it from your purchasing system.');
}
