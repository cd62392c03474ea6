import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { described, entity, id, int, listOf, nullable, oneOf, text } from '../values.ts';
import { FITS } from './returns/returns.ts';

/** After how many days a piece that was neither returned nor exchanged counts as kept. */
export const KEPT_AFTER_DAYS = 30;

const keptSize = entity('KeptSize', {
  productId: described(int, 'The product for which the size is proposed.'),
  sizeId: described(int, 'Attribute value of the product: its size of this name.'),
  size: described(text, 'Name of the size, for example `8`.'),
  values: described(
    Type.Array(entity({ id: int, name: text })),
    'The size, and the fit or leg length that was kept with it, as attribute values of the product. A fit that the product does not have is left out.',
  ),
  sinceOn: described(
    Type.String(),
    'When the oldest piece of this size that the person still has was delivered (or sent), `YYYY-MM-DD` in the organisation’s time zone.',
  ),
  keptProductId: described(
    int,
    'The product that was kept: this one, or another of the same kind (such as trousers) with the same size guide.',
  ),
  keptProductName: described(text, 'Its name when it was ordered last, for example `Oxford shirt`.'),
  fit: described(
    nullable(oneOf(FITS, '')),
    'What the person said last about how this size fits: `tooSmall`, `right` or `tooBig`; null when they said nothing.',
  ),
});

/** The sizes that people have kept. */
export const keptSizeEndpoints = {
  'GET /api/keptsizes': endpoint({
    name: 'listKeptSizes',
    summary: 'List the sizes that someone has kept',
    description: `The size in which a person has kept each product of the caller’s range, or else a product of the same kind (shirts, tops, jackets, trousers and skirts, dresses, others) with the same size guide; the last one where there are several. Kept are pieces delivered (or sent) at least ${KEPT_AFTER_DAYS} days ago that were neither returned nor exchanged; a size of which a return is open is left out. Comes from orders, never from measurements. Propose this size before one that was calculated, and ask where \`fit\` says that it does not fit. 404 \`customer\` for someone for whom the caller may not order.`,
    tags: ['Orders'],
    access: signedIn,
    query: Type.Object({
      customerId: Type.Optional(
        described(id('customer'), 'Whose sizes; the caller’s, or those of the person being impersonated, without it.'),
      ),
      productId: Type.Optional(described(id('product'), 'This product alone.')),
    }),
    reply: listOf('keptSizes', keptSize),
  }),
} as const;
