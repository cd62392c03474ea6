import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';
import { isAwaitable, isSoldOnline } from '../stock-labels.ts';

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
