import { sql } from 'kysely';

/**
 * Condition that an order `o` waits for the payment by card: it is reserved, and the warehouse gets it once it is paid. A payment that is held because it
 * differs from what was asked for has not been taken.
 */
export const awaitsPayment = sql<boolean>`(o.card_minor > 0 and o.payment_state_id = 10)`;

/** Condition that an order `o` waits for its payment by card, and can be paid now: it is approved, and no payment of it is held. */
export const isPayable = sql<boolean>`(${awaitsPayment} and o.order_state_id in (10, 20) and o.payment_held_at is null)`;
