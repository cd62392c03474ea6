import type { Address } from '#api/identity/addresses/addresses.queries.ts';
import type { Db, Tx } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { PricedLine } from './cart.rules.ts';
import { type Charge, listCharges } from './charges.rules.ts';

/** A cart of a trip as it goes back to the buyer's system. Money in minor units, without tax. */
export interface CartOfTrip {
  lines: readonly PricedLine[];
  charges: readonly Charge[];
  /** Undefined while none is chosen, and where the buyer's system arranges it. */
  delivery?: { name: string; amountMinor: number; taxMinor: number } | undefined;
}

/** Why a cart cannot be returned, as sentences: by the id of the line, and for all of it. */
export interface ReturnObstacles {
  ofLines: ReadonlyMap<number, readonly string[]>;
  ofCart: readonly string[];
}

/** A form that the browser posts to the buyer's system; a field that occurs several times has a list of its values. */
export interface TripForm {
  action: string;
  target: string | null;
  fields: Readonly<Record<string, string | string[]>>;
}

/**
 * What PunchOut does with the cart of a trip, which `scope.trip` names. Orders know nothing of buyers' systems: the server hands this in. Every method is for scopes
 * with a trip.
 */
export interface TripCarts {
  /** Why the cart cannot be returned as it is. */
  findObstacles(db: Db, scope: Scope, cart: CartOfTrip): Promise<ReturnObstacles>;
  /** Locks the trip, before its cart; the form with which it has ended, where a cart was returned already. */
  lockTrip(tx: Tx, scope: Scope): Promise<TripForm | undefined>;
  /**
   * Ends the locked trip with this cart and returns the form that takes it to the buyer's system. A cart without lines is returned as one: it deletes what the buyer's
   * system had. Nothing is reserved. Throws 500 where the document would not be valid, and nothing is returned.
   */
  returnCart(tx: Tx, scope: Scope, cart: CartOfTrip & { shippingAddress?: Address | undefined }): Promise<TripForm>;
  /** Ends the locked trip without a change: the form says that there is none. */
  closeTrip(tx: Tx, scope: Scope): Promise<TripForm>;
}

/** A cart with what keeps it from being returned. */
export interface CheckedCart {
  lines: PricedLine[];
  /** Of the whole cart. */
  warnings: readonly string[];
}

/** A cart as it is shown: in a trip, lines name why they cannot be returned. */
export async function checkCart(
  { tripCarts }: { tripCarts: TripCarts },
  db: Db,
  scope: Scope,
  lines: PricedLine[],
  cart: Omit<CartOfTrip, 'lines'> = { charges: listCharges(lines) },
): Promise<CheckedCart> {
  if (!scope.trip || lines.length === 0) return { lines, warnings: [] };
  const { ofLines, ofCart } = await tripCarts.findObstacles(db, scope, { ...cart, lines });
  return {
    lines: lines.map((line) => ({ ...line, warnings: [...line.warnings, ...(ofLines.get(line.id) ?? [])] })),
    warnings: ofCart,
  };
}
