import { statSync } from 'node:fs';
import { toMinorUnits } from '#api/catalogue/pricing/minor-units.ts';
import { findEmailError } from '#api/identity/emails/email.rules.ts';
import { isTimeZone } from '#api/organisation/settings/own-settings.rules.ts';
import { parseIsoDate } from '#api/platform/http/dates.ts';
import { hostName } from '#api/platform/http/hosts.ts';
import { parseOrigin } from './origin.ts';
import { Problems } from './problems.ts';
import type { Setup } from './setup-schema.ts';

/** The host names of a brand: that of its URL first. */
export const listHosts = ({ url, hosts = [] }: Pick<Setup['brand'], 'url' | 'hosts'>): [string, ...string[]] => {
  const first = new URL(url).hostname;
  return [first, ...new Set(hosts.map((host) => host.toLowerCase()).filter((host) => host !== first))];
};

function checkBrand(problems: Problems, { url, hosts = [], helpEmail, termsUrl, privacyUrl }: Setup['brand']): void {
  if (!parseOrigin(url))
    problems.add('brand.url', 'The URL must be the address of the portal without a path, such as https://uniforms.example.com.');
  for (const [index, host] of hosts.entries())
    if (hostName(host) !== host.toLowerCase())
      problems.add(`brand.hosts[${index}]`, 'A host must be a name without port and path, such as uniforms.example.com.');
  checkEmail(problems, 'brand.helpEmail', helpEmail);
  for (const [name, link] of Object.entries({ termsUrl, privacyUrl }))
    if (link !== undefined && !/^(https:\/\/|\/)/.test(link))
      problems.add(`brand.${name}`, 'The URL must start with https:// or be a path of the portal, such as /terms.');
}

function checkEmail(problems: Problems, path: string, email: string | undefined): void {
  const error = email === undefined ? undefined : findEmailError(email.trim());
  if (error) problems.add(path, error);
}

function checkUnique(problems: Problems, list: readonly { name: string }[], path: string): void {
  for (const [index, { name }] of list.entries())
    if (list.findIndex((other) => other.name.trim() === name.trim()) < index)
      problems.add(`${path}[${index}].name`, `There are two with the name "${name}".`);
}

function checkMoney(problems: Problems, path: string, amount: number | undefined): void {
  try {
    toMinorUnits(amount ?? 0, path);
  } catch {
    problems.add(path, 'The amount must have at most two decimals.');
  }
}

function checkOrganisation(problems: Problems, organisation: Setup['organisation']): void {
  const { currency, taxPercent, timeZone, invoiceEmail, creditLimit, destinations = [], season } = organisation;
  const at = (field: string) => `organisation.${field}`;
  if (currency !== undefined && !Intl.supportedValuesOf('currency').includes(currency))
    problems.add(at('currency'), `There is no currency ${currency}.`);
  if (taxPercent !== undefined && Math.abs(taxPercent * 100 - Math.round(taxPercent * 100)) > 1e-6)
    problems.add(at('taxPercent'), 'The percentage must have at most two decimals.');
  if (timeZone !== undefined && !isTimeZone(timeZone))
    problems.add(at('timeZone'), `There is no time zone "${timeZone}". Use an IANA name such as Europe/London.`);
  checkEmail(problems, at('invoiceEmail'), invoiceEmail);
  checkMoney(problems, at('creditLimit'), creditLimit);
  checkUnique(problems, destinations, at('destinations'));
  if (!season) return;
  for (const name of ['startsOn', 'endsOn'] as const)
    if (!parseIsoDate(season[name])) problems.add(at(`season.${name}`), `${season[name]} is not a day.`);
  if (season.endsOn < season.startsOn) problems.add(at('season.endsOn'), 'The last day must not be before the first.');
}

function checkOptions(problems: Problems, { shippingOptions = [], paymentOptions = [] }: Setup): void {
  checkUnique(problems, shippingOptions, 'shippingOptions');
  for (const [index, { price, freeFrom, kind, ...place }] of shippingOptions.entries()) {
    checkMoney(problems, `shippingOptions[${index}].price`, price);
    checkMoney(problems, `shippingOptions[${index}].freeFrom`, freeFrom);
    if (kind === 'collected' && place.collectFrom === undefined)
      problems.add(`shippingOptions[${index}].collectFrom`, 'Please enter where it is collected.');
    for (const field of ['collectFrom', 'openingHours'] as const)
      if (kind !== 'collected' && place[field] !== undefined)
        problems.add(`shippingOptions[${index}].${field}`, 'Only an option of the kind collected has a place and opening hours.');
  }
  for (const [index, { method, fee, roles, ownPart }] of paymentOptions.entries()) {
    const at = `paymentOptions[${index}]`;
    checkMoney(problems, `${at}.fee`, fee);
    if (paymentOptions.findIndex((other) => other.method === method) < index)
      problems.add(`${at}.method`, 'Each method can be in the list once.');
    if (method === 'card' && roles === undefined && ownPart !== true)
      problems.add(`${at}.roles`, 'Please name the roles that pay by card for the organisation, or set ownPart, or both.');
    if (method !== 'card' && ownPart === true) problems.add(`${at}.ownPart`, 'People pay their own part by card alone.');
  }
}

function checkProducts(problems: Problems, products: Setup['products']): void {
  if (!products) return;
  const { file, pictures } = products;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) problems.add('products.file', `There is no file ${file}.`);
  if (pictures !== undefined && !statSync(pictures, { throwIfNoEntry: false })?.isDirectory())
    problems.add('products.pictures', `There is no folder ${pictures}.`);
}

/** Checks whatever can be checked without the database. Throws a SetupError. */
export function checkSetup(setup: Setup): void {
  const problems = new Problems();
  checkBrand(problems, setup.brand);
  checkEmail(problems, 'operator.email', setup.operator.email);
  checkOrganisation(problems, setup.organisation);
  checkEmail(problems, 'administrator.email', setup.administrator.email);
  checkOptions(problems, setup);
  checkProducts(problems, setup.products);
  problems.throwIfAny();
}
