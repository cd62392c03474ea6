import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  attributeDescription,
  dateTime,
  described,
  entity,
  id,
  idOrNone,
  int,
  msg,
  nullable,
  paging,
  sku,
  success,
  text,
  totalCount,
} from '../../values.ts';
import { pieceCount } from './fulfilment.ts';

/** A shipment as operators see it. */
export const operatorShipment = entity('Shipment', {
  id: int,
  parcelId: described(int, 'Shipments of several orders that are in one parcel have the same number.'),
  orderId: int,
  organisationId: int,
  organisationName: text,
  destinationName: described(text, 'Site, or street and town where the order names none.'),
  personName: described(text, 'Whose order it is.'),
  wearerName: described(nullable(text), 'Who the parcel is for; null for a parcel of several people.'),
  carrier: described(nullable(text), 'Name of the carrier; null when unknown.'),
  trackingNumber: described(nullable(text), 'Tracking number of the carrier; null when there is none.'),
  trackingUrl: described(nullable(text), 'Tracking page of the carrier; null when there is none.'),
  collectedBy: described(nullable(text), 'Who collected the pieces, for example `Ann Ash`; null for those that were sent.'),
  shippedOnUtc: described(nullable(dateTime), 'When it left: the time of dispatch, or of the hand-over.'),
  deliveredOnUtc: described(nullable(dateTime), 'Null until delivered.'),
  items: described(
    Type.Array(
      entity({
        id: int,
        orderItemId: int,
        sku,
        productName: text,
        attributeDescription,
        wearerName: described(nullable(text), 'Who the pieces are for; null when they are for no one in particular.'),
        quantity: described(int, 'Pieces in the parcel.'),
      }),
    ),
    'What is in the parcel.',
  ),
});

/** What packing and sending parcels answer: all shipments of the order. */
export const shipmentReply = entity('ShipmentResult', { success, msg, shipments: Type.Array(operatorShipment) });

const shortText = (message: string) => Type.Optional(nullable(Type.String({ maxLength: 100, message })));

/** Parcels, as the warehouse sends them. */
export const shipmentEndpoints = {
  'GET /api/operator/shipments': endpoint({
    name: 'listShipments',
    summary: 'List shipments',
    description: 'Newest first.',
    tags: ['Fulfilment'],
    access: operator('shipments:read'),
    query: Type.Object({
      organisationId: described(Type.Optional(idOrNone('organisation')), 'Only shipments of this organisation; 0 for all.'),
      orderId: described(Type.Optional(idOrNone('order')), 'Only shipments of this order; 0 for all.'),
      state: described(
        Type.Optional(Type.String({ pattern: '^(onTheWay|delivered)?$', message: 'There is no such state.' })),
        '`onTheWay` or `delivered`; left out for both.',
      ),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
        'Words to find in order number, purchase order number, name or SKU, or in the tracking number.',
      ),
      ...paging,
    }),
    reply: Type.Object({ shipments: Type.Array(operatorShipment), totalCount }),
  }),

  'POST /api/operator/shipments': endpoint({
    name: 'shipParcels',
    summary: 'Ship pieces in parcels',
    description:
      'Of one order, or of several orders of one destination. Pieces that are not named stay pending and can be shipped later. Where the organisation wants a parcel for each wearer, a parcel may hold the pieces of one person only (422 `parcels[n].items`). 422 `parcels[n].items[m].quantity` for more pieces than are pending, and 409 for pieces that are not decorated yet; 409 `order` when an order has ended or was not released, and 409 `stock` when the pieces are not on hand or are needed for lines that were promised earlier. The customer is told by mail. 422 `order` for an order that is collected. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('shipments:write'),
    body: Type.Object({
      parcels: Type.Array(
        Type.Object({
          carrier: described(
            shortText('The name of the carrier must not be longer than 100 characters.'),
            'Name of the carrier.',
          ),
          trackingNumber: described(
            shortText('The tracking number must not be longer than 100 characters.'),
            'Tracking number of the carrier.',
          ),
          trackingUrl: described(
            Type.Optional(
              nullable(
                Type.String({
                  maxLength: 1000,
                  pattern: '^https://[^\\s<>"]+$',
                  message: 'The tracking link must be an address that begins with https://.',
                }),
              ),
            ),
            'Page on which the parcel can be tracked; https only.',
          ),
          items: Type.Array(
            Type.Object({ orderItemId: id('orderItem'), quantity: described(pieceCount, 'Pieces in the parcel.') }),
            {
              minItems: 1,
              maxItems: 1000,
              message: 'A parcel must not be empty.',
              description: 'Pieces in the parcel.',
            },
          ),
        }),
        { minItems: 1, maxItems: 200, message: 'Please pack at least one parcel.', description: 'The parcels.' },
      ),
    }),
    reply: shipmentReply,
  }),

  'POST /api/operator/shipments/:id/delivered': endpoint({
    name: 'recordDelivery',
    summary: 'Record that a parcel was delivered',
    description:
      'With all orders that have pieces in the parcel. A parcel that was delivered before stays as it is. Honours `Idempotency-Key`.',
    tags: ['Fulfilment'],
    access: operator('shipments:write'),
    params: Type.Object({ id: id('shipment') }),
    body: Type.Object({
      deliveredOnUtc: described(
        Type.Optional(nullable(Type.String({ maxLength: 40, message: 'The time of delivery is not valid.' }))),
        'When it was delivered, ISO 8601; now when left out. Not in the future and not before dispatch.',
      ),
    }),
    reply: shipmentReply,
  }),
} as const;
