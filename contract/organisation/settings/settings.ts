import Type from 'typebox';
import { anonymous, endpoint, roles } from '../../endpoint.ts';
import { file, fileContent } from '../../platform/files.ts';
import { historyEntry } from '../../platform/history.ts';
import {
  bool,
  callerProof,
  described,
  entity,
  expectedVersion,
  hexColour,
  id,
  int,
  maybe,
  money,
  nullable,
  oneOf,
  paging,
  text,
  totalCount,
  version,
} from '../../values.ts';
import { help } from '../brands.ts';

/** When invoices are issued. */
export const INVOICE_MODES = ['shipment', 'monthly'] as const;

const tags = ['Organisation'] as const;
const access = roles('OrganisationAdmin');

const colour = (use: string) =>
  described(
    maybe(
      Type.String({ pattern: '^(#[0-9a-fA-F]{6})?$', message: 'Enter a colour as # and six digits from 0 to 9 and A to F.' }),
    ),
    `${use}, as \`#rrggbb\`; null for that of the brand.`,
  );
const plainText = (label: string, maxLength: number, description: string) =>
  described(
    maybe(
      Type.String({ maxLength, message: `${label} must not be longer than ${maxLength.toLocaleString('en-GB')} characters.` }),
    ),
    description,
  );
const days = (maximum: number) =>
  Type.Integer({ minimum: 0, maximum, message: `Enter a whole number of days from 0 to ${maximum}.` });

const settings = entity('OrganisationSettings', {
  logoUrl: described(nullable(text), 'Address of the logo; null for the name instead of a logo.'),
  primaryColour: hexColour,
  secondaryColour: hexColour,
  tertiaryColour: hexColour,
  helpEmail: described(nullable(text), 'The organisation’s own email address for questions; null for that of the brand.'),
  helpPhone: described(nullable(text), 'The organisation’s own telephone number for questions; null for that of the brand.'),
  helpText: described(nullable(text), 'The organisation’s own text about help; null for that of the brand.'),
  timeZone: described(text, 'IANA name of the time zone in which days begin and end.'),
  passwordMinLength: described(int, 'Fewest characters of a new password.'),
  impersonationNotice: described(bool, 'Whether people are told by email that someone has started to order for them.'),
  leaverAccessDays: described(int, 'Days after the last working day during which leavers can log in.'),
  fullTimeHours: described(Type.Number(), 'Weekly hours of full time, of which files of people can name a share.'),
  poNumberPattern: described(nullable(text), 'Regular expression that PO numbers must match; null for any.'),
  poNumberMessage: described(
    nullable(text),
    'What people are told when their PO number does not match; null for the portal’s sentence.',
  ),
  version,
});

const supplierSettings = entity('SupplierSettings', {
  name: described(text, 'Name of the organisation.'),
  currencyCode: described(text, 'ISO 4217 code of the currency of all prices.'),
  taxDisplayType: described(int, 'How prices are shown at first: 0 including tax, 10 excluding tax.'),
  keepsOwnPrices: described(bool, 'Whether administrators set the prices of the range.'),
  wearersSeePrices: described(bool, 'Whether prices are shown to wearers.'),
  poNumberRequired: described(bool, 'Whether orders need a PO number.'),
  poNumberFromApprover: described(bool, 'Whether the approver enters the PO number.'),
  allowOptOut: described(bool, 'Whether wearers may opt out of a uniform.'),
  returnDays: described(int, 'Days after delivery within which pieces can be returned; 0 for no limit.'),
  customPasswordRule: described(
    nullable(text),
    'What passwords have to contain, in words; null without a rule besides their length.',
  ),
  invoiceMode: oneOf(INVOICE_MODES, 'When invoices are issued: for each shipment, or for all of a month.'),
  creditLimit: described(nullable(money), 'Largest open amount including tax; null for no limit.'),
  creditHold: described(bool, 'Whether the supplier accepts no orders at the moment.'),
});

const reply = entity('OrganisationSettingsReply', {
  organisationSettings: settings,
  supplierSettings: described(supplierSettings, 'What the supplier alone may change.'),
  brandHelp: described(entity(help), 'The brand’s values for help, which stand in for those that the organisation does not set.'),
});

