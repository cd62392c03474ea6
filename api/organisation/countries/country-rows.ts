import { iso31661, iso31662 } from 'iso-3166';
import type { Insertable } from 'kysely';
import type { CountryTable, StateProvinceTable } from '#api/platform/db/types.ts';

/**
 * Countries whose postal addresses name the state or province: those with `S` in `require` of Google's address
 * metadata (libaddressinput, RegionDataConstants), the larger ones, and Malaysia, whose format writes it as well.
 * Elsewhere the county is free text.
 */
const withStates = ['AU', 'BR', 'CA', 'CN', 'ES', 'IN', 'IT', 'JP', 'KR', 'MX', 'MY', 'US'];

/** Parts that ISO 3166-1 lists as countries too; an address there names the country. */
const countriesOfTheirOwn = new Set(['CN-HK', 'CN-MO', 'CN-TW', 'US-AS', 'US-GU', 'US-MP', 'US-PR', 'US-UM', 'US-VI']);

/** Where the post writes something else than the ISO code. */
const writtenAs: Record<string, string> = { 'IT-23': 'AO' };

const shownFirst = ['GB', 'IE'];

/** Everyday English names, which people look for ("United Kingdom"), under the ISO codes. */
export function countryRows(): Insertable<CountryTable>[] {
  const names = new Intl.DisplayNames(['en-GB'], { type: 'region' });
  return iso31661.map(({ alpha2, alpha3, numeric, name }) => ({
    id: Number(numeric),
    name: names.of(alpha2) ?? name,
    two_letter_iso_code: alpha2,
    three_letter_iso_code: alpha3,
    display_order: shownFirst.includes(alpha2) ? shownFirst.indexOf(alpha2) : 100,
  }));
}

/** The lowest level of each country's parts, in the order of their names; ids are country × 1000 + place in it. */
export function stateRows(): Insertable<StateProvinceTable>[] {
  const numericOf = new Map(iso31661.map(({ alpha2, numeric }) => [alpha2, Number(numeric)]));
  const parents = new Set(iso31662.map(({ parent }) => parent));
  return withStates.flatMap((country) => {
    const countryId = numericOf.get(country) ?? 0;
    return iso31662
      .filter(({ code }) => code.startsWith(`${country}-`) && !parents.has(code) && !countriesOfTheirOwn.has(code))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
      .map(({ code, name }, index) => ({
        id: countryId * 1000 + index + 1,
        country_id: countryId,
        name: name.split(', ')[0] ?? name,
        abbreviation: writtenAs[code] ?? code.slice(3),
        display_order: index,
      }));
  });
}

/** The abbreviations of the states that addresses in a country name, by its two-letter code; empty where they name none. */
export function listStateAbbreviations(code: string): string[] {
  const country = countryRows().find((row) => row.two_letter_iso_code === code);
  return stateRows()
    .filter((row) => row.country_id === country?.id)
    .map(({ abbreviation }) => abbreviation);
}

/** Whether there is a country with this two-letter code. */
export const isCountryCode = (code: string): boolean => iso31661.some(({ alpha2 }) => alpha2 === code);
