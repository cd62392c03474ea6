import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { erasePerson } from '#api/testing/erase-person.ts';
import { aSheetPerson } from '#api/testing/order-sheets.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();

const save = async (person: TestClient, name: string, rows: object[]) =>
  (await person.post<'POST /api/ordersheets'>('/api/ordersheets', { orderSheet: { name, rows } })).body.orderSheet.id;
const wearersOf = async (id: number) =>
  (
    await sql<{
      wearer: string;
      reason: string;
    }>`select wearer, reason from order_sheet_row where sheet_id = ${id} order by position`.execute(portal.db)
  ).rows.map(({ wearer, reason }) => `${wearer}${reason ? `: ${reason}` : ''}`);

it('erasing a wearer deletes their rows from sheets of others, and their name from the rest; erasing an owner deletes the sheets', async () => {
  const admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [] })).email);
  const buyer = await signInAs(portal, { role: 'Buyer' });
  const gone = await aSheetPerson(portal, [], { name: ['Åsa', 'Kolibri'], employeeNumber: 'K-2041' });
  const other = await aSheetPerson(portal);
  const texts = ['Åsa Kolibri', 'Kolibri, Åsa', 'k-2041', gone.email, 'Åsa Kolibri (Bar)'];
  const id = await save(buyer, 'For Åsa Kolibri', [
    ...texts.map((wearer) => ({ wearer, garment: 'Polo' })),
    { wearer: other.name, reason: 'Swapped with Åsa Kolibri' },
    { wearer: 'Kolibri bar' },
    { wearer: '', garment: 'Åsa Kolibri' },
  ]);

  expect((await erasePerson(admin, gone.id, gone.email)).status).toBe(200);
  expect(await wearersOf(id)).toEqual([`${other.name}: Swapped with […]`, 'Kolibri bar']);
  const { rows } = await sql<{ name: string }>`select name from order_sheet where id = ${id}`.execute(portal.db);
  expect(rows[0]?.name).not.toContain('Kolibri');

  const { rows: own } = await sql<{ email: string }>`select email from customer where id = ${buyer.customerId}`.execute(
    portal.db,
  );
  expect((await erasePerson(admin, buyer.customerId, own[0]?.email as string)).status).toBe(200);
  expect((await sql`select from order_sheet where id = ${id}`.execute(portal.db)).rows).toEqual([]);
});
