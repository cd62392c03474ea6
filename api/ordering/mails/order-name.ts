import type { OrderMailData } from './mail-order-people.actions.ts';

/** An order within a sentence of a mail to one of its people. */
export function nameOrder({
  orderId,
  personName,
  isWearer = false,
}: Pick<OrderMailData, 'isWearer' | 'orderId' | 'personName'>): string {
  if (personName === null) return `your order ${orderId}`;
  return isWearer
    ? `order ${orderId}, which ${personName} ordered for you`
    : `order ${orderId}, which you placed for ${personName}`;
}
