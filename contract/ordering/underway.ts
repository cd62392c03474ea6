import Type from 'typebox';
import { endpoint, roles, signedIn } from '../endpoint.ts';
import { attributeDescription, bool, dateTime, described, entity, int, namesOf, nullable, oneOf, text } from '../values.ts';
import { deliveryKind } from './delivery-options.ts';
import { ORDER_STATUSES } from './order-states.ts';
import { RETURN_STATUSES } from './returns/return-states.ts';

const day = (description: string) =>
  nullable(Type.String({ description: `${description} In the organisation’s time zone, for example \`2026-12-01\`.` }));
const orderId = described(int, 'Order.');
const person = described(text, 'The wearer or, without one, the person of the order, for example `Aleksandra Wójcik`.');
const destination = described(
  nullable(text),
  'Where it is delivered: the name in the address or, without one, its town, for example `Langdale Fell Lodge`; null when nothing is delivered.',
);

const parcel = entity('ParcelUnderWay', {
  shipmentId: described(int, 'The parcel, as `shipments` of the order names it.'),
  orderId,
  number: described(int, 'Place among the parcels of the order that have been sent, from 1.'),
  parcelCount: described(int, 'Parcels of the order that have been sent.'),
  quantity: described(int, 'Pieces in it for the caller.'),
  destination,
  carrier: described(nullable(text), 'Name of the carrier, for example `DPD`; null when unknown.'),
  trackingNumber: described(nullable(text), 'Tracking number, for example `15501 8842 9911`; null when there is none.'),
  trackingUrl: described(
    nullable(text),
    'Tracking page of the carrier, for example `https://track.example/15501`; null when there is none.',
  ),
  shippedOnUtc: dateTime,
  dueOn: day('Expected day of delivery, by the working days that the shipping method takes; null when unknown.'),
});

const order = entity('OrderUnderWay', {
  orderId,
  orderStatus: oneOf(namesOf(ORDER_STATUSES), 'Status of the order.'),
  createdOnUtc: dateTime,
  quantity: described(int, 'Pieces for the caller that have not been sent.'),
  deliveryKind,
  readyToCollectQuantity: described(int, 'Of these, the pieces that are packed and wait to be collected.'),
  collectFrom: described(
    nullable(text),
    'Where it is collected, for example `Counter of the depot, Preston`; null where it is sent.',
  ),
  openingHours: described(
    nullable(text),
    'When it can be collected, for example `Monday to Friday, 7.30 am to 4 pm`; null when unknown.',
  ),
  destination,
  dueOn: day('Day until which the last of them are promised; null when no day was promised.'),
  expectedOn: day('Day by which those that need not be waited for are expected; null when unknown.'),
  isLate: described(bool, 'Whether some of them were promised for a day before today; false while the order waits for approval.'),
  waitsForProof: described(bool, 'Whether nothing is sent before the proof of one of their designs is approved.'),
  canRetryPayment: described(
    bool,
    'Whether nothing is sent before the person pays it by card, which they can do now: `GET /api/checkout/tryagain/{id}`.',
  ),
});

const lateLine = entity('LateLine', {
  orderId,
  orderItemId: described(int, 'Line of the order.'),
  person,
  productName: described(text, 'Name when the order was placed, for example `Oxford blouse`.'),
  attributeDescription,
  quantity: described(int, 'Pieces that have not been sent.'),
  dueOn: Type.String({
    description: 'Day until which they were promised, in the organisation’s time zone, for example `2026-11-20`.',
  }),
});

const waitingOrder = entity('OrderAwaitingApproval', { orderId, person, createdOnUtc: dateTime });

const openReturn = entity('OpenReturn', {
  returnRequestId: described(int, 'Request.'),
  customNumber: described(text, 'Number of the request, for example `R50002`.'),
  orderId,
  person,
  productName: described(text, 'Name when the order was placed, for example `Oxford blouse`.'),
  quantity: described(int, 'Pieces to return.'),
  returnRequestStatus: oneOf(namesOf(RETURN_STATUSES), 'Status of the request.'),
  createdOnUtc: dateTime,
});

const waitingProof = entity('ProofToApprove', {
  proofId: described(int, 'Version that waits for a decision.'),
  name: described(text, 'The design in words, for example `Left chest: Corvane, Embroidery`.'),
  createdOnUtc: dateTime,
});

const count = (what: string) => described(int, `Number of all ${what}.`);

/** What people wait for: their own parcels, and what is open in the orders that they look after. */
export const underwayEndpoints = {
  'GET /api/orders/underway': endpoint({
    name: 'listUnderWay',
    summary: 'List the caller’s parcels and pieces on their way',
    description:
      'Lines for the caller, whoever ordered them, and those of the caller’s own orders for no one in particular; of the person being impersonated. Parcels of the last 30 days that have not been delivered, the one sent last first, and orders with pieces to be sent, newest first; at most 20 of each. New sizes of exchanges count once they are sent: until then see `GET /api/customerreturnrequests`.',
    tags: ['Orders'],
    access: signedIn,
    reply: Type.Object({
      parcels: Type.Array(parcel),
      orders: Type.Array(order),
      proofsToApprove: count('proofs that wait for the caller’s approval; 0 during impersonation'),
      quotesToAccept: count(
        'quotes of the person that were answered, can still be accepted, and of which nothing was accepted yet',
      ),
    }),
  }),

  'GET /api/orders/openmatters': endpoint({
    name: 'listOpenMatters',
    summary: 'List what is open in the orders that the caller looks after',
    description:
      'Of the orders that the caller sees in the list of orders. Each part has the first five, what has waited longest first.',
    tags: ['Orders'],
    access: roles('OrganisationAdmin', 'OrganisationSales', 'OrganisationBuyer'),
    reply: Type.Object({
      late: entity('LateLines', {
        totalCount: count('lines with pieces that were promised for a day before today and have not been sent'),
        orderCount: described(int, 'Number of the orders with such lines, which the list of orders has with `lateOnly`.'),
        lines: described(Type.Array(lateLine), 'The first of them.'),
      }),
      waiting: entity('OrdersAwaitingApproval', {
        totalCount: count('orders that wait for someone’s approval'),
        orders: described(Type.Array(waitingOrder), 'The first of them.'),
      }),
      proofs: entity('ProofsToApprove', {
        totalCount: count('proofs that wait for the caller’s approval'),
        proofs: described(Type.Array(waitingProof), 'The first of them.'),
      }),
      returns: entity('OpenReturns', {
        totalCount: count('return requests on which no one has decided yet, or whose pieces have not arrived'),
        requests: described(Type.Array(openReturn), 'The first of them.'),
      }),
    }),
  }),
} as const;
