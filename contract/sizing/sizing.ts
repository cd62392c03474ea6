import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, dateTime, entity, id, int, listOf, maybe, nullable, text } from '../values.ts';

/**
 * The body and size service (calls 117 to 130). It has its own base address, of which `/sizing` stands for, and its own token. Every
 * refusal of it carries a `code` beside `errors`.
 */

const tags = ['Sizing'] as const;
const RESTART = 'An error occurred, please start again';
const number = Type.Number();

/** A body's or a suggestion's id; whoever sends something else has lost it. */
const bodyId = id('body', RESTART);
const garmentId = id('product', RESTART);
/** Ids travel as text as well. */
const idInWords = Type.String({ maxLength: 100, message: RESTART });

const referenceSize = {
  brandId: id('sizingBrand', 'Please choose a brand from the list.'),
  brandCategoryId: id('sizingCategory', 'Please choose a kind of garment from the list.'),
  brandCategorySizeId: id('sizingSize', 'Please choose a size from the list.'),
};

const given = (what: string, most: number) =>
  maybe(Type.Number({ minimum: 0, maximum: most, message: `Please check your ${what}.` }));
const code = (message: string) => maybe(Type.Integer({ minimum: 0, maximum: 99, message }));

/** What is sent of a body; everything may be missing, and a change names only what changes. */
const bodyInput = Type.Object({
  gender: code('Please choose male, female or unisex.'),
  weightUnits: code('Please give the weight in kilograms, or in stones and pounds.'),
  weight: given('weight', 2000),
  weightStones: given('weight', 100),
  heightUnits: code('Please give the height in centimetres, or in feet and inches.'),
  height: given('height', 1000),
  heightFeet: given('height', 20),
  ukjeans: given('trouser size', 100),
  ukshirt: given('shirt size', 100),
  ukbra: given('bra size', 100),
  ukbracup: maybe(Type.String({ maxLength: 10, message: 'Please check the cup of your bra size.' })),
  referenceSizes: maybe(
    Type.Array(Type.Object(referenceSize), { maxItems: 10, message: 'Please name at most ten sizes that you wear.' }),
  ),
  /** Ours: what the wearer measured with a tape. */
  tapes: maybe(
    Type.Array(
      Type.Object({
        name: Type.String({ maxLength: 40, message: 'Please name what was measured.' }),
        value: Type.Number({ minimum: 1, maximum: 300, message: 'Please check what the tape said.' }),
        unit: Type.Integer({ minimum: 0, maximum: 2, message: 'Please give tapes in centimetres or inches.' }),
      }),
      { maxItems: 20, message: 'Please send at most 20 tapes.' },
    ),
  ),
  /** Ours: fields whose surprising answers the wearer has confirmed. */
  confirmed: maybe(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40, message: 'Please confirm at most 40 fields.' })),
});

export const body = entity({
  id: text,
  gender: int,
  weightUnits: int,
  weight: nullable(number),
  weightStones: nullable(int),
  heightUnits: int,
  height: nullable(number),
  heightFeet: nullable(int),
  ukjeans: nullable(number),
  ukshirt: nullable(number),
  ukbra: nullable(int),
  ukbracup: nullable(text),
  referenceSizes: Type.Array(entity({ brandId: int, brandCategoryId: int, brandCategorySizeId: int })),
  tapes: Type.Array(entity({ name: text, value: number, unit: int })),
  confirmed: Type.Array(text),
  /** Sizes that were worked out and not said; they are shown, and never used to work out more. */
  derivedFields: Type.Array(text),
  /** Answers that do not go together: shown back to the wearer, and not used until they are confirmed. */
  questions: Type.Array(entity({ field: text, message: text })),
  isDefault: bool,
  createdOnUtc: dateTime,
  updatedOnUtc: dateTime,
});

