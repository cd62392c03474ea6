import Type from 'typebox';
import { bool, described, groupIds, idOrNone } from '../values.ts';
import { ORDER_STATUSES, OVERALL_STATUSES, SHIPPING_STATUSES } from './order-states.ts';

const day = (message: string) => Type.Optional(Type.String({ maxLength: 40, message }));

/** Ids of statuses in a query, as a list or repeated; 0 is ignored. */
const statuses = (known: readonly { id: number }[], message: string) =>
  Type.Optional(Type.Array(Type.Integer({ enum: [0, ...known.map(({ id }) => id)], message }), { maxItems: 20, message }));

/** When orders were placed; the list of orders and the dashboards take the same. */
export const orderPeriod = {
  createdAtMin: described(
    day('The first day of the period is not a date.'),
    'First day, ISO 8601; it begins at midnight in the organisation’s time zone. Or a moment.',
  ),
  createdAtMax: described(
    day('The last day of the period is not a date.'),
    'Last day, ISO 8601; it ends at midnight in the organisation’s time zone. Or a moment.',
  ),
};

/** Where orders were placed; the list of orders and the dashboards take the same. */
export const orderPlaces = {
  groupIds: described(
    groupIds,
    'Only orders placed in one of these groups, separated by commas or repeated; absent or 0 for all.',
  ),
  resortId: described(Type.Optional(idOrNone('resort')), 'Only orders placed in this destination; 0 for all.'),
  businessAreaId: described(Type.Optional(idOrNone('businessArea')), 'Only orders placed in this business area; 0 for all.'),
  seasonId: described(Type.Optional(idOrNone('season')), 'Only orders of this season; 0 for all.'),
};

/** Filters and order of the list of orders; its export takes the same. */
export const orderFilters = {
  searchTerm: described(
    Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
    'Words to find in order number, purchase order number, name, email or SKU.',
  ),
  ...orderPeriod,
  outstandingOnly: described(
    Type.Optional(bool),
    'Only orders with goods still to be shipped that are neither cancelled nor rejected.',
  ),
  lateOnly: described(
    Type.Optional(bool),
    'Only pending and processing orders with pieces still to be shipped that were promised for a day before today, in the organisation’s time zone.',
  ),
  waitsForProofOnly: described(
    Type.Optional(bool),
    'Only orders of which nothing is sent before the proof of a design is approved: those with `waitsForProof`.',
  ),
  requiresApprovalOnly: described(Type.Optional(bool), 'Only orders that the caller can approve now.'),
  organisationGroupId: described(Type.Optional(idOrNone('group')), 'Only orders placed in this group; 0 for all.'),
  ...orderPlaces,
  collectionId: described(
    Type.Optional(idOrNone('collection')),
    'Only orders with a line of this wardrobe or of one of its child wardrobes.',
  ),
  orderStatusId: described(
    statuses(ORDER_STATUSES, 'There is no such order status.'),
    'Only orders with one of these statuses, separated by commas or repeated.',
  ),
  shippingStatusId: described(
    statuses(SHIPPING_STATUSES, 'There is no such shipping status.'),
    'Only orders with one of these shipping statuses, separated by commas or repeated.',
  ),
  overallStatusId: described(
    statuses(OVERALL_STATUSES, 'There is no such status.'),
    `Only orders with one of these statuses as the portal shows them, separated by commas or repeated: ${OVERALL_STATUSES.map(({ id, label }) => `${id} ${label.toLowerCase()}`).join(', ')}. Once something was sent it is the status of the delivery.`,
  ),
  productId: described(Type.Optional(idOrNone('product')), 'Only orders with a line of this product; 0 for all.'),
  costCentreId: described(Type.Optional(idOrNone('costCentre')), 'Only orders that are charged to this cost centre; 0 for all.'),
  customerId: described(Type.Optional(idOrNone('customer')), 'Only orders of this person.'),
  placedByMe: described(Type.Optional(bool), 'Only orders that the caller placed, for themselves or for others.'),
  order: described(
    Type.Optional(Type.String({ maxLength: 60, message: 'Orders cannot be sorted by this.' })),
    'Field and direction, for example `orderTotal desc`: `createdOnUtc`, `id`, `customer`, `orderTotal` or `orderStatus`. Default `createdOnUtc desc`. 400 for amounts when the caller sees no prices.',
  ),
};
