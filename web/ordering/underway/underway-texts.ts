import { createDateFormat, plural } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { formatExpected } from '../expected-day.ts';
import type { ReturnRequest } from '../returns/return-status.ts';
import type { UnderWayReply } from './underway-queries.ts';

type Parcel = UnderWayReply['parcels'][number];
type PendingOrder = UnderWayReply['orders'][number];

const weekdays = createDateFormat({ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });
const days = createDateFormat({ day: 'numeric', month: 'long', timeZone: 'UTC' });
const momentDays = createDateFormat({ day: 'numeric', month: 'long' });

/** "Tuesday 1 December" of `2026-12-01`. */
const formatWeekday = (day: string) => weekdays(new Date(`${day}T00:00:00Z`));
/** "1 December" of `2026-12-01`. */
export const formatDayAndMonth = (day: string) => days(new Date(`${day}T00:00:00Z`));

/** "Parcel 1 of 2"; "Parcel 1" while it is not known how many there will be, and "Parcel" for the only one. */
export function nameParcel({ number, parcelCount }: Pick<Parcel, 'number' | 'parcelCount'>, hasMoreToCome: boolean): string {
  if (hasMoreToCome) return `Parcel ${number}`;
  return parcelCount === 1 ? 'Parcel' : `Parcel ${number} of ${parcelCount}`;
}

/** "5 pieces, to Langdale Fell Lodge". */
export const describeContents = ({ quantity, destination }: Pick<Parcel, 'quantity' | 'destination'>) =>
  [plural(quantity, 'piece'), destination && `to ${destination}`].filter(Boolean).join(', ');

/** "5 pieces, from Counter of the depot" of an order that is collected; otherwise as `describeContents`. */
export const describePending = (order: PendingOrder): string =>
  order.deliveryKind === 'collected' ? describeCollecting(order.quantity, order) : describeContents(order);

/** "2 pieces, from Counter of the depot". */
export const describeCollecting = (quantity: number, { collectFrom }: Pick<PendingOrder, 'collectFrom'>): string =>
  [plural(quantity, 'piece'), collectFrom && `from ${collectFrom}`].filter(Boolean).join(', ');

/** "Due Tuesday 1 December · DPD 15501 8842 9911". */
export function describeParcel({ dueOn, shippedOnUtc, carrier, trackingNumber }: Parcel, now = new Date()): string {
  const verb = dueOn && dueOn < toIsoDay(now) ? 'Was due' : 'Due';
  const day = dueOn ? `${verb} ${formatWeekday(dueOn)}` : `Sent ${momentDays(new Date(shippedOnUtc))}`;
  return [day, [carrier, trackingNumber].filter(Boolean).join(' ')].filter(Boolean).join(' · ');
}

/** What is still to be sent of the order of a parcel: "3 more pieces will follow by 9 December." Undefined for nothing. */
export function describeRest(order: PendingOrder | undefined): string | undefined {
  if (!order) return undefined;
  const pieces = plural(order.quantity, 'more piece');
  return `${pieces} will follow${order.dueOn && !order.isLate ? ` by ${formatDayAndMonth(order.dueOn)}` : ''}.`;
}

/**
 * When the pieces of an order come: "Expected by Thursday 3 December"; "Due 9 December" for those that have to be waited for, and "Not sent yet" where no
 * day is known.
 */
export const describePromise = ({ dueOn, expectedOn }: Pick<PendingOrder, 'dueOn' | 'expectedOn'>): string =>
  [expectedOn && formatExpected(expectedOn), dueOn && `${expectedOn ? 'the rest due' : 'Due'} ${formatDayAndMonth(dueOn)}`]
    .filter(Boolean)
    .join(', ') || 'Not sent yet';

/** What differs between two descriptions of one product: "8" and "6" of "White, 8" and "White, 6". */
function findDifference(one: string, other: string): [string, string] {
  const parts = one.split(', ');
  const others = other.split(', ');
  if (parts.length !== others.length) return [one, other];
  const isDifferent = (_: string, at: number) => parts[at] !== others[at];
  return [parts.filter(isDifferent).join(', ') || one, others.filter(isDifferent).join(', ') || other];
}

/** "Oxford blouse, 8 instead of 6"; of any other return "Oxford blouse, White, 6". */
export function nameReturn({
  productName,
  attributeDescription,
  exchangeDescription,
}: Pick<ReturnRequest, 'productName' | 'attributeDescription' | 'exchangeDescription'>): string {
  if (!exchangeDescription) return [productName, attributeDescription].filter(Boolean).join(', ');
  const [next, last] = findDifference(exchangeDescription, attributeDescription);
  return `${productName}, ${next} instead of ${last}`;
}

/** What happens next with a return. */
export function describeReturnStep(request: ReturnRequest): string {
  const { returnRequestStatus, exchangeDescription, exchangeSentOnUtc, attributeDescription, reservedUntilUtc } = request;
  const isExchange = exchangeDescription !== null;
  if (returnRequestStatus === 'Received')
    return isExchange ? 'It has arrived. The new size will be sent.' : 'It has arrived and will be decided on soon.';
  if (isExchange && exchangeSentOnUtc) return 'The new size is on its way. Please send the other one back.';
  if (isExchange && reservedUntilUtc) {
    const [next] = findDifference(exchangeDescription, attributeDescription);
    return `${next} is reserved for you until ${momentDays(new Date(reservedUntilUtc))}. It does not use your entitlement.`;
  }
  return `${plural(request.quantity, 'piece')}. Please send ${request.quantity === 1 ? 'it' : 'them'} back with the label.`;
}
