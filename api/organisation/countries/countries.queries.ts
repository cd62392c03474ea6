import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { countryRows, stateRows } from './country-rows.ts';

/**
 * Inserts the countries and states that are missing, which every installation needs, and sets which countries have postcodes. What the supplier has set,
 * such as where it delivers, stays. Resolves to whether something was missing or different.
 */
export async function saveCountries(tx: Tx): Promise<boolean> {
  // Two commands may find the same database empty; the second waits, and then finds everything there.
  await sql`select pg_advisory_xact_lock(hashtext('livery countries'))`.execute(tx);
  const countries = await tx
    .insertInto('country')
    .values(countryRows())
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ has_postcodes: ref('excluded.has_postcodes') }))
        .whereRef('country.has_postcodes', '<>', 'excluded.has_postcodes'),
    )
    .returning('id')
    .execute();
  // Ids are never given again: those of states that come later follow those that are there.
  const states = await sql`
    insert into state_province (id, country_id, name, abbreviation, display_order)
    select coalesce(known.last_id, part.country_id * 1000) + row_number() over (partition by part.country_id order by part.id),
      part.country_id, part.name, part.abbreviation, part.display_order
    from jsonb_to_recordset(${JSON.stringify(stateRows())}::jsonb)
      as part (id bigint, country_id bigint, name text, abbreviation text, display_order int)
    left join (select country_id, max(id) as last_id from state_province group by country_id) known using (country_id)
    where not exists (
      select from state_province s where s.country_id = part.country_id and s.abbreviation = part.abbreviation)
    returning id`.execute(tx);
  return countries.length + states.rows.length > 0;
}

/** A country as an address names it, with the abbreviations of its states. */
export interface NamedCountry {
  id: number;
  code: string;
  allowsBilling: boolean;
  allowsShipping: boolean;
  hasPostcodes: boolean;
  states: { id: number; abbreviation: string }[];
}

/** The countries with these two-letter codes. */
export async function listCountriesByCode(tx: Tx, codes: readonly string[]): Promise<NamedCountry[]> {
  const { rows } = await sql<NamedCountry>`
    select c.id, c.two_letter_iso_code as code, c.allows_billing as "allowsBilling", c.allows_shipping as "allowsShipping",
      c.has_postcodes as "hasPostcodes",
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'abbreviation', s.abbreviation)) from state_province s where s.country_id = c.id), '[]') as states
    from country c where c.two_letter_iso_code = any (${[...codes]}::text[])`.execute(tx);
  return rows;
}
