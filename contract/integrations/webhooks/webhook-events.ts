/** The events that organisations can have sent to them. */
export const ORGANISATION_EVENT_TYPES = [
  'order.placed',
  'order.released',
  'order.withheld',
  'order.approved',
  'order.rejected',
  'order.sent_back',
  'order.expired',
  'order.changed',
  'order.pieces_cancelled',
  'order.cancelled',
  'order.dates_moved',
  'order.picking_started',
  'order.ready_to_collect',
  'order.shipped',
  'order.delivered',
  'order.completed',
  'order.payment_changed',
  'return.requested',
  'return.cancelled',
  'return.received',
  'return.decided',
  'invoice.issued',
  'credit_note.issued',
] as const;

/** The events that the supplier can have sent to them. */
export const SUPPLIER_EVENT_TYPES = [...ORGANISATION_EVENT_TYPES, 'stock.low'] as const;

/** A kind of event that an endpoint can subscribe to. */
export type WebhookEventType = (typeof SUPPLIER_EVENT_TYPES)[number];
