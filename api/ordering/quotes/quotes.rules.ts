import type { Actor } from '#api/platform/http/scope.ts';
import { orderers } from '#contract/endpoint.ts';
import { QUOTE_STATUSES, type QuoteStatus } from '#contract/ordering/quotes/quote-states.ts';

/** Ids of the states of a quote, as on the wire. */
export const QUOTE = { submitted: 10, inReview: 20, quoted: 30, accepted: 40, declined: 50, expired: 60 } as const;

/** The id of a state of a quote. */
export type QuoteState = (typeof QUOTE)[keyof typeof QUOTE];

/** The names of the states in the API by their ids. */
export const QUOTE_STATES = Object.fromEntries(QUOTE_STATUSES.map(({ id, name }) => [id, name])) as Readonly<
  Record<QuoteState, QuoteStatus>
>;

/** Everything that can happen to a quote, as data: nothing else changes its state. */
export const QUOTE_TRANSITIONS = {
  /** An operator takes it, or saves the draft of an answer. */
  review: { from: [QUOTE.submitted, QUOTE.inReview], to: QUOTE.inReview },
  /** The answer, or a newer one, goes to the customer. An expired quote can be answered again. */
  send: { from: [QUOTE.submitted, QUOTE.inReview, QUOTE.quoted, QUOTE.expired], to: QUOTE.quoted },
  accept: { from: [QUOTE.quoted, QUOTE.accepted], to: QUOTE.accepted },
  decline: { from: [QUOTE.quoted], to: QUOTE.declined },
  withdraw: { from: [QUOTE.submitted, QUOTE.inReview], to: QUOTE.declined },
  /** The supplier declines, while nothing was accepted. */
  refuse: { from: [QUOTE.submitted, QUOTE.inReview, QUOTE.quoted], to: QUOTE.declined },
  expire: { from: [QUOTE.quoted], to: QUOTE.expired },
} as const satisfies Readonly<Record<string, { readonly from: readonly QuoteState[]; readonly to: QuoteState }>>;

/** What can happen to a quote. */
export type QuoteStep = keyof typeof QUOTE_TRANSITIONS;

/** Whether a step is possible in a state. */
export const canTake = (step: QuoteStep, state: QuoteState): boolean =>
  QUOTE_TRANSITIONS[step].from.some((from) => from === state);

/** Whether nothing more is written about a quote: it was declined or withdrawn, or its prices have ended. */
export const isClosed = (state: QuoteState): boolean => state === QUOTE.declined || state === QUOTE.expired;

/** Whether someone may order, and so ask for quotes and accept them. */
export const canPlaceOrders = ({ permissions }: Pick<Actor, 'permissions'>): boolean =>
  orderers.anyOf.some((permission) => permissions.includes(permission));
