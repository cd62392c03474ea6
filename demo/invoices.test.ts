import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();

it('every client has open and paid invoices and a credit note, whose orders say the same', async () => {
  for (const email of ['admin@meridian.example', 'admin@corvane.example', 'admin@hallam.example']) {
    const admin = await portal.as(email);
    const count = async (status: string) =>
      (await admin.get<'GET /api/invoices'>(`/api/invoices?status=${status}&limit=1`)).body.totalCount;
    expect([email, await count('open'), await count('paid'), await count('credit')]).toEqual([
      email,
      expect.any(Number),
      expect.any(Number),
      expect.any(Number),
    ]);
    for (const status of ['open', 'paid', 'credit']) expect([email, status, await count(status)]).not.toEqual([email, status, 0]);
  }
  const { rows } = await sql<{ id: number }>`
    select o.id from orders o where o.order_state_id = 30 and exists (
      select from invoice_line l join invoice i on i.organisation_id = l.organisation_id and i.id = l.invoice_id
      where l.organisation_id = o.organisation_id and l.order_id = o.id and i.kind = 'invoice' and i.settled_minor < i.total_minor)`.execute(
    portal.db,
  );
  expect(rows).toEqual([]);
  const { rows: gaps } = await sql`
    select from invoice group by brand_id, kind having max(serial) <> count(*)`.execute(portal.db);
  expect(gaps).toEqual([]);
});
