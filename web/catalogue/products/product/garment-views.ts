import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';
import { isColour } from '../choosing/attribute-selection.ts';
import { findOppositeSide, isDrawing } from '../garment-sides.ts';

export interface GarmentView {
  src: string;
  label: string;
}

/** The pictures of a garment in the selected colour, or the product's own if the colour has none. */
export function listGarmentViews(garment: OrderableGarment, selection: AttributeSelection): GarmentView[] {
  const own = pictureOf(garment, selection);
  const images = [...garment.images].sort((one, other) => one.position - other.position).map(({ src }) => src);
  const back = own && findOppositeSide(own);
  // The product's drawings are in its own colour; only its photographs add to the pictures of the selected colour.
  const sources = own ? [own, ...(back ? [back] : images.filter((src) => src !== own && !findOppositeSide(src)))] : images;
  return [...new Set(sources)].map((src, index) => ({ src, label: labelOf(src, index) }));
}

/** Drawings are of the front and the back; what a photograph shows is not known. */
const labelOf = (src: string, index: number) =>
  !isDrawing(src) ? `Picture ${index + 1}` : src.endsWith('-back.svg') ? 'Back' : 'Front';

/** The picture of the first combination in the selected colour. */
function pictureOf({ attributes, combinations }: OrderableGarment, selection: AttributeSelection): string | null {
  const colour = attributes.find(isColour);
  const isIn = (combination: Combination) =>
    !colour || combination.attributes.some((one) => one.id === colour.id && one.valueId === selection[colour.id]);
  return combinations.find((one) => one.imageSrc && isIn(one))?.imageSrc ?? null;
}
