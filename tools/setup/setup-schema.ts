import Type, { type Static, type TSchema } from 'typebox';
import { findEmailError } from '#api/identity/emails/email.rules.ts';
import { brands } from '#brands/brands.ts';
import {
  findCountryError,
  findCurrencyError,
  findFileError,
  findStateError,
  findTimeZoneError,
  findUrlError,
  getCompany,
  guessPrefix,
  guessTimeZone,
  hasStates,
  needsPostcode,
  type PartQuestion,
  type Question,
} from './question.ts';

/** The time zone of organisations that name none. */
export const DEFAULT_TIME_ZONE = 'Europe/London';

// A field that is required is asked for by its title. Its question says what is asked instead, and a field that is not required is asked for only if it has one.
const asked = (question: Question | undefined) => (question ? { question } : {});
const text = (label: string, maxLength: number, question?: Question) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '\\S',
    title: label,
    message: `${label} must be a text of 1 to ${maxLength} characters.`,
    ...asked(question),
  });
const money = (label: string, question?: Question) =>
  Type.Number({
    minimum: 0,
    maximum: 10_000_000,
    title: label,
    ...asked(question),
    message: `${label} must be an amount of 0 or more, such as 4.50, without quotes.`,
  });
const whole = (label: string, minimum: number, maximum: number) =>
  Type.Integer({ minimum, maximum, message: `${label} must be a whole number from ${minimum} to ${maximum}.` });
const flag = Type.Boolean({ message: 'This must be true or false, without quotes.' });
const day = (label: string) =>
  Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', message: `${label} must be a day such as 2026-03-29.` });
const lines = (label: string, question?: Question) =>
  Type.Array(text(label, 200), {
    minItems: 1,
    maxItems: 8,
    title: label,
    message: `${label} must be a list of 1 to 8 lines.`,
    ...asked(question),
  });
const optional = <T extends TSchema>(schema: T) => Type.Optional(schema);
const part = <T extends Parameters<typeof Type.Object>[0]>(label: string, fields: T, questions?: PartQuestion) =>
  Type.Object(fields, { message: `${label} must be an object: { … }.`, ...(questions ? { part: questions } : {}) });

/** A postal address of the file. */
const addressFields = {
  firstName: optional(text('First name', 100)),
  lastName: optional(text('Last name', 100)),
  company: optional(text('Company', 200)),
  address1: text('Address', 200, { text: 'Street and number' }),
  address2: optional(text('Second address line', 200)),
  city: text('City', 100, { text: 'Town' }),
  county: optional(text('County', 100)),
  country: Type.String({
    pattern: '^[A-Z]{2}$',
    message: 'Country must be a code of two capital letters, such as GB.',
    question: { text: 'Country, as a code of two letters', initial: 'GB', findError: findCountryError } satisfies Question,
  }),
  // After the country, which may have none.
  postcode: optional(text('Postcode', 20, { when: needsPostcode })),
  state: optional(text('State', 10, { text: 'State or province', when: hasStates, findError: findStateError })),
  phone: optional(text('Phone number', 40)),
};
const address = part('The address', addressFields);

const brand = part(
  'The brand',
  {
    theme: Type.Union([Type.Literal('sundial'), Type.Literal('alder'), Type.Literal('brackwell')], {
      message: `The theme must be one of ${Object.keys(brands).join(', ')}.`,
      question: {
        text: `Colours and shapes: ${Object.keys(brands).join(', ')}`,
        initial: 'sundial',
        refusal: `Please choose one of ${Object.keys(brands).join(', ')}.`,
      } satisfies Question,
    }),
    company: text('Company', 100, { text: 'Name of your company' }),
    url: text('The URL', 200, { text: 'Address of the portal', initial: ({ url }) => url, findError: findUrlError }),
    hosts: optional(Type.Array(text('A host', 253), { maxItems: 50, message: 'Hosts must be a list of at most 50 host names.' })),
    helpEmail: optional(text('Email for questions', 254, { text: 'Email address for questions', findError: findEmailError })),
    helpPhone: optional(text('Telephone for questions', 40)),
    helpText: optional(text('Help text', 2000)),
    termsUrl: optional(text('The URL of the terms', 500)),
    privacyUrl: optional(text('The URL of the privacy policy', 500)),
    returnAddress: optional(lines('The return address')),
    invoicing: optional(
      part(
        'Invoicing',
        {
          legalName: text('Legal name', 200, { text: 'Legal name of your company', initial: getCompany }),
          address: lines('The address', { text: 'Its address, lines separated by commas' }),
          vatNumber: text('VAT number', 40),
          companyNumber: optional(text('Company number', 40)),
          numberPrefix: Type.String({
            pattern: '^[A-Z0-9]{2,6}$',
            message: 'The prefix of invoice numbers must be 2 to 6 capital letters and digits.',
            question: {
              text: 'Invoice numbers begin with',
              initial: guessPrefix,
              refusal: 'Please enter 2 to 6 capital letters and digits.',
            } satisfies Question,
          }),
          paymentDays: optional(whole('Days for payment', 0, 365)),
          bankName: optional(text('Bank', 100)),
          iban: optional(text('IBAN', 40)),
          bic: optional(text('BIC', 20)),
        },
        { gate: 'Does the portal issue invoices?' },
      ),
    ),
  },
  { intro: '\nThe brand under which the portal is reached' },
);

