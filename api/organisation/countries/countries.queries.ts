import { sql } from 'kysely';
import type { Tx } from '#api/platform/db/database.ts';
import { countryRows, stateRows } from './country-rows.ts';

/** Inserts the countries and states, which every installation needs. Resolves to whether they were missing. */
export async function insertCountries(tx: Tx): Promise<boolean> {
  // Two commands may find the same database empty; the second waits, and then finds everything there.
  await sql`select pg_advisory_xact_lock(hashtext('livery countries'))`.execute(tx);
  const known = await tx.selectFrom('country').select('id').limit(1).execute();
  if (known.length > 0) return false;
  await tx.insertInto('country').values(countryRows()).execute();
  await tx.insertInto('state_province').values(stateRows()).execute();
  return true;
}

/** A country as an address names it, with the abbreviations of its states. */
export interface NamedCountry {
  id: number;
  code: string;
  allowsBilling: boolean;
  allowsShipping: boolean;
  states: { id: number; abbreviation: string }[];
}

/** The countries with these two-letter codes. */
export async function listCountriesByCode(tx: Tx, codes: readonly string[]): Promise<NamedCountry[]> {
  const { rows } = await sql<NamedCountry>`
    select c.id, c.two_letter_iso_code as code, c.allows_billing as "allowsBilling", c.allows_shipping as "allowsShipping",
      coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'abbreviation', s.abbreviation)) from state_province s where s.country_id = c.id), '[]') as states
    from country c where c.two_letter_iso_code = any (${[...codes]}::text[])`.execute(tx);
  return rows;
}