const profile = entity({
  id: text,
  bodyId: text,
  gender: int,
  isComplete: bool,
  usedBodyBlocks: Type.Array(text),
  measurements: Type.Array(
    entity({
      name: text,
      value: number,
      unit: int,
      /** Where it is in four of five people who answer alike. */
      low: number,
      high: number,
      source: text,
    }),
  ),
  avatarUrl: nullable(text),
});

const garmentSize = entity({ id: int, name: text, displayOrder: int });

const garment = entity({
  id: int,
  name: text,
  externalProductId: nullable(text),
  gender: int,
  garmentTypeId: int,
  brandId: nullable(int),
  sizes: Type.Array(garmentSize),
  hasSizeAdvice: bool,
  /** Ours, of a single garment alone: the bodies that each size is made for, cm; so that advice can be had without sending anything. */
  chart: nullable(
    entity({
      kind: text,
      /** What the garment covers of a body: longSleeved, shortSleeved, sleeveless, trousers, shorts, skirt, dress, coverall or nothing. */
      covers: text,
      primary: nullable(text),
      sizes: Type.Array(
        entity({
          id: int,
          name: text,
          points: Type.Array(entity({ point: text, low: number, high: number })),
          /** Of trousers whose leg is chosen beside the size, the shortest first; from the crotch to the top of the heel, cm. */
          legs: Type.Array(entity({ id: int, name: text, insideLeg: number })),
        }),
      ),
    }),
  ),
});

const verdict = Type.Union([Type.Literal('Tight'), Type.Literal('Good'), Type.Literal('Loose')]);

const fit = entity({
  bodyId: text,
  garmentId: text,
  sizes: Type.Array(
    entity({
      sizeId: int,
      name: text,
      score: number,
      isRecommended: bool,
      areas: Type.Array(entity({ name: text, difference: number, unit: int, verdict })),
    }),
  ),
});

const suggestion = entity({
  id: text,
  yourBodyID: text,
  yourGarmentID: text,
  sizeId: nullable(int),
  size: nullable(text),
  confidence: nullable(number),
  alternatives: Type.Array(entity({ sizeId: int, size: text, verdict, probability: number })),
  /** Ours: of trousers whose leg is chosen beside the size, the leg that goes with it. */
  leg: nullable(entity({ id: int, name: text, probability: number })),
  /** Ours: the one tape that would help most, where the confidence is low. */
  askFor: nullable(text),
  createdOnUtc: dateTime,
});

export const bodyConsent = entity({ version: int, givenOnUtc: dateTime });
const bodyReply = Type.Object({ body });

