import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { currencyCode, described, entity, expectedVersion, hexColour, id, int, nullable, oneOf, text } from '../../values.ts';
import { keptProduct } from './operator-products.ts';
import { productDetail } from './product-schemas.ts';

const previewClient = entity('PreviewClient', {
  organisationId: int,
  organisationName: text,
  theme: described(text, 'Name of the design of its brand, for example `alder`.'),
  companyName: described(text, 'Name of the company of its brand.'),
  primaryColour: hexColour,
  secondaryColour: hexColour,
  tertiaryColour: hexColour,
  currencyCode,
  taxDisplayType: oneOf([0, 10], 'How its people are shown prices: 0 including tax, 10 excluding tax.'),
});

/** What a product is for one client. */
export const operatorProductClientEndpoints = {
  'PUT /api/operator/products/:id/madefor': endpoint({
    name: 'setMadeFor',
    summary: 'Make a product for one client, or for any',
    description:
      'Only this client can have it in its range. 403 `product` when organisations of other brands have it, 404 for another brand’s client, 409 `madeForId` while other clients have it in their range or open orders with it, and 409 `product` when someone else has changed it since `version`.',
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

  'GET /api/operator/products/:id/as/:organisationId': endpoint({
    name: 'previewProduct',
    summary: 'Get a product as people of a client see it',
    description:
      'As `GET /api/products/{id}` sends it to people of the client who order for others, whoever it is limited to, with quantity tiers for everyone. 409 `product` while they do not see it.',
    tags: ['Products'],
    access: operator('catalogue:read'),
    params: Type.Object({ id: id('product'), organisationId: id('organisation') }),
    reply: entity({ product: productDetail, client: previewClient }),
  }),
} as const;
