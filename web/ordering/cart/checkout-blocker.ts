import type { Cart } from '#web/app/cart.ts';

export interface CheckoutBlocker {
  text: string;
  /** The first line with a warning. */
  lineId?: number;
}

/** Why the cart cannot be checked out, as a sentence; undefined if it can. `creditRefusal`: why it cannot be ordered on account. */
export function getCheckoutBlocker(
  { canCheckout, items, warnings }: Cart,
  creditRefusal?: string | null,
): CheckoutBlocker | undefined {
  if (canCheckout) return creditRefusal ? { text: creditRefusal } : undefined;
  const warned = items.filter((line) => line.warnings.length > 0);
  const lineId = warned[0]?.id;
  if (warned.length === 1) return { text: 'One line needs your attention before you can check out.', lineId };
  if (warned.length > 1) return { text: `${warned.length} lines need your attention before you can check out.`, lineId };
  return { text: warnings.join('\n') || 'This cart can’t be checked out at the moment.' };
}
