import Type from 'typebox';
import { bool, described, entity, int, nullable, oneOf, text } from '../../values.ts';

/** What a photograph can show of a garment. */
export const PICTURE_SIDE_NAMES = ['front', 'back', 'detail'] as const;
/** What a photograph shows of a garment. */
export type PictureSide = (typeof PICTURE_SIDE_NAMES)[number];
/** In a reply: what a photograph shows. */
export const pictureSide = nullable(oneOf(PICTURE_SIDE_NAMES, 'What it shows of the garment; null when that is not stated.'));

/** Pictures of a product as the supplier keeps them. */
export const keptPictures = described(
  Type.Array(
    entity('KeptPicture', {
      id: int,
      src: described(
        text,
        'Address of the picture, relative to the host. Its content never changes; with -480 or -160 before the ending it is that of a smaller size of a photograph.',
      ),
      altText: described(nullable(text), 'What is to be seen; null for the name of the product.'),
      valueId: described(nullable(int), 'The colour that it shows, as a value of the attribute; null for all colours.'),
      shows: pictureSide,
      isDrawing: described(bool, 'Whether it is a drawing, which is shown where there is no photograph.'),
    }),
  ),
  'Its photographs in their order or, where it has none, its drawings.',
);
