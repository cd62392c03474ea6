import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { anItem, aStockedProduct, orderItems } from '#api/testing/builders.ts';
import { billAll, ship } from '#api/testing/invoices.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
beforeAll(async () => {
  const id = await orderItems(portal.db, await signInAs(portal, { role: 'Buyer' }), anItem(await aStockedProduct(portal.db)));
  await ship(portal, id);
  await billAll(portal);
});

/** Changes one row, within a transaction that is erasing a person or not, and returns the refusal, or undefined. */
async function change(table: string, assignment: RawBuilder<unknown>, isErasing: boolean): Promise<string | undefined> {
  let refusal: string | undefined;
  const undo = new Error('undone');
  await portal.db
    .transaction()
    .execute(async (tx) => {
      if (isErasing) await sql`select set_config('livery.erasing', 'yes', true)`.execute(tx);
      try {
        const { numAffectedRows } = await sql`
          update ${sql.table(table)} set ${assignment} where ctid = (select ctid from ${sql.table(table)} limit 1)`.execute(tx);
        if (numAffectedRows !== 1n) refusal = 'no row';
      } catch (error) {
        refusal = (error as { code?: string }).code;
      }
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return refusal;
}

const RESTRICTED = '23001';

describe('rows that never change', () => {
  it.each([
    ['order_event', sql`data = data || '{"note": "x"}'`, sql`kind = 'shipped', order_id = order_id + 1`],
    ['order_event', sql`data = '{}'`, sql`data = '{}', actor_id = 1`],
    ['audit_event', sql`before = null, after = null`, sql`before = null, after = '{"reason": "x"}'`],
    ['audit_event', sql`before = null, after = null`, sql`before = null, after = null, action = 'x'`],
    ['entitlement_entry', sql`reason = null`, sql`reason = 'x'`],
    ['entitlement_entry', sql`reason = null`, sql`granted_delta = granted_delta + 1`],
    ['stock_entry', sql`reason = null`, sql`reason = 'x'`],
    ['stock_entry', sql`reason = null`, sql`on_hand_delta = on_hand_delta + 1`],
    ['invoice', sql`reason = 'x', buyer = buyer || '{"name": "x"}'`, sql`total_minor = total_minor + 1`],
    ['invoice', null, sql`seller = seller || '{"name": "x"}'`],
    ['invoice', null, sql`number = 'x'`],
    ['invoice_line', null, sql`name = 'x'`],
    ['consent_entry', null, sql`customer_id = customer_id`],
    ['payment_allocation', null, sql`amount_minor = amount_minor`],
  ] as const)('%s: erasing a person may do what is listed, and nothing else may', async (table, listed, other) => {
    if (listed) expect([await change(table, listed, false), await change(table, listed, true)]).toEqual([RESTRICTED, undefined]);
    expect([await change(table, other, false), await change(table, other, true)]).toEqual([RESTRICTED, RESTRICTED]);
  });

  it.each(['audit_event', 'invoice_line'])('are not deleted either, also while a person is erased: %s', async (table) => {
    await expect(
      portal.db.transaction().execute(async (tx) => {
        await sql`select set_config('livery.erasing', 'yes', true)`.execute(tx);
        await sql`delete from ${sql.table(table)}`.execute(tx);
      }),
    ).rejects.toThrow('append-only');
  });

  it('never change after the erasure in the same session of the database', async () => {
    await portal.db.connection().execute(async (connection) => {
      await connection.transaction().execute((tx) => sql`select set_config('livery.erasing', 'yes', true)`.execute(tx));
      await expect(
        sql`update stock_entry set reason = null where id = (select min(id) from stock_entry)`.execute(connection),
      ).rejects.toThrow('append-only');
    });
  });
});
