import type { CheckoutFormValues, CheckoutPayload } from './checkout-choices.ts';

/** An order that was asked for and not answered yet: the same request can be sent again under the same key. */
export interface PendingOrder {
  key: string;
  checkout: CheckoutPayload;
  /** Whose order it is: nobody else's cart is ever ordered by asking again. */
  customerId: number;
}

const names = { typed: 'livery.checkout', attempt: 'livery.placing' };

// In the tab's own storage: it survives a reload and an expired session, and is gone with the tab.
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
    // Without storage, what was typed lives as long as the page, and the server has its copy.
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What was typed for this checkout; nothing of another order or another person. */
export function findCheckoutDraft(checkoutId: string): Partial<CheckoutFormValues> {
  const kept = read(names.typed);
  if (!isRecord(kept) || kept.checkoutId !== checkoutId) return {};
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return { poNumber: text(kept.poNumber), comments: text(kept.comments), requestedDay: text(kept.requestedDay) };
}

export const saveCheckoutDraft = (checkoutId: string, typed: CheckoutFormValues) => write(names.typed, { checkoutId, ...typed });

/** The unanswered order of this person. */
export function findPendingOrder(customerId: number | undefined): PendingOrder | undefined {
  const kept = read(names.attempt);
  const isOurs = isRecord(kept) && typeof kept.key === 'string' && isRecord(kept.checkout) && kept.customerId === customerId;
  return isOurs ? (kept as unknown as PendingOrder) : undefined;
}

export const savePendingOrder = (attempt: PendingOrder) => write(names.attempt, attempt);
export const deletePendingOrder = () => write(names.attempt, null);

export function clearCheckoutStorage(): void {
  write(names.typed, null);
  write(names.attempt, null);
}
