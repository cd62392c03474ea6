import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { saveCountries } from './countries.queries.ts';
import { countryRows, stateRows } from './country-rows.ts';

const portal = usePortal();
const save = () => runInTransaction(portal.db, saveCountries);

describe('the countries of an installation', () => {
  it('are completed when it is migrated, and what the supplier has set stays', async () => {
    // As an installation of an earlier version has them.
    await sql`delete from state_province where id > 840051 and country_id = 840`.execute(portal.db);
    await sql`update country set has_postcodes = true`.execute(portal.db);
    await sql`update country set allows_shipping = false, name = 'Hongkong' where id = 344`.execute(portal.db);

    expect([await save(), await save()]).toEqual([true, false]);

    const { rows: countries } = await sql`select * from country order by id`.execute(portal.db);
    const expected = countryRows()
      .map((row) => ({ ...row, allows_billing: true, allows_shipping: row.id !== 344 }))
      .sort((one, other) => Number(one.id) - Number(other.id));
    expect(countries).toEqual(expected.map((row) => (row.id === 344 ? { ...row, name: 'Hongkong' } : row)));
    const { rows: states } = await sql`select * from state_province order by id`.execute(portal.db);
    expect(states).toEqual(stateRows().sort((one, other) => Number(one.id) - Number(other.id)));
  });

  it('have states with the ids that addresses were stored with', () => {
    const ids = new Map(stateRows().map(({ id, country_id, abbreviation }) => [`${country_id} ${abbreviation}`, id]));
    expect([ids.get('840 AL'), ids.get('840 WY'), ids.get('124 ON')]).toEqual([840001, 840051, 124009]);
    expect(new Set(ids.values()).size).toBe(stateRows().length);
  });
});
