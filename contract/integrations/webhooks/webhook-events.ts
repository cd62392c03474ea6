/** The events that organisations can have sent to them. */
export const ORGANISATION_EVENT_TYPES = [
  'order.placed',
  'order.approved',
  'order.shipped',
  'return.received',
  'return.decided',
] as const;

/** The events that the supplier can have sent to them. */
export const SUPPLIER_EVENT_TYPES = [...ORGANISATION_EVENT_TYPES, 'stock.low'] as const;

/** A kind of event that an endpoint can subscribe to. */
export type WebhookEventType = (typeof SUPPLIER_EVENT_TYPES)[number];
