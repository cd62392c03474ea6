import Type from 'typebox';
import { endpoint, signedIn } from '../endpoint.ts';
import { bool, described, entity, id, int, lengthUnit, listOf, nullable, paging, text, totalCount } from '../values.ts';
import {
  body,
  bodyConsent,
  bodyGender,
  bodyId,
  bodyInput,
  fit,
  garment,
  garmentId,
  garmentSize,
  idAsText,
  profile,
  RESTART,
  suggestion,
  tags,
  weightUnits,
} from './sizing-schemas.ts';

const bodyReply = Type.Object({ body });

/**
 * The sizing service: bodies, garments and size suggestions. It has its own base address (`/sizing` by default) and its own
 * token. Every refusal has a `code` beside `errors`.
 */
export const sizingEndpoints = {
  'GET /api/bodyme/token': endpoint({
    name: 'getSizingTokenV1',
    summary: 'Get a token for the sizing service (version 1)',
    description: 'For old clients: brand charts need the token of `GET /api/bodyme/tokenv3`.',
    tags,
    access: signedIn,
    reply: entity({
      access_token: described(text, 'Opaque token for the sizing service; send it as `Authorization: Bearer …`.'),
      expires_in: described(int, 'Lifetime of the token in seconds.'),
    }),
  }),

  'GET /api/bodyme/tokenv3': endpoint({
    name: 'getSizingToken',
    summary: 'Get a token for the sizing service',
    tags,
    access: signedIn,
    reply: entity({
      access_token: described(text, 'Opaque token for the sizing service; send it as `Authorization: Bearer …`.'),
      expires_in: described(int, 'Lifetime of the token in seconds.'),
    }),
  }),

  'GET /sizing/client': endpoint({
    name: 'getSizingClient',
    summary: 'Get the person that the token belongs to',
    description: 'With their consent and their body.',
    tags,
    access: signedIn,
    reply: Type.Object({
      client: entity({
        id: text,
        name: described(text, 'Name of the person.'),
        defaultGender: bodyGender,
        weightUnits,
        heightUnits: lengthUnit,
        isMeasured: described(bool, 'Whether a body is stored.'),
        bodyId: described(nullable(text), 'The person’s own body; null when there is none, and during impersonation.'),
        consent: described(nullable(bodyConsent), 'Consent to storing a body; null when there is none.'),
        consentVersion: described(int, 'Version of the text to agree to now.'),
      }),
    }),
  }),

  'POST /sizing/consent': endpoint({
    name: 'giveSizingConsent',
    summary: 'Consent to storing a body',
    tags,
    access: signedIn,
    body: Type.Object({
      version: described(
        Type.Integer({ minimum: 1, maximum: 32767, message: 'Please give the version of the text you agree to.' }),
        '`consentVersion` of `GET /sizing/client`.',
      ),
    }),
    reply: Type.Object({ consent: bodyConsent }),
  }),

  'DELETE /sizing/consent': endpoint({
    name: 'withdrawSizingConsent',
    summary: 'Withdraw the consent',
    description: 'Erases every body and suggestion of the person.',
    tags,
    access: signedIn,
    reply: entity({}),
  }),

  'GET /sizing/garment/list': endpoint({
    name: 'listSizingGarments',
    summary: 'List garments',
    description: 'Products that the person can see, by name; all of them without `page` and `limit`.',
    tags,
    access: signedIn,
    query: Type.Object({
      hasSizeGuide: described(Type.Optional(bool), 'Only garments with a size guide.'),
      searchTerm: described(
        Type.Optional(Type.String({ maxLength: 200, message: 'Search term must not be longer than 200 characters.' })),
        'Words to find in name and SKU.',
      ),
      typical: described(
        Type.Optional(bool),
        'Only the first garment of each kind and gender with size advice, with its chart: what the usual sizes of a person are told by.',
      ),
      ...paging,
    }),
    reply: Type.Object({ garments: Type.Array(garment), totalCount }),
  }),

  'GET /sizing/garment/list/:id': endpoint({
    name: 'getSizingGarment',
    summary: 'Get a garment',
    description: 'By its product in the portal.',
    tags,
    access: signedIn,
    params: Type.Object({ id: garmentId }),
    reply: listOf('garments', garment),
  }),

  'GET /sizing/suggestion/fitformeasurements/:body/:garment': endpoint({
    name: 'compareSizes',
    summary: 'Compare a body with every size of a garment',
    description: '409 `NO_MEASUREMENTS` when too little is known of the body. Refused during impersonation.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ body: bodyId, garment: garmentId }),
    reply: Type.Object({ fit }),
  }),

  'POST /sizing/body/newbody': endpoint({
    name: 'addBody',
    summary: 'Store a body',
    description:
      'Everything in the body is optional. 422 `CONSENT_REQUIRED` without the person’s consent. `Location` is the address of the new body.',
    tags,
    access: signedIn,
    created: true,
    body: bodyInput,
    reply: bodyReply,
  }),

  'PUT /sizing/body/defaultupdate/:id': endpoint({
    name: 'updateDefaultBody',
    summary: 'Change a body and make it the default',
    description: 'Calculates the sizes anew from height, weight and gender.',
    tags,
    access: signedIn,
    params: Type.Object({ id: bodyId }),
    body: bodyInput,
    reply: bodyReply,
  }),

  'PUT /sizing/body/:id': endpoint({
    name: 'updateBody',
    summary: 'Change a body',
    description: 'Absent properties stay as they are; values are stored as sent.',
    tags,
    access: signedIn,
    params: Type.Object({ id: bodyId }),
    body: bodyInput,
    reply: bodyReply,
  }),

  'GET /sizing/body/:id': endpoint({
    name: 'getBody',
    summary: 'Get a body',
    description: 'Refused during impersonation.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: bodyId }),
    reply: bodyReply,
  }),

  'GET /sizing/body/profile/:id': endpoint({
    name: 'estimateMeasurements',
    summary: 'Estimate the measurements of a body',
    description: 'Refused during impersonation.',
    tags,
    access: signedIn,
    whileImpersonating: 'refused',
    params: Type.Object({ id: bodyId }),
    reply: Type.Object({ profile }),
  }),

  'DELETE /sizing/body/completeprofile/:id': endpoint({
    name: 'deleteBody',
    summary: 'Delete a body',
    description: 'With its profile and suggestions.',
    tags,
    access: signedIn,
    params: Type.Object({ id: bodyId }),
    reply: entity({}),
  }),

  'POST /sizing/suggestion/newsuggestion': endpoint({
    name: 'suggestSize',
    summary: 'Suggest a size',
    description:
      'Without a body, for the person’s own. Someone who orders for a person may ask for the suggestion and for nothing that it follows from. 422 `NO_ADVICE_FOR_GARMENT`, `NO_RECOMMENDATION_PERSON` or `NO_RECOMMENDATION_GARMENT` when no size can be suggested. `Location` is the address of the suggestion.',
    tags,
    access: signedIn,
    // Someone who orders for a wearer may know the size and nothing that it follows from.
    whileImpersonating: 'allowed',
    created: true,
    body: Type.Object({
      YourBodyID: described(
        Type.Optional(Type.Union([bodyId, idAsText, Type.Null()], { message: RESTART })),
        'Body; absent or null for the person’s own.',
      ),
      YourGarmentID: described(
        Type.Union([garmentId, idAsText], { message: RESTART }),
        'Garment: id of the product in the portal.',
      ),
    }),
    reply: Type.Object({ suggestion }),
  }),

  'GET /sizing/suggestion/:id': endpoint({
    name: 'getSuggestion',
    summary: 'Get a suggestion',
    tags,
    access: signedIn,
    params: Type.Object({ id: id('suggestion', RESTART) }),
    reply: Type.Object({ suggestion }),
  }),

  'GET /sizing/garment/brands/:gender/:type': endpoint({
    name: 'listSizingBrands',
    summary: 'List brands with a size chart',
    description: 'Gender: 0 male, 1 female, 2 unisex. Type: id of the kind of garment, 0 for all.',
    tags,
    access: signedIn,
    params: Type.Object({
      gender: Type.Integer({ minimum: 0, maximum: 2, message: RESTART }),
      type: Type.Integer({ minimum: 0, maximum: 99, message: RESTART }),
    }),
    reply: listOf('brands', entity({ id: int, name: text })),
  }),

  'GET /sizing/garment/brandcategories/:brand/:gender': endpoint({
    name: 'listSizingCategories',
    summary: 'List categories of a brand',
    description: 'Gender: 0 male, 1 female, 2 unisex.',
    tags,
    access: signedIn,
    params: Type.Object({
      brand: id('sizingBrand', RESTART),
      gender: Type.Integer({ minimum: 0, maximum: 2, message: RESTART }),
    }),
    reply: listOf('brandCategories', entity({ id: int, name: text, brandId: described(int, 'Brand of the size.') })),
  }),

  'GET /sizing/garment/brandcategorysizes/:brand/:category': endpoint({
    name: 'listSizingSizes',
    summary: 'List sizes of a category of a brand',
    tags,
    access: signedIn,
    params: Type.Object({ brand: id('sizingBrand', RESTART), category: id('sizingCategory', RESTART) }),
    reply: listOf('brandCategorySizes', garmentSize),
  }),
};
