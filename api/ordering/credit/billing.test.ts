import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
const PATH = '/api/operator/organisations/1/credit';

it('operators change the terms of the organisations of their brands, and the change is recorded', async () => {
  const operator = await portal.asOperator({ brandIds: [1] });
  const { status, body } = await operator.put<'PUT /api/operator/organisations/:id/credit'>(PATH, {
    billing: { creditLimit: 2500.5, creditHold: true, invoiceEmail: 'ledger@meridian.example' },
  });
  expect([status, body.billing]).toEqual([
    200,
    {
      creditLimit: 2500.5,
      creditHold: true,
      openAmount: expect.any(Number),
      invoiceMode: 'shipment',
      invoiceEmail: 'ledger@meridian.example',
      currencyCode: 'GBP',
    },
  ]);
  // What is absent stays.
  await operator.put(PATH, { billing: { creditHold: false, invoiceMode: 'monthly' } });
  const read = await operator.get<'GET /api/operator/organisations/:id/credit'>(PATH);
  expect(read.body.billing).toMatchObject({ creditLimit: 2500.5, creditHold: false, invoiceMode: 'monthly' });
  await operator.put(PATH, { billing: { creditLimit: null, invoiceMode: 'shipment', invoiceEmail: null } });
  expect((await operator.get<'GET /api/operator/organisations/:id/credit'>(PATH)).body.billing).toMatchObject({
    creditLimit: null,
    invoiceEmail: null,
  });
  const { rows } = await sql<{ before: object; after: object }>`
    select before, after from audit_event where action = 'organisation.billing-changed' and actor_kind = 'operator' order by id limit 1`.execute(
    portal.db,
  );
  expect(rows[0]).toMatchObject({
    before: { creditLimitMinor: null, creditHold: false },
    after: { creditLimitMinor: 250050, creditHold: true },
  });
});

it('organisations of other brands do not exist for them, and API keys need the scope', async () => {
  const other = await portal.asOperator({ brandIds: [2] });
  expect((await other.get(PATH)).status).toBe(404);
  expect((await other.put(PATH, { billing: { creditHold: true } })).status).toBe(404);
  expect((await (await portal.asApiKey(['orders:write'])).put(PATH, { billing: { creditHold: true } })).status).toBe(403);
  expect((await (await portal.asApiKey(['invoices:read'])).get(PATH)).status).toBe(200);
});
