/** What a card pays in the model of orders. Amounts in minor units, including tax. */

/** An attempt to pay. */
export interface ModelAttempt {
  state: 'open' | 'failed' | 'expired' | 'cancelled' | 'held' | 'paid';
  amount: number;
  received: number;
  /** What goes back of it, and what has arrived there. */
  claimed: number;
  refunded: number;
  /** Whether it was paid at the provider, which the portal may not know yet. */
  isPaidThere: boolean;
}

/** Money that goes back; `isExcess`: it never paid for the order. */
export interface ModelRefund {
  attempt: ModelAttempt;
  amount: number;
  isExcess: boolean;
  isDone: boolean;
}

/** The part of an order that its person pays. */
export interface ModelCard {
  /** Whether they pay everything, with delivery and set-ups. */
  isAll: boolean;
  /** Whether a time runs in which it is to be paid. */
  isDue: boolean;
  isHeld: boolean;
  attempts: ModelAttempt[];
  refunds: ModelRefund[];
}

export const newCard = (isAll: boolean): ModelCard => ({ isAll, isDue: false, isHeld: false, attempts: [], refunds: [] });

export const newAttempt = (amount: number): ModelAttempt => ({
  ...{ state: 'open', amount, received: 0, claimed: 0, refunded: 0, isPaidThere: false },
});
