import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { attributeDescription, described, entity, id, imageSrc, int, listOf, nullable, text } from '../values.ts';

const day = Type.String({ description: 'Day in the organisation’s time zone, `YYYY-MM-DD`.' });

const issuedGarment = entity('IssuedGarment', {
  productId: int,
  productName: described(text, 'Name when the latest piece was ordered.'),
  imageSrc,
  quantity: described(int, 'Pieces that the person holds: sent, less what came back.'),
  wearLifeMonths: described(nullable(int), 'After how many months a piece is due to be replaced; null without a set time.'),
  nextReplacementOn: described(
    nullable(day),
    'When the oldest piece is due to be replaced, counted from its delivery (or dispatch while it is on its way); null without a set time.',
  ),
  sizes: described(
    Type.Array(
      entity({
        combinationId: int,
        attributeDescription,
        quantity: described(int, 'Pieces of this size and colour.'),
        lastIssuedOn: described(day, 'When the latest of them was delivered, or sent.'),
      }),
    ),
    'Pieces by size and colour, the latest first.',
  ),
});

const garments = listOf('garments', issuedGarment);

/** What people hold of their uniform. */
export const issuedGarmentEndpoints = {
  'GET /api/issuedgarments': endpoint({
    name: 'listOwnIssuedGarments',
    summary: 'List what the caller holds',
    description: 'The pieces that were sent to them as the wearer, less what came back; of the person being impersonated.',
    tags: ['Orders'],
    access: signedIn,
    reply: garments,
  }),

  'GET /api/customers/:id/issuedgarments': endpoint({
    name: 'listPersonIssuedGarments',
    summary: 'List what a person holds',
    description: 'For Admins and Sales, of the people in their scope; otherwise one’s own. 404 for anyone else.',
    tags: ['People'],
    access: signedIn,
    params: Type.Object({ id: id('customer') }),
    reply: garments,
  }),
} as const;