const organisation = part(
  'The organisation',
  {
    name: text('Name', 200),
    invoiceAddress: part('The address', addressFields, { intro: '  Its address, for invoices and deliveries' }),
    currency: optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        message: 'Currency must be a code of three capital letters, such as GBP.',
        question: { text: 'Currency', initial: 'GBP', findError: findCurrencyError } satisfies Question,
      }),
    ),
    taxPercent: optional(
      Type.Number({
        minimum: 0,
        exclusiveMaximum: 100,
        message: 'Tax must be a percentage from 0 to less than 100, such as 20.',
        question: {
          text: 'Tax on prices, in percent',
          initial: '20',
          refusal: 'Please enter a percentage such as 20.',
        } satisfies Question,
      }),
    ),
    pricesIncludeTax: optional(flag),
    timeZone: optional(text('Time zone', 60, { initial: () => guessTimeZone(DEFAULT_TIME_ZONE), findError: findTimeZoneError })),
    vatNumber: optional(text('VAT number', 40)),
    invoiceEmail: optional(text('Email for invoices', 254)),
    invoices: optional(
      Type.Union([Type.Literal('shipment'), Type.Literal('monthly')], { message: 'Invoices must be shipment or monthly.' }),
    ),
    paymentDays: optional(whole('Days for payment', 0, 365)),
    creditLimit: optional(money('Credit limit')),
    poNumberRequired: optional(flag),
    wearersSeePrices: optional(flag),
    keepsOwnPrices: optional(flag),
    allowOptOut: optional(flag),
    returnDays: optional(whole('Days for returns', 0, 3650)),
    destinations: optional(
      Type.Array(part('A destination', { name: text('Name', 200), address }), {
        minItems: 1,
        maxItems: 100,
        message: 'Destinations must be a list of 1 to 100.',
      }),
    ),
    season: optional(
      part('The season', { name: text('Name', 100), startsOn: day('The first day'), endsOn: day('The last day') }),
    ),
  },
  { intro: '\nThe first organisation that orders' },
);

const shippingOption = part('A shipping option', {
  name: text('Name', 100, { text: 'Name of the delivery', initial: 'Standard delivery' }),
  description: optional(text('Description', 300)),
  price: money('Price', { text: 'Its price without tax', initial: '0', refusal: 'Please enter an amount such as 4.50.' }),
  freeFrom: optional(money('The value from which delivery is free')),
  days: optional(whole('Days in transit', 0, 365)),
  kind: optional(
    Type.Union([Type.Literal('sent'), Type.Literal('collected')], { message: 'The kind must be sent or collected.' }),
  ),
  cutOff: optional(
    Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', message: 'The cut-off time must be a time such as 14:00.' }),
  ),
  collectFrom: optional(text('The place', 300)),
  openingHours: optional(text('Opening hours', 300)),
  countries: optional(
    Type.Array(Type.String({ pattern: '^[A-Z]{2}$', message: 'A country must be a code of two capital letters, such as GB.' }), {
      maxItems: 250,
      message: 'Countries must be a list.',
    }),
  ),
});

const paymentOption = part('A payment option', {
  method: Type.Union([Type.Literal('onAccount'), Type.Literal('card')], { message: 'The method must be onAccount or card.' }),
  name: optional(text('Name', 100)),
  description: optional(text('Description', 300)),
  fee: optional(money('Fee')),
  roles: optional(
    Type.Array(Type.Union([Type.Literal('Admin'), Type.Literal('Staff'), Type.Literal('Buyer'), Type.Literal('Sales')]), {
      minItems: 1,
      maxItems: 4,
      message: 'Roles must be a list of Admin, Staff, Buyer and Sales.',
    }),
  ),
  ownPart: optional(Type.Boolean({ message: 'ownPart must be true or false.' })),
});

/** The file of `npm run setup`: what a new installation needs before its first order. */
export const setupSchema = part('The file', {
  brand,
  operator: part(
    'The operator',
    { email: text('Email', 254, { findError: findEmailError }), name: text('Name', 200) },
    { intro: '\nThe first operator, of your own staff, who ships orders' },
  ),
  organisation,
  administrator: part(
    'The administrator',
    {
      email: text('Email', 254, { findError: findEmailError }),
      firstName: text('First name', 100),
      lastName: text('Last name', 100),
    },
    { intro: '\nIts first administrator, who adds people, orders and approves' },
  ),
  shippingOptions: optional(
    Type.Array(shippingOption, {
      minItems: 1,
      maxItems: 50,
      message: 'Shipping options must be a list of 1 to 50.',
      part: { intro: '\nDelivery and payment. Orders are paid on account.' } satisfies PartQuestion,
    }),
  ),
  paymentOptions: optional(
    Type.Array(paymentOption, {
      minItems: 1,
      maxItems: 2,
      message: 'Payment options must be a list of one or two: on account, card.',
    }),
  ),
  products: optional(
    part(
      'Products',
      {
        file: text('File', 1000, {
          text: 'Path of the file',
          findError: findFileError,
          read: (path, { resolvePath }) => resolvePath(path),
        }),
        pictures: optional(text('Pictures', 1000)),
      },
      {
        intro: '\nProducts, from a file in the format of Shopify. You can import them later: npm run import -- --help',
        skippable: true,
      },
    ),
  ),
});

export type Setup = Static<typeof setupSchema>;
export type SetupAddress = Static<typeof address>;
