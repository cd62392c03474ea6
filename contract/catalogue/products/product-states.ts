import Type from 'typebox';
import { described, oneOf } from '../../values.ts';

/** The states of a product, from its first to its last. */
export const PRODUCT_STATES = ['draft', 'published', 'discontinued'] as const;
/** Whether a product is not sold yet, sold, or sold no longer. */
export type ProductState = (typeof PRODUCT_STATES)[number];

const STATE = '`draft` is not sold yet, `published` is sold, `discontinued` is sold no longer.';
/** In a request: the state of a product. */
export const productStateInput = described(
  Type.Union([Type.Literal('draft'), Type.Literal('published'), Type.Literal('discontinued')], {
    message: 'State must be draft, published or discontinued.',
  }),
  STATE,
);
/** In a reply: the state of a product. */
export const productState = oneOf(PRODUCT_STATES, STATE);
