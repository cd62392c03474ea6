import type { ClientBase } from 'pg';
import { inTransaction, withClient } from './connection.ts';
import { countryRows, stateRows } from './countries.ts';
import { insertRows, resetSequences } from './insert.ts';

/** Inserts countries and states, which every installation needs. Resolves to whether they were missing. */
export async function seedReference(url: string): Promise<boolean> {
  let isNew = false;
  await withClient(url, (client) =>
    inTransaction(client, async () => {
      isNew = await insertReference(client);
    }),
  );
  return isNew;
}

/** The same in the transaction of the caller. */
export async function insertReference(client: ClientBase): Promise<boolean> {
  // Two commands may find the same database empty; the second waits, and then finds everything there.
  await client.query("select pg_advisory_xact_lock(hashtext('livery seed'))");
  const { rows } = await client.query('select 1 from country limit 1');
  if (rows.length > 0) return false;
  await insertRows(client, 'country', countryRows());
  await insertRows(client, 'state_province', stateRows());
  await resetSequences(client);
  return true;
}
