import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import {
  described,
  entity,
  expectedVersion,
  id,
  idOrNone,
  int,
  maybe,
  named,
  nullable,
  oneOf,
  text,
  version,
} from '../../values.ts';
import { keptPictures, PICTURE_SIDE_NAMES, type PictureSide, pictureSide } from './kept-pictures.ts';
import { MAX_FILE_NAMES, MAX_PICTURE_BYTES, MAX_PICTURES, MAX_PICTURES_AT_ONCE } from './picture-sizes.ts';

const tags = ['Products'] as const;
const LIMITS = `\`multipart/form-data\` with 1 to ${MAX_PICTURES_AT_ONCE} JPEG, PNG or WebP pictures in the field \`file\`, told by their content, of ${MAX_PICTURE_BYTES / 1_000_000} MB, 12,000 pixels wide or high and 50 million pixels at most. They lose their metadata, are reduced to 1,200 pixels and stored in smaller sizes too. A file that cannot be used does not keep the others from being added; \`problem\` says why.`;

const sideInput = Type.Unsafe<PictureSide>({
  type: 'string',
  enum: [...PICTURE_SIDE_NAMES],
  message: 'A picture shows front, back or detail.',
});
const fileName = described(text, 'Name of the file, for example `FSD-FLC-W-TEAL-M_front.jpg`.');
const match = {
  fileName,
  product: described(nullable(named), 'The product; null when none was found.'),
  value: described(nullable(named), 'The colour, as a value of the product’s attribute; null for all colours.'),
  shows: pictureSide,
};
const addedPicture = entity('AddedPicture', {
  ...match,
  state: oneOf(
    ['added', 'present', 'unmatched', 'refused'],
    '`added`; `present`: the product has this picture already; `unmatched`: no product was found; `refused`: the file or the product does not allow it.',
  ),
  problem: described(nullable(text), 'Why it was not added, as a sentence; null for one that was.'),
});
const pictureList = { pictures: keptPictures, version };

/** Photographs of the products that the supplier keeps. */
export const operatorPictureEndpoints = {
  'POST /api/operator/products/pictures/matches': endpoint({
    name: 'matchPictures',
    summary: 'Find the products that names of picture files say',
    description:
      'A name begins with the SKU of a combination, for its colour, or of a product, for all colours; then a colour, `front`, `back` or `detail`, and a number may follow: `FSD-FLC-W-TEAL-M_front.jpg`, `FSD-FLC-W_navy_2.jpg`. Changes nothing.',
    tags,
    access: operator('catalogue:read'),
    body: Type.Object({
      fileNames: described(
        Type.Array(
          described(
            Type.String({ maxLength: 300, message: 'A file name must not be longer than 300 characters.' }),
            'For example `FSD-FLC-W-TEAL-M_front.jpg`.',
          ),
          { maxItems: MAX_FILE_NAMES, message: `At most ${MAX_FILE_NAMES} file names can be matched at once.` },
        ),
        'Names of the files.',
      ),
    }),
    reply: entity({
      matches: described(
        Type.Array(
          entity('PictureMatch', {
            ...match,
            number: described(nullable(int), 'Number after the SKU; null without one.'),
            problem: described(
              nullable(text),
              'Why no product was found, or the caller cannot change it, as a sentence; null otherwise.',
            ),
          }),
        ),
        'In the order of the names.',
      ),
    }),
  }),

  'POST /api/operator/products/pictures': endpoint({
    name: 'addPicturesByName',
    summary: 'Add pictures to the products that their file names say',
    description: `${LIMITS} Names are read as \`POST /api/operator/products/pictures/matches\` does.`,
    tags,
    access: operator('catalogue:write'),
    upload: 'files',
    reply: entity({ results: described(Type.Array(addedPicture), 'What became of each file, in the order of the upload.') }),
  }),

  'POST /api/operator/products/:id/pictures': endpoint({
    name: 'addPictures',
    summary: 'Add pictures to a product',
    description: `${LIMITS} Colour and side are those of the query, otherwise what the file name says. 403 \`product\` when organisations of other brands have it in their range.`,
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product') }),
    query: Type.Object({
      valueId: described(
        Type.Optional(idOrNone('attributeValue')),
        'The colour, as a value of the product’s attribute; 0 for all colours.',
      ),
      shows: described(Type.Optional(sideInput), 'What the pictures show.'),
    }),
    upload: 'files',
    reply: entity({
      results: described(Type.Array(addedPicture), 'What became of each file, in the order of the upload.'),
      ...pictureList,
    }),
  }),

  'PUT /api/operator/products/:id/pictures': endpoint({
    name: 'updatePictures',
    summary: 'Change the pictures of a product',
    description:
      'The list is complete and in its order: a picture that is not named is removed, and its file deleted a day later unless something shows it. With `src` instead of `id`, one that was removed within the last day is put back. The first picture of each colour is shown in lists. 403 `product` when organisations of other brands have it in their range, 409 `product` when someone else has changed the pictures.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('product') }),
    refusesUnknown: true,
    body: Type.Object({
      pictures: Type.Array(
        Type.Object({
          id: described(Type.Optional(id('picture')), 'A picture that the product has.'),
          src: described(
            Type.Optional(Type.String({ maxLength: 100, message: 'This is no picture.' })),
            'Address of a picture that was removed, for example `/pictures/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12.webp`.',
          ),
          altText: described(
            maybe(Type.String({ maxLength: 250, message: 'The alternative text must not be longer than 250 characters.' })),
            'What is to be seen, for people who do not see it, for example `Fleece in navy, from behind`; null for the name of the product.',
          ),
          valueId: described(maybe(id('attributeValue')), 'The colour that it shows; null for all colours.'),
          shows: described(maybe(sideInput), 'What it shows of the garment; null when that is not stated.'),
        }),
        {
          maxItems: MAX_PICTURES,
          message: `A product can have ${MAX_PICTURES} pictures at most.`,
          description: 'All its pictures.',
        },
      ),
      version: expectedVersion,
    }),
    reply: entity(pictureList),
  }),
} as const;
