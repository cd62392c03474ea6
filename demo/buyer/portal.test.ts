import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashSecret } from '#api/integrations/punchout/connections/secrets.ts';
import { anItem, aPerson, aStockedProduct, fillCart, type StockedProduct, submitOrder } from '#api/testing/builders.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { aConnection, makeReturnable } from '#api/testing/punchout-trips.ts';
import { requestToken } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { toPortalUrls } from './connection.ts';
import { demoConnection } from './demo-company.ts';
import { PROFILE_IDS } from './profiles.ts';
import { type BuyerProgram, startBuyer } from './server.ts';

const portal = usePortal();

let program: BuyerProgram;
let shirt: StockedProduct;
let user: { firstName: string; lastName: string; email: string; costCentre: string; id: number };

beforeAll(async () => {
  program = await startBuyer({
    send: async (address, contentType, payload) => {
      const { host, pathname } = new URL(address);
      const headers = { host, 'content-type': contentType };
      const {
        statusCode,
        headers: sent,
        rawPayload,
      } = await portal.app.inject({ method: 'POST', url: pathname, headers, payload });
      return { status: statusCode, contentType: String(sent['content-type']), body: rawPayload };
    },
  });
  const { id } = await aConnection(portal.db);
  const secret = await hashSecret('demo-secret');
  const { rows } = await sql<{ key: string }>`
    with added as (insert into punchout_secret (organisation_id, connection_id, hash) values (1, ${id}, ${secret}))
    update punchout_connection set return_origins = ${[program.origin]} where organisation_id = 1 and id = ${id} returning key`.execute(
    portal.db,
  );
  program.buyer.connection = {
    ...demoConnection(''),
    ...toPortalUrls('http://localhost', rows[0]?.key ?? ''),
    supplier: { domain: 'DUNS', identity: '123456789' },
  };
  shirt = await aStockedProduct(portal.db, { price: 1295, stock: [50, 50] });
  await makeReturnable(portal.db, [shirt.id]);
  const person = await aPerson(portal.db);
  user = { firstName: 'Ann', lastName: 'Example', email: person.email, costCentre: '1', id: person.id };
});

afterAll(() => program.close());

it.each(PROFILE_IDS.filter((id) => id !== 'srm'))('the portal lets in the user of %s', async (profile) => {
  const visit = await program.buyer.shop({ profile, user });
  expect(visit).toMatchObject({
    state: 'open',
    answer: { code: 200 },
    startUrl: expect.stringContaining('/login?auto=') as string,
  });
});

it('the portal returns a cart to the buyer, who edits it', async () => {
  const visit = await program.buyer.shop({ profile: 'coupa', user });
  const requisition = program.buyer.procurement.requisitions.get(visit.requisitionId);
  if (!requisition) throw new Error('There is no such requisition.');
  const logIn = async (startUrl: string | null): Promise<TestClient> => {
    const auto = new URL(startUrl ?? '').searchParams.get('auto') ?? '';
    const { body } = await requestToken(portal.app, { auto });
    const headers = { host: 'localhost', authorization: `Bearer ${body.access_token}` };
    return portal.withSession({ headers, customerId: user.id, organisationId: 1 } as unknown as TestClient);
  };
  const returnCart = async (shopper: TestClient) => {
    await shopper.post('/api/checkoutsummary', { checkout: {} });
    const { body } = await submitOrder(shopper);
    const { action = '', fields = {} } = body.paymentForm ?? {};
    await fetch(action.replace(program.origin, program.url), {
      method: 'POST',
      body: new URLSearchParams(fields as Record<string, string>),
      redirect: 'manual',
    });
  };

  const shopper = await logIn(visit.startUrl);
  await fillCart(shopper, anItem(shirt, 3));
  await returnCart(shopper);
  const [line] = requisition.lines;
  expect(visit).toMatchObject({ state: 'returned', findings: [] });
  expect(line).toMatchObject({
    quantity: '3',
    unitPrice: '12.95',
    unit: 'EA',
    partId: shirt.combinations[0]?.sku,
    refusal: null,
  });

  const edit = await program.buyer.visit(requisition, { operation: 'edit' });
  await returnCart(await logIn(edit.startUrl));
  expect(requisition.lines).toMatchObject([{ quantity: '3', auxiliaryId: line?.auxiliaryId }]);
  expect(edit.state).toBe('returned');
});
