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

/**
 * Countries whose post is addressed without a postcode: those without `Z` in `fmt` of Google's address metadata (libaddressinput,
 * RegionDataConstants), and North Korea, of which it knows no postcode. Some of them have begun to give postcodes out (Panama, Ghana), which need not be
 * known yet.
 */
const withoutPostcodes = new Set(
  (
    'AE AG AO AQ AW BF BI BJ BO BQ BS BV BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC LY ML MO MR MS MW NR NU ' +
    'PA PS QA RW SB SC SL SR SS ST SX SY TD TF TG TK TL TO TV UG VU WS YE ZW'
  ).split(' '),
);

/**
 * What the post of a country writes in the place of a state besides those of ISO 3166-2: the territories of the United States, which can also be named as
 * countries, and its armed forces (Publication 28 of the United States Postal Service, appendix B).
 */
const furtherStates: Record<string, readonly (readonly [abbreviation: string, name: string])[]> = {
  US: [
    ['AS', 'American Samoa'],
    ['GU', 'Guam'],
    ['MP', 'Northern Mariana Islands'],
    ['PR', 'Puerto Rico'],
    ['VI', 'U.S. Virgin Islands'],
    ['AA', 'Armed Forces Americas'],
    ['AE', 'Armed Forces Europe, Africa, Canada and Middle East'],
    ['AP', 'Armed Forces Pacific'],
  ],
};

const shownFirst = ['GB', 'IE'];

/** Everyday English names, which people look for ("United Kingdom"), under the ISO codes. */
export function countryRows(): Insertable<CountryTable>[] {
  const names = new Intl.DisplayNames(['en-GB'], { type: 'region' });
  return iso31661.map(({ alpha2, alpha3, numeric, name }) => ({
    id: Number(numeric),
    name: names.of(alpha2) ?? name,
    two_letter_iso_code: alpha2,
    three_letter_iso_code: alpha3,
    has_postcodes: !withoutPostcodes.has(alpha2),
    display_order: shownFirst.includes(alpha2) ? shownFirst.indexOf(alpha2) : 100,
  }));
}

/**
 * The lowest level of each country's parts, in the order of their names, then what else its post writes in their place; ids are country × 1000 + place
 * in it.
 */
export function stateRows(): Insertable<StateProvinceTable>[] {
  const numericOf = new Map(iso31661.map(({ alpha2, numeric }) => [alpha2, Number(numeric)]));
  const parents = new Set(iso31662.map(({ parent }) => parent));
  return withStates.flatMap((country) => {
    const countryId = numericOf.get(country) ?? 0;
    const parts = iso31662
      .filter(({ code }) => code.startsWith(`${country}-`) && !parents.has(code) && !countriesOfTheirOwn.has(code))
      .sort((one, other) => one.name.localeCompare(other.name, 'en'))
      .map(({ code, name }) => [writtenAs[code] ?? code.slice(3), name.split(', ')[0] ?? name] as const);
    return [...parts, ...(furtherStates[country] ?? [])].map(([abbreviation, name], index) => ({
      id: countryId * 1000 + index + 1,
      country_id: countryId,
      name,
      abbreviation,
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

/** Whether post in a country is addressed with a postcode, by its two-letter code. */
export const hasPostcodes = (code: string): boolean => !withoutPostcodes.has(code);

/** Whether there is a country with this two-letter code. */
export const isCountryCode = (code: string): boolean => iso31661.some(({ alpha2 }) => alpha2 === code);
