import Type from 'typebox';
import { endpoint, operator, signedIn } from '../../endpoint.ts';
import {
  dateTime,
  described,
  displayOrder,
  entity,
  expectedVersion,
  id,
  int,
  listOf,
  maybe,
  nullable,
  paging,
  text,
  totalCount,
} from '../../values.ts';
import { COPIES, copyInput, keptFields, publicationFields, publicationInput, searchTermOf } from '../publications.ts';
import { MAX_SLIDES_SHOWN, MIN_SLIDE_WIDTH, SLIDE_LIMITS } from './slide-limits.ts';

const tags = ['Slides'] as const;

const fields = {
  id: described(int, 'Id of the slide.'),
  src: described(text, 'Address of the picture.'),
  text: described(nullable(text), 'Text beside the picture; null for none.'),
  link: described(nullable(text), 'Where the slide leads: https, or a path of the portal; null for nowhere.'),
  altText: described(nullable(text), 'Alternative text of the picture.'),
};
const slide = entity('Slide', { ...fields, createdOnUtc: dateTime, ...publicationFields, ...keptFields });

const picture = Type.String({
  maxLength: 200,
  pattern: '^/pictures/[0-9a-f]{40}\\.webp$',
  message: 'Add a picture.',
  description:
    'Address that uploading the picture answered, for example `/pictures/0123456789abcdef0123456789abcdef01234567.webp`.',
});
const altText = described(
  Type.String({
    minLength: 1,
    maxLength: SLIDE_LIMITS.altText,
    pattern: '\\S',
    message: `Say in at most ${SLIDE_LIMITS.altText} characters what the picture shows.`,
  }),
  'What the picture shows, for those who do not see it, for example `Navy jacket on a hanger`.',
);
const content = {
  text: described(
    maybe(
      Type.String({ maxLength: SLIDE_LIMITS.text, message: `The text must not be longer than ${SLIDE_LIMITS.text} characters.` }),
    ),
    'Text beside the picture, for example `The new front desk suit`; null or empty for none.',
  ),
  link: described(
    maybe(Type.String({ maxLength: 500, message: 'The address must not be longer than 500 characters.' })),
    'Where the slide leads: an address with https, or a path of the portal, for example `/index/products`; null or empty for nowhere.',
  ),
};
const params = Type.Object({ id: id('slide') });
const REFUSALS =
  '422 `link` for anything but https and paths of the portal, `src` for a picture that is stored no longer or was not uploaded here.';
const share = (what: string) =>
  described(Type.Number({ minimum: 0, maximum: 1, message: 'Choose a part of the picture.' }), what);

/** Slides of Home, kept by operators. */
export const slideEndpoints = {
  'GET /api/organisations/slider': endpoint({
    name: 'listHomePictures',
    summary: 'List pictures of the home page',
    description: `Those that are for the caller, in their order: at most ${MAX_SLIDES_SHOWN}.`,
    tags,
    access: signedIn,
    reply: listOf('sliderImages', entity({ ...fields, displayOrder })),
  }),

  'GET /api/operator/slides': endpoint({
    name: 'listSlides',
    summary: 'List slides of clients',
    description: 'Those of the caller’s brands, drafts and those that have ended too, in their order.',
    tags,
    access: operator('content:read'),
    query: Type.Object({
      searchTerm: searchTermOf('Words to find, for example `suit`.'),
      organisationId: described(Type.Optional(id('organisation')), 'Only those that this client sees.'),
      ...paging,
    }),
    reply: entity({ slides: Type.Array(slide), totalCount }),
  }),

  'GET /api/operator/slides/:id': endpoint({
    name: 'getSlide',
    summary: 'Get a slide',
    tags,
    access: operator('content:read'),
    params,
    reply: entity({ slide }),
  }),

  'POST /api/operator/slides/pictures': endpoint({
    name: 'uploadSlidePicture',
    summary: 'Upload a picture and cut it to the frame of the slider',
    description: `A JPEG, PNG or WebP picture of at most 20 MB in the field \`file\` of a form. The part is given as shares of the width and height of the upright picture; it is cut to twice as wide as high, and stored in several sizes without metadata. It is deleted after a day unless a slide shows it by then. 422 \`file\` for a file that is no picture that can be used, and for a part of fewer than ${MIN_SLIDE_WIDTH} pixels in width.`,
    tags,
    access: operator('content:write'),
    upload: 'file',
    query: Type.Object({
      left: Type.Optional(share('Left edge of the part, for example `0.1`. Without the four, the middle of the picture.')),
      top: Type.Optional(share('Upper edge of the part, for example `0.25`.')),
      width: Type.Optional(share('Width of the part, for example `0.8`.')),
      height: Type.Optional(share('Height of the part, for example `0.5`.')),
    }),
    reply: entity({
      src: described(text, 'Address of the picture, to be sent with the slide.'),
    }),
  }),

  'POST /api/operator/slides': endpoint({
    name: 'addSlide',
    summary: 'Add a slide',
    description: `For one client, several or a brand. ${REFUSALS} Send an \`Idempotency-Key\`: with the same key it is added once.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({ src: picture, altText, ...content, ...publicationInput }),
    reply: entity({ slide }),
  }),

  'PUT /api/operator/slides/order': endpoint({
    name: 'orderSlides',
    summary: 'Put slides in order',
    description: '403 for slides that clients of other brands see too.',
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    body: Type.Object({
      slideIds: described(
        Type.Array(id('slide'), { minItems: 1, maxItems: 100, uniqueItems: true, message: 'Name 1 to 100 slides, each once.' }),
        'Slides in their new order, for example `[3, 1, 2]`.',
      ),
    }),
    reply: entity({}),
  }),

  'PUT /api/operator/slides/:id': endpoint({
    name: 'updateSlide',
    summary: 'Change a slide',
    description: `What is left out stays as it is. ${REFUSALS} 403 for one that clients of other brands see too, 409 \`slide\` when someone else has changed it.`,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object({
      src: Type.Optional(picture),
      altText: Type.Optional(altText),
      ...content,
      version: expectedVersion,
      ...publicationInput,
    }),
    reply: entity({ slide }),
  }),

  'DELETE /api/operator/slides/:id': endpoint({
    name: 'deleteSlide',
    summary: 'Delete a slide',
    description: 'It can be put back. 403 for one that clients of other brands see too.',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({}),
  }),

  'POST /api/operator/slides/:id/restore': endpoint({
    name: 'restoreSlide',
    summary: 'Put a deleted slide back',
    tags,
    access: operator('content:write'),
    params,
    reply: entity({ slide }),
  }),

  'POST /api/operator/slides/:id/copies': endpoint({
    name: 'copySlide',
    summary: 'Copy a slide for other clients',
    description: COPIES,
    tags,
    access: operator('content:write'),
    refusesUnknown: true,
    params,
    body: Type.Object(copyInput),
    reply: entity({ slides: described(Type.Array(slide), 'The drafts that were added.') }),
  }),
} as const;
