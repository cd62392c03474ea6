import type { OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';
import { isColour } from '../choosing/attribute-selection.ts';
import { findOppositeSide, isDrawing } from '../garment-sides.ts';

export interface GarmentView {
  src: string;
  /** What it shows, apart from the garment's name: "Back", "Picture 2". */
  label: string;
  /** What it shows, with the garment's name; of a photograph the text that was given with it. */
  alt: string;
  /** The drawing that is shown where the photograph cannot be loaded. */
  fallback: string | undefined;
}

/** The pictures of a garment in the selected colour, or the product's own if the colour has none. */
export function listGarmentViews(garment: OrderableGarment, selection: AttributeSelection): GarmentView[] {
  const drawing = drawingOf(garment, selection);
  const own = pictureOf(garment, selection);
  const value = selectedColour(garment, selection);
  const images = garment.images
    .filter(({ attributeValueId }) => value === undefined || attributeValueId === undefined || attributeValueId === value)
    .sort((one, other) => one.position - other.position);
  const back = own && findOppositeSide(own);
  // The product's drawings are in its own colour; only its photographs add to the pictures of the selected colour.
  const photographs = images.map(({ src }) => src).filter((src) => src !== own && !findOppositeSide(src));
  const sources = own ? [own, ...(back ? [back] : photographs)] : images.map(({ src }) => src);
  return [...new Set(sources)].map((src, index) => {
    const image = images.find((each) => each.src === src);
    const label = image?.shows ? SIDES[image.shows] : labelOf(src, index);
    const altText = isDrawing(src) ? null : image?.altText;
    return {
      src,
      label,
      alt: altText || `${garment.name}, ${label.toLowerCase()}`,
      fallback: isDrawing(src) ? undefined : drawing,
    };
  });
}

const SIDES = { front: 'Front', back: 'Back', detail: 'Detail' };

/** The value of the selected colour; undefined while none is. */
function selectedColour({ attributes }: OrderableGarment, selection: AttributeSelection): number | undefined {
  const colour = attributes.find(isColour);
  return colour && selection[colour.id];
}

/** Drawings are of the front and the back; what a photograph shows may not be stated. */
const labelOf = (src: string, index: number) =>
  !isDrawing(src) ? `Picture ${index + 1}` : src.endsWith('-back.svg') ? 'Back' : 'Front';

/** The picture of the first combination in the selected colour. */
function pictureOf({ attributes, combinations }: OrderableGarment, selection: AttributeSelection): string | null {
  const colour = attributes.find(isColour);
  const isIn = (combination: OrderableGarment['combinations'][number]) =>
    !colour || combination.attributes.some((one) => one.id === colour.id && one.valueId === selection[colour.id]);
  return combinations.find((one) => one.imageSrc && isIn(one))?.imageSrc ?? null;
}

/** The drawing in the selected colour, or in the first one that has a drawing. */
function drawingOf({ attributes }: OrderableGarment, selection: AttributeSelection): string | undefined {
  const colour = attributes.find(isColour);
  const drawn = colour?.attributeValues.filter(({ drawingSrc }) => drawingSrc !== null) ?? [];
  return (drawn.find(({ id }) => id === selection[colour?.id ?? 0]) ?? drawn[0])?.drawingSrc ?? undefined;
}
