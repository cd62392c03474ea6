/** The states of an order and their names on the wire: the rows of the tables that the orders refer to. */
type StateNames = Readonly<Record<number, string>>;

export const ORDER_STATES: StateNames = {
  10: 'Pending',
  20: 'Processing',
  30: 'Complete',
  40: 'Cancelled',
  50: 'AwaitingApproval',
  60: 'Rejected',
};

export const PAYMENT_STATES: StateNames = {
  10: 'Pending',
  20: 'Authorized',
  30: 'Paid',
  35: 'PartiallyRefunded',
  40: 'Refunded',
  50: 'Voided',
};

export const SHIPPING_STATES: StateNames = {
  10: 'ShippingNotRequired',
  20: 'NotYetShipped',
  25: 'PartiallyShipped',
  30: 'Shipped',
  40: 'Delivered',
};

/** A moment as the wire wants it. What came as JSON is a text of UTC already, and twenty in a list are not worth twenty dates. */
export const toUtcString = (moment: string | Date): string =>
  typeof moment === 'string' && moment.length >= 25 && moment.endsWith('+00:00')
    ? `${moment.slice(0, 19)}.${moment.slice(20, -6).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(moment).toISOString();
