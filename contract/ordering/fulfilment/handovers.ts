import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { described, id } from '../../values.ts';
import { orderReply, pieceCount } from './fulfilment.ts';
import { shipmentReply } from './shipments.ts';

const tags = ['Fulfilment'] as const;

const pieces = (description: string) =>
  Type.Array(Type.Object({ orderItemId: id('orderItem'), quantity: described(pieceCount, 'Pieces.') }), {
    minItems: 1,
    maxItems: 1000,
    message: 'Please name at least one line.',
    description,
  });

/** Orders that are collected: made ready, and handed over. */
export const handoverEndpoints = {
  'POST /api/operator/readytocollect': endpoint({
    name: 'makeReadyToCollect',
    summary: 'Make packed pieces ready to collect',
    description:
      'Of one order, or of several that are collected at one place. The pieces stay on hand and reserved, and no other order gets them; people of the orders are told by mail where and when they can collect them. Pieces that are not named can follow later. Picking starts by it. 422 `items[n].quantity` for more pieces than are to be packed, and 409 for pieces that are not decorated yet, 422 `order` for an order that is sent, 409 `order` when one has ended, and 409 `stock` when pieces are not on hand or are needed for lines that were promised earlier. Honours `Idempotency-Key`.',
    tags,
    access: operator('shipments:write'),
    refusesUnknown: true,
    body: Type.Object({ items: pieces('Pieces that have been packed.') }),
    reply: orderReply,
  }),

  'POST /api/operator/orders/:id/handover': endpoint({
    name: 'handOverOrder',
    summary: 'Hand over pieces that were collected',
    description:
      'They count as shipped and delivered at once: stock and entitlement are used, the days for returns begin, and the shipment can be invoiced. Without `items` all that is ready. 409 `order` when nothing is ready to collect or the order has ended, 422 `items[n].quantity` for more pieces than are ready. Honours `Idempotency-Key`.',
    tags,
    access: operator('shipments:write'),
    refusesUnknown: true,
    params: Type.Object({ id: id('order') }),
    body: Type.Object({
      collectedBy: described(
        Type.String({
          minLength: 1,
          maxLength: 100,
          pattern: '\\S',
          message: 'Please enter who collects it, with at most 100 characters.',
        }),
        'Name of whoever took the pieces, for example `Ann Ash`.',
      ),
      items: Type.Optional(pieces('Pieces that are handed over.')),
    }),
    reply: shipmentReply,
  }),
} as const;
