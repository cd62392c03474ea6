import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';
import { isColour } from '../choosing/attribute-selection.ts';
import { findOppositeSide } from '../garment-sides.ts';

export interface GarmentView {
  src: string;
  label: string;
}

/** The pictures of a garment in the chosen colour; the product's own where the colour has none. */
export function listGarmentViews(garment: OrderableGarment, selection: AttributeSelection): GarmentView[] {
  const own = pictureOf(garment, selection);
  const images = [...garment.images].sort((one, other) => one.position - other.position).map(({ src }) => src);
  const back = own && findOppositeSide(own);
  // Drawings come in a colour; only photographs say something that the colour's own picture does not.
  const sources = own ? [own, ...(back ? [back] : images.filter((src) => src !== own && !findOppositeSide(src)))] : images;
  return [...new Set(sources)].map((src, index) => ({ src, label: labelOf(index) }));
}

const labelOf = (index: number) => (index === 0 ? 'Front' : index === 1 ? 'Back' : `Picture ${index + 1}`);

/** The picture of the first combination in the chosen colour. */
function pictureOf({ attributes, combinations }: OrderableGarment, selection: AttributeSelection): string | null {
  const colour = attributes.find(isColour);
  const isIn = (combination: Combination) =>
    !colour || combination.attributes.some((one) => one.id === colour.id && one.valueId === selection[colour.id]);
  return combinations.find((one) => one.imageSrc && isIn(one))?.imageSrc ?? null;
}
