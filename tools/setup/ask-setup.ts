import { existsSync } from 'node:fs';
import { findEmailError } from '#api/identity/emails/email.rules.ts';
import { isCountryCode, listStateAbbreviations } from '#api/organisation/countries/country-rows.ts';
import { isTimeZone } from '#api/organisation/settings/own-settings.rules.ts';
import type { BrandName } from '#brands/brand.ts';
import { brands } from '#brands/brands.ts';
import { parseOrigin } from './check-setup.ts';
import { askRequired, askText, askYesNo, type Prompt } from './prompt.ts';
import { DEFAULT_TIME_ZONE } from './save-organisation.ts';
import type { Setup, SetupAddress } from './setup-schema.ts';

/** What the questions start with. */
export interface AskDefaults {
  /** The answers of an earlier run. What no question asks for is kept. */
  previous: Setup | undefined;
  /** Where the portal listens. */
  url: string;
  /** Resolves the path of a file against the folder of the person who answers. */
  resolvePath: (path: string) => string;
}

const findThemeError = (answer: string) =>
  answer in brands ? undefined : `Please choose one of ${Object.keys(brands).join(', ')}.`;
const findUrlError = (answer: string) =>
  parseOrigin(answer)
    ? undefined
    : 'Please enter the address of the portal without a path, such as https://uniforms.example.com.';
const matching = (pattern: RegExp, sentence: string) => (answer: string) => (pattern.test(answer) ? undefined : sentence);
const numberUpTo = (maximum: number, sentence: string) => (answer: string) =>
  /^\d+([.,]\d{1,2})?$/.test(answer) && toNumber(answer) <= maximum ? undefined : sentence;
const toNumber = (answer: string) => Number(answer.replace(',', '.'));

function findCountryError(answer: string): string | undefined {
  if (isCountryCode(answer)) return undefined;
  if (answer.toUpperCase() === 'UK') return 'The code of the United Kingdom is GB.';
  return /^[A-Z]{2}$/.test(answer) ? `There is no country ${answer}.` : 'Please enter two capital letters, such as GB, IE or DE.';
}

/** That of this machine. Servers often have none of their own. */
function guessTimeZone(): string {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return timeZone === 'UTC' ? DEFAULT_TIME_ZONE : timeZone;
}

/** The first letters of a name, as the prefix of invoice numbers. */
const guessPrefix = (company: string) =>
  company
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 3)
    .padEnd(2, 'X');

async function askBrand(prompt: Prompt, { previous, url }: AskDefaults): Promise<Setup['brand']> {
  const before = previous?.brand;
  prompt.say('\nThe brand under which the portal is reached');
  const theme = await askRequired(prompt, {
    label: `Colours and shapes: ${Object.keys(brands).join(', ')}`,
    initial: before?.theme ?? 'sundial',
    findError: findThemeError,
  });
  const company = await askRequired(prompt, { label: 'Name of your company', initial: before?.company });
  const brandUrl = await askRequired(prompt, {
    label: 'Address of the portal',
    initial: before?.url ?? url,
    findError: findUrlError,
  });
  const helpEmail = await askText(prompt, {
    label: 'Email address for questions',
    initial: before?.helpEmail,
    optional: true,
    findError: findEmailError,
  });
  const { helpEmail: _, invoicing: __, ...others } = before ?? {};
  const invoicing = await askInvoicing(prompt, before?.invoicing, company);
  return {
    ...others,
    theme: theme as BrandName,
    company,
    url: brandUrl,
    ...(helpEmail === undefined ? {} : { helpEmail }),
    ...(invoicing ? { invoicing } : {}),
  };
}

type Invoicing = Setup['brand']['invoicing'];

async function askInvoicing(prompt: Prompt, before: Invoicing, company: string): Promise<Invoicing> {
  if (!(await askYesNo(prompt, 'Does the portal issue invoices?', before !== undefined))) return undefined;
  const legalName = await askRequired(prompt, { label: 'Legal name of your company', initial: before?.legalName ?? company });
  const address = await askRequired(prompt, {
    label: 'Its address, lines separated by commas',
    initial: before?.address.join(', '),
  });
  const vatNumber = await askRequired(prompt, { label: 'VAT number', initial: before?.vatNumber });
  const numberPrefix = await askRequired(prompt, {
    label: 'Invoice numbers begin with',
    initial: before?.numberPrefix ?? guessPrefix(company),
    findError: matching(/^[A-Z0-9]{2,6}$/, 'Please enter 2 to 6 capital letters and digits.'),
  });
  const lines = address.split(',').map((line) => line.trim());
  return { ...before, legalName, address: lines.filter((line) => line !== ''), vatNumber, numberPrefix };
}

