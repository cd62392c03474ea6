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
      paymentTermDays: null,
      organisationName: 'Meridian Resorts',
      brandPaymentTermDays: 30,
      unpaidInvoices: expect.any(Number),
      overdueInvoices: expect.any(Number),
      unusedCredit: expect.any(Number),
      notInvoiced: expect.any(Number),
      fileBytes: expect.any(Number),
      fileQuotaBytes: 5 * 1024 ** 3,
    },
  ]);
  const { openAmount, unpaidInvoices, unusedCredit, notInvoiced } = body.billing;
  expect(openAmount).toBeCloseTo(unpaidInvoices - unusedCredit + notInvoiced, 2);
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

it('operators list the organisations of their brands by name, with their terms', async () => {
  const operator = await portal.asOperator({ brandIds: [1] });
  await operator.put(PATH, { billing: { creditHold: true, paymentTermDays: 14, fileQuotaBytes: 1_000_000 } });
  const list = async (query: string, client = operator) =>
    (await client.get<'GET /api/operator/organisations'>(`/api/operator/organisations?${query}`)).body;
  const { organisations, totalCount } = await list('limit=250');
  expect(totalCount).toBe(organisations.length);
  expect(new Set(organisations.map(({ brandId }) => brandId))).toEqual(new Set([1]));
  expect(organisations.find(({ id }) => id === 1)).toMatchObject({ creditHold: true, paymentTermDays: 14 });
  expect((await list('onHold=true')).organisations.map(({ id }) => id)).toEqual([1]);
  expect((await list('searchTerm=MERIDIAN')).organisations).toMatchObject([{ id: 1, openAmount: expect.any(Number) }]);
  expect((await list('searchTerm=%25')).totalCount).toBe(0);
  const other = await portal.asOperator({ brandIds: [2] });
  expect((await list('limit=250', other)).organisations.some(({ id }) => id === 1)).toBe(false);
  const { body } = await operator.get<'GET /api/operator/organisations/:id/credit'>(PATH);
  expect(body.billing).toMatchObject({ paymentTermDays: 14, fileQuotaBytes: 1_000_000 });
});

it('names the organisations of one’s brands to every operator, without what only accounts may see', async () => {
  const packer = await portal.asOperator({ brandIds: [1], rights: ['warehouse'] });
  const list = async (query: string) =>
    (await packer.get<'GET /api/operator/organisations/choices'>(`/api/operator/organisations/choices?${query}`)).body;
  const { organisations, totalCount } = await list('limit=250');
  expect(organisations).toHaveLength(totalCount);
  expect(organisations.find(({ id }) => id === 1)).toEqual({ id: 1, name: 'Meridian Resorts' });
  expect((await list('organisationId=1')).organisations).toEqual([{ id: 1, name: 'Meridian Resorts' }]);
  expect((await list('searchTerm=MERIDIAN')).organisations.map(({ id }) => id)).toEqual([1]);
  // Of another brand.
  expect((await list('organisationId=2')).totalCount).toBe(0);
  expect((await packer.get('/api/operator/organisations')).status).toBe(403);
});
