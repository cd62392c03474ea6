import Type from 'typebox';
import { anonymous, endpoint } from '../endpoint.ts';
import { bool, entity, nullable, text } from '../values.ts';

export const theme = entity({
  name: text,
  companyName: text,
  termsUrl: nullable(text),
  privacyUrl: nullable(text),
  reCaptchaEnabled: bool,
  reCaptchaV2PublicKey: nullable(text),
});

export const themeEndpoints = {
  'GET /api/theme/getthemebyhost': endpoint({
    summary: 'The look of a host; an unknown host gets the default theme',
    tags: ['Theme'],
    access: anonymous,
    query: Type.Object({ host: Type.Optional(text) }),
    reply: theme,
  }),
};
