import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { described, id, pdfFile } from '../../values.ts';
import { orderIdList } from './fulfilment.ts';

const shipmentIdList = Type.Array(id('shipment'), {
  minItems: 1,
  maxItems: 200,
  message: 'Please choose 1 to 200 shipments.',
  description: 'Ids of 1 to 200 shipments.',
});

/** Papers of the warehouse, as PDF. */
export const paperEndpoints = {
  'GET /api/operator/picklist': endpoint({
    name: 'downloadPickList',
    summary: 'Download a pick list as PDF',
    description:
      'What can be picked now of orders that go to one destination, order by order and by shelf; where each wearer gets a parcel of their own, wearer by wearer. 404 `order` unless each order exists and was released, 422 `orderIds` for several destinations, 409 `stock` when nothing can be picked.',
    tags: ['Fulfilment'],
    access: operator('orders:read'),
    query: Type.Object({ orderIds: orderIdList }),
    reply: pdfFile,
  }),

  'GET /api/operator/packingslips': endpoint({
    name: 'downloadPackingSlips',
    summary: 'Download packing slips as PDF',
    description:
      'One for each wearer and order in the parcels of these shipments, which go to one destination (else 422 `shipmentIds`), or in what waits to be collected of these orders: what is in the parcel, what follows and how to return. No prices. 404 `shipment` unless each of them exists and was sent, 404 `order` unless pieces of each wait to be collected, and 422 `shipmentIds` unless shipments or orders are named.',
    tags: ['Fulfilment'],
    access: operator('shipments:read'),
    query: Type.Object({
      shipmentIds: Type.Optional(shipmentIdList),
      orderIds: described(
        Type.Optional(orderIdList),
        'Numbers of 1 to 50 orders that are ready to collect, instead of shipments.',
      ),
    }),
    reply: pdfFile,
  }),

  'GET /api/operator/deliverynotes': endpoint({
    name: 'downloadDeliveryNotes',
    summary: 'Download delivery notes as PDF',
    description:
      'One for each parcel that holds these shipments, which go to one destination (else 422 `shipmentIds`), to be signed where it is received. No prices. 404 `shipment` unless each of them exists and was sent.',
    tags: ['Fulfilment'],
    access: operator('shipments:read'),
    query: Type.Object({ shipmentIds: shipmentIdList }),
    reply: pdfFile,
  }),
} as const;
