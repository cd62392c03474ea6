import { type AddressValues, completeAddress } from '#api/identity/addresses/addresses.rules.ts';
import { listCountriesByCode, type NamedCountry } from '#api/organisation/countries/countries.queries.ts';
import type { Tx } from '#api/platform/db/database.ts';
import type { Problems } from './problems.ts';
import type { Setup, SetupAddress } from './setup-schema.ts';

/** How the file calls the fields of an address. */
const FIELDS: Readonly<Record<string, string>> = {
  countryId: 'country',
  stateProvinceId: 'state',
  zipPostalCode: 'postcode',
  phoneNumber: 'phone',
};
const toPath = (root: string) => (field: string) => {
  const name = field.replace(/^address\./, '');
  return `${root}.${FIELDS[name] ?? name}`;
};

/** A destination with its address as stored. */
export interface ResolvedDestination {
  name: string;
  address: AddressValues;
}

/** The addresses and countries of a setup as stored. */
export interface ResolvedAddresses {
  invoice: AddressValues;
  destinations: ResolvedDestination[];
  /** The ids of the countries of each shipping option. */
  shippingCountryIds: number[][];
}

async function resolveAddress(
  problems: Problems,
  path: string,
  { country: code, state, postcode, phone, ...address }: SetupAddress,
  defaults: { firstName: string; lastName: string; company: string; email: string | null },
  countries: readonly NamedCountry[],
  use: 'allowsBilling' | 'allowsShipping',
): Promise<AddressValues | undefined> {
  const country = countries.find((other) => other.code === code);
  if (!country?.[use]) {
    problems.add(
      `${path}.country`,
      country ? `The portal does not permit addresses in ${code} here.` : `There is no country ${code}.`,
    );
    return undefined;
  }
  const found = country.states.find(({ abbreviation }) => abbreviation === state);
  if (state !== undefined && country.states.length > 0 && !found)
    problems.add(`${path}.state`, `There is no state ${state} in ${code}. Use the abbreviation that post is addressed with.`);
  return problems.collect(toPath(path), () =>
    completeAddress(
      {
        ...defaults,
        ...address,
        countryId: country.id,
        stateProvinceId: found?.id ?? null,
        zipPostalCode: postcode ?? null,
        phoneNumber: phone ?? null,
        isDefault: true,
      },
      undefined,
      { stateIds: country.states.map(({ id }) => id), hasPostcodes: country.hasPostcodes },
    ),
  );
}

/**
 * Finds the countries that a setup names, and completes its addresses. Without destinations, goods are delivered to the invoice address. Undefined when
 * a problem was found.
 */
export async function resolveAddresses(tx: Tx, setup: Setup, problems: Problems): Promise<ResolvedAddresses | undefined> {
  const { organisation, administrator, shippingOptions = [] } = setup;
  const stated = organisation.destinations ?? [{ name: organisation.invoiceAddress.city, address: organisation.invoiceAddress }];
  const codes = [organisation.invoiceAddress, ...stated.map(({ address }) => address)].map(({ country }) => country);
  const countries = await listCountriesByCode(tx, [...codes, ...shippingOptions.flatMap((option) => option.countries ?? [])]);
  const company = organisation.name.trim();
  const { firstName, lastName } = administrator;
  const invoice = await resolveAddress(
    problems,
    'organisation.invoiceAddress',
    organisation.invoiceAddress,
    { firstName, lastName, company, email: organisation.invoiceEmail ?? null },
    countries,
    'allowsBilling',
  );
  const destinations: ResolvedDestination[] = [];
  for (const [index, { name, address }] of stated.entries()) {
    const path = organisation.destinations ? `organisation.destinations[${index}].address` : 'organisation.invoiceAddress';
    const defaults = { firstName, lastName, company, email: null };
    const resolved = await resolveAddress(problems, path, address, defaults, countries, 'allowsShipping');
    if (resolved) destinations.push({ name: name.trim(), address: resolved });
  }
  const shippingCountryIds = shippingOptions.map((option, index) =>
    (option.countries ?? []).flatMap((code, place) => {
      const country = countries.find((other) => other.code === code);
      if (!country) problems.add(`shippingOptions[${index}].countries[${place}]`, `There is no country ${code}.`);
      return country?.id ?? [];
    }),
  );
  return invoice && { invoice, destinations, shippingCountryIds };
}
