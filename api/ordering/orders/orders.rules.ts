/** Ids of states and their names in the API; the ids are those of the state tables in the database. */
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

/** A timestamp in ISO 8601 UTC with milliseconds. Text from PostgreSQL's JSON is already UTC and is cut without creating a Date, which is faster for lists. */
export const toUtcString = (timestamp: string | Date): string =>
  typeof timestamp === 'string' && timestamp.length >= 25 && timestamp.endsWith('+00:00')
    ? `${timestamp.slice(0, 19)}.${timestamp.slice(20, -6).padEnd(3, '0').slice(0, 3)}Z`
    : new Date(timestamp).toISOString();
