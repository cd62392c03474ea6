import Type from 'typebox';
import { endpoint, signedIn } from '../../endpoint.ts';
import { described, entity, int, nullable, text } from '../../values.ts';

const missingItem = entity('PunchoutMissingItem', {
  partId: described(nullable(text), 'Number of the part as the buyer’s system has it; null when it sent none.'),
  quantity: described(nullable(int), 'How many pieces; null when the buyer’s system sent no number that can be read.'),
});

/** The trip of PunchOut that a session belongs to, as its user needs it besides the profile. */
export const punchoutTripEndpoints = {
  'GET /api/punchout/trip': endpoint({
    name: 'getPunchoutTrip',
    summary: 'Get what a PunchOut session begins with',
    description:
      'The product that the buyer’s system chose in advance, and lines of its cart that could not be put into the cart of the session. 404 in other sessions.',
    tags: ['PunchOut'],
    access: signedIn,
    reply: Type.Object({
      selectedSku: described(
        nullable(text),
        'Number of the part with which the session begins, as it was sent; null when there is none.',
      ),
      selectedProductId: described(
        nullable(int),
        'The product with that number; null when the person sees none, and when there is no number.',
      ),
      missingItems: described(
        Type.Array(missingItem),
        'Lines of the cart to be changed or looked at that are not available any more, in their order.',
      ),
    }),
  }),
};
