import { sql } from 'kysely';

/**
 * Condition that an order `o` waits for the payment by card: it is reserved, and the warehouse gets it once it is paid. A payment that is held because it
 * differs from what was asked for has not been taken.
 */
export const awaitsPayment = sql<boolean>`(o.card_minor > 0 and o.payment_state_id = 10)`;