export const sizingEndpoints = {
  'GET /api/bodyme/token': endpoint({
    summary: 'A token of the body and size service for its first clients',
    tags,
    access: signedIn,
    reply: entity({ access_token: text, expires_in: int }),
  }),

  'GET /api/bodyme/tokenv3': endpoint({
    summary: 'A token of the body and size service',
    tags,
    access: signedIn,
    reply: entity({ access_token: text, expires_in: int }),
  }),

  'GET /sizing/client': endpoint({
    summary: 'Whose bodies the token opens, and what they agreed to',
    tags,
    access: signedIn,
    reply: Type.Object({
      client: entity({
        id: text,
        name: text,
        defaultGender: int,
        weightUnits: int,
        heightUnits: int,
        isMeasured: bool,
        /** The wearer's own body; told to nobody who acts for them. */
        bodyId: nullable(text),
        consent: nullable(bodyConsent),
        /** The version of the text that is agreed to now. */
        consentVersion: int,
      }),
    }),
  }),

  'POST /sizing/consent': endpoint({
    summary: 'Agree that one’s body is kept',
    tags,
    access: signedIn,
    body: Type.Object({ version: Type.Integer({ minimum: 1, maximum: 32767, message: 'Please say which text you agree to.' }) }),
    reply: Type.Object({ consent: bodyConsent }),
  }),

  'DELETE /sizing/consent': endpoint({
    summary: 'Withdraw the consent: everything is erased',
    tags,
    access: signedIn,
    reply: entity({}),
  }),

  'GET /sizing/garment/list': endpoint({
    summary: 'The garments of one’s range',
    tags,
    access: signedIn,
    reply: listOf('garments', garment),
  }),

  'GET /sizing/garment/list/:id': endpoint({
    summary: 'One garment, by its product in the portal',
    tags,
    access: signedIn,
    params: Type.Object({ id: garmentId }),
    reply: listOf('garments', garment),
  }),

  'GET /sizing/suggestion/fitformeasurements/:body/:garment': endpoint({
    summary: 'How every size of a garment fits a body, area by area',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ body: bodyId, garment: garmentId }),
    reply: Type.Object({ fit }),
  }),

  'POST /sizing/body/newbody': endpoint({
    summary: 'Keep a body; needs the consent',
    tags,
    access: signedIn,
    created: true,
    body: bodyInput,
    reply: bodyReply,
  }),

  'PUT /sizing/body/defaultupdate/:id': endpoint({
    summary: 'Change a body and work its sizes out anew from height, weight and sex; it becomes the wearer’s default',
    tags,
    access: signedIn,
    params: Type.Object({ id: bodyId }),
    body: bodyInput,
    reply: bodyReply,
  }),

  'PUT /sizing/body/:id': endpoint({
    summary: 'Change a body',
    tags,
    access: signedIn,
    params: Type.Object({ id: bodyId }),
    body: bodyInput,
    reply: bodyReply,
  }),

  'GET /sizing/body/:id': endpoint({
    summary: 'A body as it was said',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: bodyId }),
    reply: bodyReply,
  }),

  'GET /sizing/body/profile/:id': endpoint({
    summary: 'What a body is likely to measure',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: bodyId }),
    reply: Type.Object({ profile }),
  }),

  'DELETE /sizing/body/completeprofile/:id': endpoint({
    summary: 'Erase a body with everything that was worked out from it',
    tags,
    access: signedIn,
    params: Type.Object({ id: bodyId }),
    reply: entity({}),
  }),

  'POST /sizing/suggestion/newsuggestion': endpoint({
    summary: 'The size to order; without a body it is for the wearer’s own',
    tags,
    access: signedIn,
    // Somebody who orders for a wearer may know the size, and nothing that it follows from.
    whileImpersonating: 'allowed',
    created: true,
    body: Type.Object({
      YourBodyID: Type.Optional(Type.Union([bodyId, idInWords, Type.Null()], { message: RESTART })),
      YourGarmentID: Type.Union([garmentId, idInWords], { message: RESTART }),
    }),
    reply: Type.Object({ suggestion }),
  }),

  'GET /sizing/suggestion/:id': endpoint({
    summary: 'A suggestion again',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('suggestion', RESTART) }),
    reply: Type.Object({ suggestion }),
  }),

  'GET /sizing/garment/brands/:gender/:type': endpoint({
    summary: 'Brands with a size chart, for “which size do you wear in …?”',
    tags,
    access: signedIn,
    params: Type.Object({
      gender: Type.Integer({ minimum: 0, maximum: 2, message: RESTART }),
      type: Type.Integer({ minimum: 0, maximum: 99, message: RESTART }),
    }),
    reply: listOf('brands', entity({ id: int, name: text })),
  }),

  'GET /sizing/garment/brandcategories/:brand/:gender': endpoint({
    summary: 'What a brand has charts of',
    tags,
    access: signedIn,
    params: Type.Object({
      brand: id('sizingBrand', RESTART),
      gender: Type.Integer({ minimum: 0, maximum: 2, message: RESTART }),
    }),
    reply: listOf('brandCategories', entity({ id: int, name: text, brandId: int })),
  }),

  'GET /sizing/garment/brandcategorysizes/:brand/:category': endpoint({
    summary: 'The sizes of such a chart',
    tags,
    access: signedIn,
    params: Type.Object({ brand: id('sizingBrand', RESTART), category: id('sizingCategory', RESTART) }),
    reply: listOf('brandCategorySizes', garmentSize),
  }),
};
