import Type from 'typebox';
import { anonymous, endpoint, operator } from '../endpoint.ts';
import { dateTime, described, entity, id, int, maybe, nullable, oneOf, text, wholeNumber } from '../values.ts';

/** What a text of a brand is: the portal's standard text, a text of its own, or a page elsewhere. */
export const LEGAL_TEXT_KINDS = ['standard', 'text', 'address'] as const;
/** One of them. */
export type LegalTextKind = (typeof LEGAL_TEXT_KINDS)[number];

/** Of a text as it is stored. */
export const MAX_LEGAL_TEXT_BYTES = 100_000;
const MAX_TYPED_CHARACTERS = 500_000;

const tags = ['Terms'] as const;

const KIND = '`standard`: the portal’s standard text; `text`: a text of the brand; `address`: a page of the brand elsewhere.';
const legalText = entity('LegalText', {
  kind: oneOf(LEGAL_TEXT_KINDS, KIND),
  text: described(nullable(text), 'The text as HTML, in which nothing can run; null for other kinds.'),
  url: described(nullable(text), 'The page elsewhere, for example `https://sundial.example/terms`; null for other kinds.'),
});

const legalTextInput = (what: string) =>
  described(
    entity('LegalTextInput', {
      kind: Type.Unsafe<LegalTextKind>({
        type: 'string',
        enum: [...LEGAL_TEXT_KINDS],
        description: KIND,
        message: 'Choose what people read.',
      }),
      text: described(
        maybe(
          Type.String({
            maxLength: MAX_TYPED_CHARACTERS,
            message: `The text is too long: at most ${MAX_LEGAL_TEXT_BYTES / 1000} KB.`,
          }),
        ),
        `The text as HTML, for example \`<h2>Orders</h2><p>You order on behalf of your organisation.</p>\`; ${MAX_LEGAL_TEXT_BYTES / 1000} KB at most, without pictures. Needed for \`text\`.`,
      ),
      url: described(
        maybe(
          Type.String({
            maxLength: 500,
            pattern: '^https://[^/\\s]\\S*$',
            message: 'Please enter an address that begins with https://.',
          }),
        ),
        'The page elsewhere, for example `https://sundial.example/terms`. Needed for `address`.',
      ),
    }),
    what,
  );

const version = described(int, 'Number of the version; the first is 1.');
const publishedOnUtc = described(nullable(dateTime), 'When it was published; null: before versions were kept.');

const brandTerms = {
  brandId: described(int, 'The brand.'),
  companyName: described(text, 'Name of the brand, for example `Sundial Uniforms`.'),
  version,
  publishedOnUtc,
  people: described(
    int,
    'People who can log in and whose organisation requires the terms: those who are asked when a new version is published.',
  ),
  organisations: described(int, 'Organisations of these people.'),
  agreed: described(int, 'Of these people, those who have agreed to the current version.'),
};

const keptTerms = entity('KeptTerms', {
  ...brandTerms,
  terms: described(legalText, 'The terms.'),
  privacy: described(legalText, 'The privacy policy.'),
  versions: described(
    Type.Array(
      entity('TermsVersion', {
        version,
        publishedOnUtc,
        publishedBy: described(nullable(text), 'Name of the operator or API key; null when unknown.'),
        agreed: described(int, 'People who agreed to this version of the terms, also if they have left since.'),
        terms: described(legalText, 'The terms of that version.'),
        privacy: described(legalText, 'The privacy policy of that version.'),
      }),
    ),
    'All versions that are known, the current one first.',
  ),
});

/** Terms and privacy policies of brands. */
export const termsEndpoints = {
  'GET /api/terms': endpoint({
    name: 'getTerms',
    summary: 'Get the terms and privacy policy of a host',
    description:
      'Those of the brand of the host, as they are to be agreed to now. An unknown host gets those of the default brand.',
    tags,
    access: anonymous,
    anyHost: true,
    query: Type.Object({ host: described(Type.Optional(text), 'Host name of the page; absent: the host of the request.') }),
    reply: entity('Terms', {
      version,
      publishedOnUtc,
      terms: described(legalText, 'The terms.'),
      privacy: described(legalText, 'The privacy policy.'),
    }),
  }),

  'GET /api/operator/terms': endpoint({
    name: 'listBrandTerms',
    summary: 'List the terms of one’s brands',
    description: 'The current version of each brand, and how many people have agreed to it.',
    tags,
    access: operator('content:read'),
    reply: entity({ terms: described(Type.Array(entity('BrandTerms', brandTerms)), 'By brand.') }),
  }),

  'GET /api/operator/terms/:id': endpoint({
    name: 'getBrandTerms',
    summary: 'Get the terms of a brand, with all versions',
    tags,
    access: operator('content:read'),
    params: Type.Object({ id: id('brand') }),
    reply: entity({ terms: keptTerms }),
  }),

  'POST /api/operator/terms/:id/versions': endpoint({
    name: 'publishTerms',
    summary: 'Publish a new version of the terms',
    description:
      'Everyone whose organisation requires the terms has to agree again before they can go on: `people` of the reply of `GET /api/operator/terms/{id}` says how many they are. 409 `version` when someone else has published one meanwhile, 422 for a text or an address that is missing or not possible. Send an `Idempotency-Key`: with the same key it is published once.',
    tags,
    access: operator('content:write'),
    params: Type.Object({ id: id('brand') }),
    bodyLimit: 8 * MAX_TYPED_CHARACTERS,
    refusesUnknown: true,
    body: Type.Object({
      version: described(wholeNumber, 'The current version, which the new one follows.'),
      terms: legalTextInput('The terms.'),
      privacy: legalTextInput('The privacy policy.'),
    }),
    reply: entity({
      terms: keptTerms,
      leftOut: described(
        Type.Array(described(text, 'A sentence, for example `Fonts, colours and sizes were left out.`.')),
        'What of the texts was left out.',
      ),
    }),
  }),
} as const;
