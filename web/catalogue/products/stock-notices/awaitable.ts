import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';

/** Whether a combination cannot be ordered until pieces are in stock again; products with back orders can. */
export const isAwaitable = ({ stockStatus, allowOutOfStockOrders }: Combination): boolean =>
  stockStatus === 'OutOfStock' && !allowOutOfStockOrders;

/** Whether a garment can be ordered once it is in stock. */
export const isSoldOnline = ({ callForPrice, disableBuyButton }: Pick<OrderableGarment, 'callForPrice' | 'disableBuyButton'>) =>
  !callForPrice && !disableBuyButton;

/** The combinations of what is chosen that are out of stock, whichever size is chosen. None of a garment that is not sold online. */
export function listAwaitable(garment: OrderableGarment, selection: AttributeSelection): Combination[] {
  if (!isSoldOnline(garment)) return [];
  const sizes = new Set(garment.attributes.flatMap(({ id, role }) => (role === 'size' ? [id] : [])));
  return garment.combinations.filter(
    (combination) =>
      isAwaitable(combination) &&
      combination.attributes.every(
        ({ id, valueId }) => sizes.has(id) || selection[id] === undefined || selection[id] === valueId,
      ),
  );
}
