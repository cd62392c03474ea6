import type { PostalAddress } from './document-input.ts';

/** The parts of an address as orders store it. */
type AddressParts = Partial<
  Record<
    | 'firstName'
    | 'lastName'
    | 'company'
    | 'address1'
    | 'address2'
    | 'city'
    | 'county'
    | 'stateProvinceName'
    | 'zipPostalCode'
    | 'countryName',
    string | null
  >
>;

/** An address of an order for a document, below a name; the name and repetitions are left out of the lines. */
export function toPostalLines(name: string, address: AddressParts | null): PostalAddress {
  if (!address) return { name, lines: [] };
  const { firstName, lastName, company, address1, address2, city, county, stateProvinceName, zipPostalCode, countryName } =
    address;
  const lines = [
    `${firstName ?? ''} ${lastName ?? ''}`,
    company,
    address1,
    address2,
    city,
    county,
    stateProvinceName,
    zipPostalCode,
    countryName,
  ]
    .map((line) => line?.trim() ?? '')
    .filter((line) => line !== '' && line !== name);
  return { name, lines: [...new Set(lines)] };
}
