import Type from 'typebox';
import { MAX_PICTURE_BYTES, MAX_PICTURES_AT_ONCE } from '../catalogue/products/picture-sizes.ts';
import { endpoint, operator } from '../endpoint.ts';
import { described, entity, nullable, text } from '../values.ts';

/** Pictures of topics, announcements and slides. */
export const contentPictureEndpoints = {
  'POST /api/operator/content/pictures': endpoint({
    name: 'addContentPictures',
    summary: 'Upload pictures for what is published',
    description: `\`multipart/form-data\` with 1 to ${MAX_PICTURES_AT_ONCE} JPEG, PNG or WebP pictures in the field \`file\`, told by their content, of ${MAX_PICTURE_BYTES / 1_000_000} MB, 12,000 pixels wide or high and 50 million pixels at most. They lose their metadata, are reduced to 1,200 pixels and stored in smaller sizes too. A picture that nothing shows is deleted after a day. A file that cannot be used does not keep the others from being stored; \`problem\` says why.`,
    tags: ['Publications'],
    access: operator('content:write'),
    upload: 'files',
    reply: entity({
      results: described(
        Type.Array(
          entity('ContentPicture', {
            fileName: described(text, 'Name of the file, for example `opening-hours.jpg`.'),
            src: described(
              nullable(text),
              'Address of the picture, to be used in texts and slides, for example `/pictures/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12.webp`; null for one that was not stored. With -480 before the ending it is that of a smaller size.',
            ),
            problem: described(nullable(text), 'Why it was not stored, as a sentence; null for one that was.'),
          }),
        ),
        'What became of each file, in the order of the upload.',
      ),
    }),
  }),
} as const;