async function askAddress(prompt: Prompt, before: SetupAddress | undefined): Promise<SetupAddress> {
  const { state: _, ...others } = before ?? {};
  const address1 = await askRequired(prompt, { label: 'Street and number', initial: before?.address1 });
  const city = await askRequired(prompt, { label: 'Town', initial: before?.city });
  const postcode = await askRequired(prompt, { label: 'Postcode', initial: before?.postcode });
  const country = await askRequired(prompt, {
    label: 'Country, as a code of two letters',
    initial: before?.country ?? 'GB',
    findError: findCountryError,
  });
  const states = listStateAbbreviations(country);
  if (states.length === 0) return { ...others, address1, city, postcode, country };
  const state = await askRequired(prompt, {
    label: 'State or province',
    initial: before?.state,
    findError: (answer) => (states.includes(answer) ? undefined : `Please enter one of ${states.join(', ')}.`),
  });
  return { ...others, address1, city, state, postcode, country };
}

async function askOrganisation(prompt: Prompt, before: Setup['organisation'] | undefined): Promise<Setup['organisation']> {
  prompt.say('\nThe first organisation that orders');
  const name = await askRequired(prompt, { label: 'Name', initial: before?.name });
  prompt.say('  Its address, for invoices and deliveries');
  const invoiceAddress = await askAddress(prompt, before?.invoiceAddress);
  const currency = await askRequired(prompt, {
    label: 'Currency',
    initial: before?.currency ?? 'GBP',
    findError: (answer) =>
      Intl.supportedValuesOf('currency').includes(answer) ? undefined : 'Please enter three capital letters, such as GBP or EUR.',
  });
  const tax = await askRequired(prompt, {
    label: 'Tax on prices, in percent',
    initial: String(before?.taxPercent ?? 20),
    findError: numberUpTo(99.99, 'Please enter a percentage such as 20.'),
  });
  const timeZone = await askRequired(prompt, {
    label: 'Time zone',
    initial: before?.timeZone ?? guessTimeZone(),
    findError: (answer) => (isTimeZone(answer) ? undefined : 'Please enter a name such as Europe/London.'),
  });
  return { ...before, name, invoiceAddress, currency, taxPercent: toNumber(tax), timeZone };
}

async function askShipping(prompt: Prompt, before: Setup['shippingOptions']): Promise<Setup['shippingOptions']> {
  const [first, ...others] = before ?? [];
  prompt.say('\nDelivery and payment. Orders are paid on account.');
  const name = await askRequired(prompt, { label: 'Name of the delivery', initial: first?.name ?? 'Standard delivery' });
  const price = await askRequired(prompt, {
    label: 'Its price without tax',
    initial: String(first?.price ?? 0),
    findError: numberUpTo(10_000_000, 'Please enter an amount such as 4.50.'),
  });
  return [{ ...first, name, price: toNumber(price) }, ...others];
}

async function askProducts(prompt: Prompt, { previous, resolvePath }: AskDefaults): Promise<Setup['products']> {
  prompt.say('\nProducts, from a file in the format of Shopify. You can import them later: npm run import -- --help');
  const file = await askText(prompt, {
    label: 'Path of the file',
    initial: previous?.products?.file,
    optional: true,
    findError: (answer) => (existsSync(resolvePath(answer)) ? undefined : `There is no file ${resolvePath(answer)}.`),
  });
  return file === undefined ? undefined : { ...previous?.products, file: resolvePath(file) };
}

/** Asks for what an installation needs before its first order. Throws a PromptClosedError when the person stops. */
export async function askSetup(prompt: Prompt, defaults: AskDefaults): Promise<Setup> {
  const { previous } = defaults;
  const brand = await askBrand(prompt, defaults);
  prompt.say('\nThe first operator, of your own staff, who ships orders');
  const operator = {
    email: await askRequired(prompt, { label: 'Email', initial: previous?.operator.email, findError: findEmailError }),
    name: await askRequired(prompt, { label: 'Name', initial: previous?.operator.name }),
  };
  const organisation = await askOrganisation(prompt, previous?.organisation);
  prompt.say('\nIts first administrator, who adds people, orders and approves');
  const administrator = {
    email: await askRequired(prompt, { label: 'Email', initial: previous?.administrator.email, findError: findEmailError }),
    firstName: await askRequired(prompt, { label: 'First name', initial: previous?.administrator.firstName }),
    lastName: await askRequired(prompt, { label: 'Last name', initial: previous?.administrator.lastName }),
  };
  const shippingOptions = await askShipping(prompt, previous?.shippingOptions);
  const products = await askProducts(prompt, defaults);
  const { products: _, ...others } = previous ?? {};
  return { ...others, brand, operator, organisation, administrator, shippingOptions, ...(products ? { products } : {}) } as Setup;
}
