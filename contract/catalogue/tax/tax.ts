import Type from 'typebox';
import { endpoint, operator } from '../../endpoint.ts';
import { dayInput, described, entity, id, int, maybe, nullable, oneOf, text } from '../../values.ts';
import { RATED_TAX_CLASSES } from './tax-classes.ts';

const tags = ['Tax'] as const;

/** What the class of a product means. */
export const TAX_CLASS =
  'Class by which it is taxed: `zero` has no tax anywhere; of the others, countries have rates. A class without a rate is taxed as `standard`.';
const MESSAGE = 'Tax class must be standard, reduced, zero, childrens_clothing or protective_equipment.';
/** The class of a product in a request. */
export const taxClassInput = described(
  Type.Union(
    [
      Type.Literal('standard'),
      Type.Literal('reduced'),
      Type.Literal('zero'),
      Type.Literal('childrens_clothing'),
      Type.Literal('protective_equipment'),
    ],
    { message: MESSAGE },
  ),
  TAX_CLASS,
);
const ratedClassInput = described(
  Type.Union(
    [Type.Literal('standard'), Type.Literal('reduced'), Type.Literal('childrens_clothing'), Type.Literal('protective_equipment')],
    { message: 'Tax class must be standard, reduced, childrens_clothing or protective_equipment.' },
  ),
  'Class of products.',
);

/** States of a rate. */
export const TAX_RATE_STATES = ['coming', 'current', 'past'] as const;

const percent = Type.Number({ minimum: 0, maximum: 99, decimals: 2, message: 'Rate must be from 0 to 99%.' });
const countryCodeInput = Type.String({ pattern: '^[A-Z]{2}$', message: 'Choose a country.' });

const taxSettings = entity('TaxSettings', {
  rates: described(
    Type.Array(
      entity('TaxRate', {
        id: int,
        countryCode: described(text, 'ISO 3166-1 code of the country, such as `GB`.'),
        countryName: described(text, 'Name of the country, such as `United Kingdom`.'),
        taxClass: oneOf(RATED_TAX_CLASSES, 'Class of products.'),
        percent: described(Type.Number(), 'Rate in percent.'),
        startsOn: described(text, 'First day on which it applies, such as `2027-04-01`.'),
        lastOn: described(nullable(text), 'Last day on which it applies; null: until another one begins.'),
        state: oneOf(TAX_RATE_STATES, '`current` is what applies today; `past` has ended or was followed by another one.'),
        refusal: described(nullable(text), 'Why the caller cannot delete it, as a sentence; null when they can.'),
      }),
    ),
    'Rates by country, class and day, past ones too.',
  ),
  organisations: described(
    Type.Array(
      entity('TaxedOrganisation', {
        id: int,
        name: text,
        countryCode: described(nullable(text), 'Country whose rates apply; null: its own rate.'),
        ownPercent: described(Type.Number(), 'Its own rate in percent, where its country has none.'),
        percent: described(Type.Number(), 'What it pays on most products today, in percent.'),
      }),
    ),
    'Clients of the caller’s brands, by name.',
  ),
  countries: described(
    Type.Array(entity('TaxCountry', { code: described(text, 'ISO 3166-1 code, such as `GB`.'), name: text })),
    'All countries, by name.',
  ),
  today: described(text, 'Today in the time zone of the catalogue, such as `2026-11-29`.'),
});

/** Tax rates by class of products, country and day. */
export const taxEndpoints = {
  'GET /api/operator/tax': endpoint({
    name: 'getTaxSettings',
    summary: 'Get tax rates, and which of them clients pay',
    description:
      'The country of a client decides which rates apply to it, by the class of the product and the day of the order in the client’s time zone. A client without a country pays its own rate. What an order says stays.',
    tags,
    access: operator('catalogue:read'),
    reply: entity({ taxSettings }),
  }),
  'POST /api/operator/tax/rates': endpoint({
    name: 'addTaxRate',
    summary: 'Add a tax rate of a country from a day',
    description:
      'Of the rates that apply on a day, the one that began last counts: a rate with a last day lies within the one before it. 422 `startsOn` for a day that has passed, 409 `startsOn` when another one begins that day, 403 `countryCode` where clients of other brands pay by the rates of the country.',
    tags,
    access: operator('catalogue:write'),
    refusesUnknown: true,
    body: Type.Object({
      countryCode: described(countryCodeInput, 'ISO 3166-1 code of the country, such as `GB`.'),
      taxClass: ratedClassInput,
      percent: described(percent, 'Rate in percent.'),
      startsOn: described(maybe(dayInput('Enter a day as 2027-04-01.')), 'First day on which it applies; today unless given.'),
      lastOn: described(
        maybe(dayInput('Enter a day as 2027-04-30.')),
        'Last day on which it applies; without it, until another one begins.',
      ),
    }),
    reply: entity({ taxSettings }),
  }),
  'DELETE /api/operator/tax/rates/:id': endpoint({
    name: 'deleteTaxRate',
    summary: 'Delete a tax rate that has not begun',
    description:
      '409 `taxRate` for one that has begun; 403 `countryCode` where clients of other brands pay by the rates of the country.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('taxRate') }),
    reply: entity({ taxSettings }),
  }),
  'PUT /api/operator/organisations/:id/tax': endpoint({
    name: 'setTaxCountry',
    summary: 'Set the country whose tax rates a client pays',
    description: 'Orders that were placed keep their tax.',
    tags,
    access: operator('catalogue:write'),
    params: Type.Object({ id: id('organisation') }),
    refusesUnknown: true,
    body: Type.Object({
      countryCode: described(nullable(countryCodeInput), 'ISO 3166-1 code, such as `GB`; null for the client’s own rate.'),
    }),
    reply: entity({ taxSettings }),
  }),
} as const;
