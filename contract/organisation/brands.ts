import Type from 'typebox';
import { anonymous, endpoint } from '../endpoint.ts';
import { bool, described, entity, nullable, text } from '../values.ts';

/** Where people get help. */
export const help = {
  helpEmail: described(nullable(text), 'Email address for questions; null when there is none.'),
  helpPhone: described(nullable(text), 'Telephone number for questions; null when there is none.'),
  helpText: described(nullable(text), 'Plain text about help, such as opening hours; null when there is none.'),
};

/** Look and links of a brand. */
export const theme = entity('Theme', {
  name: described(text, 'Name of the theme.'),
  companyName: described(text, 'Name of the brand, for titles and footers.'),
  termsUrl: described(nullable(text), 'Page with the terms; null when there is none.'),
  privacyUrl: described(nullable(text), 'Page with the privacy notice; null when there is none.'),
  reCaptchaEnabled: described(bool, 'Whether logging in asks for a captcha.'),
  reCaptchaV2PublicKey: described(nullable(text), 'Public key of the captcha; null when it is off.'),
  ...help,
});

/** The theme, needed before anyone signs in. */
export const brandEndpoints = {
  'GET /api/theme/getthemebyhost': endpoint({
    name: 'getTheme',
    summary: 'Get the theme of a host',
    description: 'An unknown host gets the default theme.',
    tags: ['Theme'],
    access: anonymous,
    anyHost: true,
    query: Type.Object({ host: described(Type.Optional(text), 'Host name of the page; absent: the host of the request.') }),
    reply: theme,
  }),
};
