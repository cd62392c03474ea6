import type { Cart } from '#web/app/cart.ts';

export interface CheckoutBlocker {
  text: string;
  /** The first line with a warning. */
  lineId?: number;
}

/** Why the cart cannot be checked out, as a sentence; undefined if it can. `creditRefusal`: why it cannot be ordered on account; `action`: what is done with it instead. */
export function getCheckoutBlocker(
  { canCheckout, items, warnings }: Cart,
  creditRefusal?: string | null,
  action = 'check out',
): CheckoutBlocker | undefined {
  if (canCheckout) return creditRefusal ? { text: creditRefusal } : undefined;
  const warned = items.filter((line) => line.warnings.length > 0);
  const lineId = warned[0]?.id;
  if (warned.length === 1) return { text: `One line needs your attention before you can ${action}.`, lineId };
  if (warned.length > 1) return { text: `${warned.length} lines need your attention before you can ${action}.`, lineId };
  return { text: warnings.join('\n') || `You can’t ${action} at the moment.` };
}
