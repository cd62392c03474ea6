import Type from 'typebox';
import { described, entity, id, int, nullable, text } from '../../values.ts';
import { MAX_SHOWN_WITH } from './product-limits.ts';
import { productState } from './product-states.ts';

/** A product that is shown with another one. */
export const shownWithProduct = entity('ShownWithProduct', {
  id: int,
  name: text,
  sku: described(nullable(text), 'SKU of the product, for example `FSD`.'),
  state: productState,
});

const shownWithIds = (what: string) =>
  Type.Optional(
    Type.Array(id('product'), { maxItems: MAX_SHOWN_WITH, message: `A product can have ${MAX_SHOWN_WITH} ${what} at most.` }),
  );

/** What is shown with a product, to change it. */
export const shownWithChanges = {
  relatedIds: described(
    shownWithIds('related products'),
    'Ids of all products that are shown on its page, in their order. Those that the caller does not see stay.',
  ),
  crossSellIds: described(
    shownWithIds('products offered in the cart'),
    'Ids of all products that are offered in the cart with it, in their order. Those that the caller does not see stay.',
  ),
};
