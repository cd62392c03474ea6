import type { PictureSide } from '#contract/catalogue/products/kept-pictures.ts';
import type { KeptProduct } from '../product-labels.ts';

/** What the sides are called that a picture can show. */
export const SIDE_LABELS: Readonly<Record<PictureSide, string>> = { front: 'Front', back: 'Back', detail: 'Detail' };

/** The sides as options of a select; the empty one is for pictures that do not say. */
export const SIDE_OPTIONS = [
  { value: '', label: 'Not stated' },
  ...Object.entries(SIDE_LABELS).map(([value, label]) => ({ value, label })),
];

/** The colours of a product. */
export const coloursOf = ({ attributes }: Pick<KeptProduct, 'attributes'>) =>
  attributes.filter(({ role }) => role === 'colour').flatMap(({ values }) => values);

/** The colours of a product as options of a select; the empty one is for pictures of all colours. */
export const toColourOptions = (colours: readonly { id: number; name: string }[]) => [
  { value: '', label: 'All colours' },
  ...colours.map(({ id, name }) => ({ value: String(id), label: name })),
];

/** What a picture shows: "Teal, front", "All colours". */
export const describePicture = (colour: string | undefined, shows: PictureSide | null): string =>
  [colour ?? 'All colours', shows && SIDE_LABELS[shows].toLowerCase()].filter(Boolean).join(', ');