/** The settings of an organisation that its administrators may change. */
export const settingsEndpoints = {
  'GET /api/organisations/ownsettings': endpoint({
    name: 'getOrganisationSettings',
    summary: 'Get the settings of the organisation that its administrators may change',
    description: 'With those that the supplier alone may change. 403 for administrators of some groups only.',
    tags,
    access,
    reply,
  }),

  'PUT /api/organisations/ownsettings': endpoint({
    name: 'updateOrganisationSettings',
    summary: 'Change settings of the organisation',
    description:
      'For administrators of the whole organisation. Absent properties stay as they are. A shorter password, longer access of leavers and an end of the notice about ordering for someone need `callerPassword` (422 without it). 409 when someone else has changed the same value since `version`, 404 `fileIds` for a logo that was not uploaded in the last 24 hours.',
    tags,
    access,
    root: 'organisationSettings',
    body: Type.Object({
      version: expectedVersion,
      logoFileId: described(maybe(id('storedFile')), 'Uploaded picture that becomes the logo; null for no logo.'),
      primaryColour: colour('Colour of buttons and of the current place'),
      secondaryColour: colour('First further colour, for tags and charts'),
      tertiaryColour: colour('Second further colour, for tags and charts'),
      helpEmail: described(
        maybe(
          Type.String({
            maxLength: 254,
            pattern: '^(\\s*[^@\\s]+@[^@\\s]+\\s*)?$',
            message: 'Please enter a valid email address.',
          }),
        ),
        'Email address for questions; null for that of the brand.',
      ),
      helpPhone: described(
        maybe(
          Type.String({
            maxLength: 40,
            pattern: '^[0-9+() .\\/-]*$',
            message: 'Please enter a telephone number: digits, spaces and + ( ) . / - only.',
          }),
        ),
        'Telephone number for questions; null for that of the brand.',
      ),
      helpText: plainText('The text', 2000, 'Plain text about help; null for that of the brand.'),
      timeZone: described(
        Type.Optional(Type.String({ maxLength: 64, message: 'Choose a time zone from the list.' })),
        'IANA name of the time zone.',
      ),
      passwordMinLength: described(
        Type.Optional(Type.Integer({ minimum: 8, maximum: 64, message: 'Enter a whole number from 8 to 64.' })),
        'Fewest characters of new passwords. Passwords in use stay valid.',
      ),
      impersonationNotice: described(
        Type.Optional(bool),
        'Whether people are told by email that someone has started to order for them.',
      ),
      leaverAccessDays: described(Type.Optional(days(3650)), 'Days after the last working day during which leavers can log in.'),
      fullTimeHours: described(
        Type.Optional(Type.Number({ minimum: 1, maximum: 168, message: 'Enter hours from 1 to 168.' })),
        'Weekly hours of full time, for example `37.5`, with two decimals. Files of people can name a share of them.',
      ),
      poNumberPattern: plainText('The pattern', 200, 'Regular expression that PO numbers must match; null for any.'),
      poNumberMessage: plainText('The message', 200, 'What people are told when their PO number does not match.'),
      ...callerProof,
    }),
    reply,
  }),

  'GET /api/organisations/ownsettings/history': endpoint({
    name: 'listOrganisationSettingsHistory',
    summary: 'List changes of the settings of the organisation',
    description: 'The latest first, with the values before and after. For administrators of the whole organisation.',
    tags,
    access,
    query: Type.Object(paging),
    reply: Type.Object({ history: Type.Array(historyEntry), totalCount }),
  }),

  'POST /api/organisations/ownsettings/logo': endpoint({
    name: 'uploadOrganisationLogo',
    summary: 'Upload a logo',
    description:
      '`multipart/form-data` with one PNG, JPEG or WebP picture of up to 2 MB in the field `file`. It is re-encoded without metadata and kept for 24 hours, in which a change of the settings can name it in `logoFileId`.',
    tags,
    access,
    upload: 'file',
    reply: entity({ file }),
  }),

  'GET /api/organisations/logos/:key': endpoint({
    name: 'getOrganisationLogo',
    summary: 'Get the logo of an organisation',
    description:
      'Without a session, because pages without one show logos too. The key is random and changes with the logo. 404 for any other.',
    tags,
    access: anonymous,
    params: Type.Object({
      key: Type.String({
        pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$',
        message: 'This is not the address of a logo.',
        description: 'Key of the logo, from `logoUrl`.',
      }),
    }),
    reply: fileContent,
  }),
};
