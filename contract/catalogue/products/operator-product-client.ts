import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { described, entity, expectedVersion, id, nullable } from '../../values.ts';
import { keptProduct } from './operator-products.ts';

/** What a product is for one client. */
export const operatorProductClientEndpoints = {
  'PUT /api/operator/products/:id/madefor': endpoint({
    name: 'setMadeFor',
    summary: 'Make a product for one client, or for any',
    description:
      'Only the client that it is made for can have it in its range. 403 `product` when organisations of other brands have it, 404 for another brand’s client, 409 `madeForId` while other clients have it in their range or open orders with it, and 409 `product` when someone else has changed it since `version`.',
    tags: ['Products'],
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product') }),
    refusesUnknown: true,
    body: Type.Object({
      madeForId: described(nullable(id('organisation')), 'The client; null for a product that any client can have.'),
      version: expectedVersion,
    }),
    reply: entity({ product: keptProduct }),
  }),
} as const;
