import Type from 'typebox';
import { endpoint, operator } from '../endpoint.ts';
import { attributeDescription, described, entity, int, msg, nullable, sku, success, text } from '../values.ts';

/** Deliveries to the warehouse. */
export const stockReceiptEndpoints = {
  'POST /api/operator/stock/receipts': endpoint({
    summary: 'Record pieces that have arrived',
    description:
      'Adds them to the stock on hand and takes them off the deliveries that are expected, the earliest first. The same `reference` with the same pieces is counted once and gets the same reply; with other pieces it is refused (409 `reference`). 422 `items[n].code` for codes that belong to no garment of the caller’s brands, or to several.',
    tags: ['Fulfilment'],
    access: operator('stock:write'),
    body: Type.Object({
      reference: described(
        Type.String({ minLength: 1, maxLength: 100, pattern: '\\S', message: 'Please enter the number of the delivery note.' }),
        'Number of the delivery note.',
      ),
      items: Type.Array(
        Type.Object({
          code: described(
            Type.String({ minLength: 1, maxLength: 100, message: 'Please enter a SKU or barcode.' }),
            'SKU or barcode (GTIN), ignoring case.',
          ),
          quantity: described(
            Type.Integer({ minimum: 1, maximum: 100_000, message: 'Please enter a number of pieces from 1 to 100,000.' }),
            'Pieces that have arrived.',
          ),
        }),
        { minItems: 1, maxItems: 1000, message: 'Please enter at least one garment.', description: 'What has arrived.' },
      ),
    }),
    reply: entity({
      success,
      msg,
      items: described(
        Type.Array(
          entity({
            sku,
            productName: text,
            attributeDescription,
            shelf: described(nullable(text), 'Where the pieces belong; null when unknown.'),
            received: described(int, 'Pieces that have arrived.'),
            onHand: described(int, 'Pieces on hand now.'),
          }),
        ),
        'What has been received, and what there is now.',
      ),
    }),
  }),
} as const;
