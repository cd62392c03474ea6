import type { OrderMailData } from './mail-order-people.actions.ts';

/** An order within a sentence of a mail to one of its people. */
export const nameOrder = ({ orderId, personName }: Pick<OrderMailData, 'orderId' | 'personName'>): string =>
  personName === null ? `your order ${orderId}` : `order ${orderId}, which you placed for ${personName}`;
