import type { Answers } from '../checkout-questions/answers.ts';
import type { CheckoutFormValues, CheckoutPayload } from './checkout-choices.ts';

/** An order that was sent but has had no response: the same request can be repeated under the same key. */
export interface PendingOrder {
  /** The idempotency key, which is the checkout ID. */
  key: string;
  checkout: CheckoutPayload;
  /** Whose order it is, so that a retry never orders another person's cart. */
  customerId: number;
}

const STORAGE_KEYS = { draft: 'livery.checkout', pendingOrder: 'livery.placing', toPay: 'livery.to-pay' };

// Session storage survives a reload and an expired session, and is deleted with the tab.
function read(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: object | null): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Without storage, the draft lasts only as long as the page; the server has a copy.
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The draft of this checkout; empty if the stored draft belongs to another checkout. */
export function findCheckoutDraft(checkoutId: string): Partial<CheckoutFormValues> {
  const stored = read(STORAGE_KEYS.draft);
  if (!isRecord(stored) || stored.checkoutId !== checkoutId) return {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    poNumber: text(stored.poNumber),
    comments: text(stored.comments),
    requestedDay: text(stored.requestedDay),
    answers: readAnswers(stored.answers),
  };
}

const readAnswers = (stored: unknown): Answers | undefined =>
  isRecord(stored) && Object.values(stored).every((answer) => typeof answer === 'string') ? (stored as Answers) : undefined;

/** The checkout that this tab has a draft of; undefined if there is none. */
export function findDraftCheckoutId(): string | undefined {
  const stored = read(STORAGE_KEYS.draft);
  return isRecord(stored) && typeof stored.checkoutId === 'string' ? stored.checkoutId : undefined;
}

/** Stores the text fields of this checkout, in place of any earlier draft. */
export const saveCheckoutDraft = (checkoutId: string, values: CheckoutFormValues) =>
  write(STORAGE_KEYS.draft, { checkoutId, ...values });

/** This person's order that is waiting for a response, if there is one. */
export function findPendingOrder(customerId: number | undefined): PendingOrder | undefined {
  const stored = read(STORAGE_KEYS.pendingOrder);
  const isOwn =
    isRecord(stored) && typeof stored.key === 'string' && isRecord(stored.checkout) && stored.customerId === customerId;
  return isOwn ? (stored as unknown as PendingOrder) : undefined;
}

/** Stores an order before it is sent, so that it can be retried after a reload. */
export const savePendingOrder = (order: PendingOrder) => write(STORAGE_KEYS.pendingOrder, order);
/** Deletes the stored order once its outcome is known. */
export const deletePendingOrder = () => write(STORAGE_KEYS.pendingOrder, null);

/** Deletes the draft and the pending order, after the order has been placed. */
export function clearCheckoutStorage(): void {
  write(STORAGE_KEYS.draft, null);
  write(STORAGE_KEYS.pendingOrder, null);
}

/** Keeps which order was placed last in this tab to be paid by card: someone who goes back from the payment page finds it in place of the cart. */
export const saveOrderToPay = (order: { id: number; customerId: number }) => write(STORAGE_KEYS.toPay, order);

/** The order of this person that was placed last in this tab to be paid by card; undefined for none. */
export function findOrderToPay(customerId: number | undefined): number | undefined {
  const stored = read(STORAGE_KEYS.toPay);
  return isRecord(stored) && typeof stored.id === 'number' && stored.customerId === customerId ? stored.id : undefined;
}
