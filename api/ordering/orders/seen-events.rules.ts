import type { StoredOrderEvent } from '../order-states/order-events.rules.ts';

/** Events that are about an order as a whole, and name no pieces. */
const EVENTS_OF_ORDERS: readonly string[] = [
  ...['approved', 'rejected', 'sent_back', 'cancelled', 'picking_started', 'completed', 'payment_expired'],
  ...['exchange_requested', 'exchange_released'],
];

/** The events of an order, and what the person sees of it: all of it, or not every line; and the returns that they see. */
interface OrderWithEvents<Note> {
  is_whole: boolean;
  hides_lines: boolean;
  notes: Note[];
  returns: readonly { id: number }[];
}

/** The events of an order that the person sees: a wearer of someone else's order none that name the pieces of others, nor its PO number. */
export function listSeenEvents<Note extends StoredOrderEvent>({
  is_whole,
  hides_lines,
  notes,
  returns,
}: OrderWithEvents<Note>): Note[] {
  if (is_whole) return notes;
  const isOwnReturn = ({ data }: StoredOrderEvent) => returns.some(({ id }) => id === data.returnId);
  return notes
    .filter(
      (event) => !hides_lines || EVENTS_OF_ORDERS.includes(event.kind) || event.data.cause !== undefined || isOwnReturn(event),
    )
    .map((event) => ({
      ...event,
      data: { ...event.data, poNumber: null, ...(event.kind === 'cancelled' && hides_lines ? { lines: [] } : {}) },
    }));
}
