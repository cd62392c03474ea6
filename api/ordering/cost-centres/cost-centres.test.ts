import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import {
  anItem,
  aPerson,
  aStockedProduct,
  fillCart,
  orderItems,
  requestSummary,
  setProductPrice,
  submitOrder,
} from '#api/testing/builders.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import { changeLine, lineOf, sizeOf } from '#api/testing/order-changes.ts';
import { aCostCentre, aQuestion, removeQuestions } from '#api/testing/questions.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
afterEach(async () => {
  await removeQuestions(portal.db);
  await sql`delete from approval_rule where organisation_id = 1 and kind = 'cost_centre'`.execute(portal.db);
});

const PATH = '/api/costcentres';
let made = 0;
const newCode = () => {
  made += 1;
  return `CC-${made}-${process.pid}`;
};
const asAdmin = () => signInAs(portal, { role: 'Admin' });

describe('cost centres', () => {
  it('are added, changed, searched and withdrawn by administrators, with conflicts by version', async () => {
    const admin = await asAdmin();
    const code = newCode();
    const added = await admin.post<'POST /api/costcentres'>(PATH, {
      ...{ code: ` ${code} `, name: 'Track north', groupIds: [1], validFrom: '2026-01-01', seasonLimit: 2500.5 },
    });
    const { id, version } = added.body.costCentre;
    expect(added.body.costCentre).toMatchObject({ code, isOpen: true, seasonLimit: 2500.5, groups: [{ id: 1 }], seasonValue: 0 });
    expect((await admin.post(PATH, { code: code.toLowerCase(), name: 'Same' })).errors).toEqual({
      code: ['There is already a cost centre with this code. Please enter another one.'],
    });

    const changed = await admin.put<'PUT /api/costcentres/:id'>(`${PATH}/${id}`, { name: 'Track south', version });
    expect(changed.body.costCentre).toMatchObject({ name: 'Track south', version: version + 1 });
    expect(await admin.put(`${PATH}/${id}`, { name: 'Other', version })).toMatchObject({
      status: 409,
      errors: { costCentre: [expect.stringContaining('Name'), 'Name is now “Track south”.'] },
    });
    expect((await admin.put(`${PATH}/${id}`, { validUntil: '2025-01-01' })).status).toBe(422);
    expect((await admin.put(`${PATH}/${id}`, { groupIds: [11] })).status).toBe(404);

    const listed = await admin.get<'GET /api/costcentres'>(`${PATH}?searchTerm=${code}%20south&openOnly=true`);
    expect(listed.body).toMatchObject({ totalCount: 1, costCentres: [{ id }] });
    const choices = await admin.get<'GET /api/costcentres/choices'>(`${PATH}/choices?searchTerm=${code}`);
    expect(choices.body.costCentres).toEqual([{ id, name: `${code} Track south` }]);
    expect((await admin.delete<'DELETE /api/costcentres/:id'>(`${PATH}/${id}`)).body.costCentre).toMatchObject({ active: false });
    expect((await admin.get<'GET /api/costcentres/:id'>(`${PATH}/${id}`)).body.costCentre.isOpen).toBe(false);
  });

  it('are kept by operators too, of the organisations of their brands alone', async () => {
    const operator = await portal.asOperator({ brandIds: [1] });
    const added = await operator.post<'POST /api/operator/costcentres'>('/api/operator/costcentres', {
      ...{ organisationId: 1, code: newCode(), name: 'Depot' },
    });
    const path = `/api/operator/costcentres/${added.body.costCentre.id}`;
    expect((await operator.put<'PUT /api/operator/costcentres/:id'>(path, { name: 'Depot 2' })).body.costCentre.name).toBe(
      'Depot 2',
    );
    expect((await operator.get<'GET /api/operator/costcentres/:id'>(path)).status).toBe(200);
    const listed = await operator.get<'GET /api/operator/costcentres'>(
      `/api/operator/costcentres?organisationId=1&searchTerm=${added.body.costCentre.code}`,
    );
    expect(listed.body.totalCount).toBe(1);
    const stranger = await portal.asOperator({ brandIds: [2] });
    for (const status of [(await stranger.get(path)).status, (await stranger.put(path, { name: 'x' })).status])
      expect(status).toBe(404);
    expect((await operator.delete<'DELETE /api/operator/costcentres/:id'>(path)).status).toBe(200);
  });

  it('cannot be kept by administrators of some groups, nor by others', async () => {
    const buyer = await signInAs(portal, { role: 'Buyer' });
    expect((await buyer.post(PATH, { code: newCode(), name: 'x' })).status).toBe(403);
  });
});

describe('a file of cost centres', () => {
  const upload = async (admin: Awaited<ReturnType<typeof asAdmin>>, url: string, csv: string) => {
    const response = await portal.app.inject({
      ...{ method: 'POST', url, payload: Buffer.from(csv) },
      headers: { ...admin.headers, 'content-type': 'application/octet-stream' },
    });
    return { status: response.statusCode, body: response.json() as unknown };
  };

  it('is previewed and imported as it was shown, and importing it again changes nothing', async () => {
    const admin = await asAdmin();
    const [first, second, third] = [newCode(), newCode(), newCode()];
    await admin.post(PATH, { code: first, name: 'Old name', seasonLimit: 100 });
    await admin.post(PATH, { code: third, name: 'Stays' });
    const csv = [
      'Code;Name;Amount per season;Valid until',
      `${first.toLowerCase()};New name;2500;2027-03-31`,
      `${second};Added;;`,
      `${third};Stays;;`,
      ';No code;;',
      `${newCode()};Bad amount;lots;`,
    ].join('\n');
    const query = 'fileName=centres.csv';
    type Preview = { body: { costCentrePreview: { fingerprint: string } } };
    const previewed = await upload(admin, `/api/costcentres/file/preview?${query}`, csv);
    expect(previewed).toMatchObject({
      status: 200,
      body: {
        costCentrePreview: {
          ...{ rows: 5, added: 1, changed: 1, unchanged: 1, refused: 2 },
          changes: [
            {
              ...{ line: 2, code: first, isNew: false },
              changes: [
                'Name: Old name becomes New name',
                'Valid until: none becomes 31 March 2027',
                'Amount per season: 100.00 becomes 2500.00',
              ],
            },
            { line: 3, code: second, isNew: true },
          ],
          refusals: [
            { line: 5, reason: 'The code is missing.' },
            { line: 6, reason: '“lots” is no amount. Enter one such as 2500.' },
          ],
        },
      },
    });
    const { fingerprint } = (previewed as unknown as Preview).body.costCentrePreview;
    const save = (csvNow: string) =>
      upload(admin, `/api/costcentres/file?${query}&fingerprint=${encodeURIComponent(fingerprint)}`, csvNow);
    expect((await save(csv.replace('2500', '2600'))).status).toBe(409);
    expect((await save(csv)).status).toBe(200);
    const again = await upload(admin, `/api/costcentres/file/preview?${query}`, csv);
    expect(again.body).toMatchObject({ costCentrePreview: { added: 0, changed: 0, unchanged: 3 } });
  });
});

describe('the amount of a cost centre per season', () => {
  const anOrganisationWithLimit = async (limit: number) => {
    const id = await aCostCentre(portal.db, { code: newCode(), seasonLimit: limit });
    const question = await aQuestion(portal.db, { name: 'Cost centre', hasCostCentres: true });
    const shirt = await aStockedProduct(portal.db, { price: 10_000, stock: [100, 100] });
    return { id, question, shirt };
  };
  const aBuyer = async () => portal.as((await aPerson(portal.db)).email);
  const addRule = async () => {
    const admin = await asAdmin();
    const { body } = await admin.post<'POST /api/approvalrules'>('/api/approvalrules', { approvalRule: { kind: 'costCentre' } });
    const id = body.approvalRules[0]?.id;
    return () => admin.delete(`/api/approvalrules/${id}`);
  };

  it('asks for approval beyond it, says why, and never blocks', async () => {
    const removeRule = await addRule();
    const { id, question, shirt } = await anOrganisationWithLimit(25_000);
    const answers = { checkoutAttributes: [{ id: question.id, value: String(id) }] };
    const order = async () => {
      const buyer = await aBuyer();
      await fillCart(buyer, anItem(shirt, 2));
      await requestSummary(portal.db, buyer);
      const { body } = await buyer.post<'POST /api/checkoutsummary'>('/api/checkoutsummary', { checkout: answers });
      return { reasons: body.approvalReasons, placed: await submitOrder(buyer), buyer };
    };
    const within = await order();
    expect([within.reasons, within.placed.body.requiresApproval]).toEqual([[], false]);
    const beyond = await order();
    expect(beyond.reasons).toEqual([
      expect.stringMatching(/^Orders of CC-.* Track north in this season worth more than £250\.00$/),
    ]);
    expect(beyond.placed).toMatchObject({ status: 200, body: { requiresApproval: true } });

    const admin = await asAdmin();
    const list = await admin.get<'GET /api/orders'>(`/api/orders?costCentreId=${id}`);
    expect(list.body).toMatchObject({
      totalCount: 2,
      orders: [{ costCentreId: id, costCentre: expect.stringContaining('Track north') }, {}],
    });
    const detail = await beyond.buyer.get<'GET /api/orders/:id'>(`/api/orders/${beyond.placed.body.orderId}`);
    expect(detail.body.orders[0]?.checkoutAttributeDescription).toMatch(/^Cost centre: CC-.* Track north$/);
    const purchases = await admin.get<'GET /api/costcentres/purchases'>(
      `${PATH}/purchases?seasonId=${detail.body.orders[0]?.seasonId}`,
    );
    // Twice 200.00 and delivery, which is free from 75.00.
    expect(purchases.body.purchases.find(({ costCentreId }) => costCentreId === id)).toMatchObject({
      orderCount: 2,
      value: 400,
      seasonLimit: 250,
    });
    await removeRule();
  });

  it('counts an order of the same moment: the later of two asks', async () => {
    const removeRule = await addRule();
    const { id, question, shirt } = await anOrganisationWithLimit(25_000);
    const buyers = await Promise.all([aBuyer(), aBuyer()]);
    for (const buyer of buyers) {
      await fillCart(buyer, anItem(shirt, 2));
      await requestSummary(portal.db, buyer);
      await buyer.post('/api/checkoutsummary', { checkout: { checkoutAttributes: [{ id: question.id, value: String(id) }] } });
    }
    // While the stock is held, every order that does not wait for the one before it has summed what was spent.
    const placed = await portal.db.transaction().execute(async (tx) => {
      await sql`select from stock_level where combination_id = ${shirt.combinations[0]?.id} for update`.execute(tx);
      const submitted = buyers.map((buyer) => submitOrder(buyer));
      await untilSomeoneWaits(portal.db, { count: buyers.length });
      return { submitted };
    });
    const answered = await Promise.all(placed.submitted);
    // The other was shown that it needs no approval.
    expect(answered.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const refusal = answered.find(({ status }) => status === 400)?.errors;
    expect(refusal?.cart?.[0]).toMatch(/^This order now needs approval: Orders of CC-/);
    await removeRule();
  });

  it('is checked again when an order is changed: where it becomes dearer, not because of others', async () => {
    const removeRule = await addRule();
    await signInAs(portal, { approver: true });
    const { id, question, shirt } = await anOrganisationWithLimit(25_000);
    const answers = { checkoutAttributes: [{ id: question.id, value: String(id) }] };
    const order = async (pieces: number) => {
      const buyer = await aBuyer();
      await fillCart(buyer, anItem(shirt, pieces));
      await requestSummary(portal.db, buyer);
      await buyer.post('/api/checkoutsummary', { checkout: answers });
      return { buyer, placed: (await submitOrder(buyer)).body };
    };
    const { buyer, placed } = await order(2);
    const orderId = placed.orderId as number;
    const itemId = await lineOf(buyer, orderId);
    const change = (size: number) => changeLine(buyer, orderId, itemId, { combinationId: sizeOf(shirt, size) });
    await setProductPrice(portal.db, shirt.id, 12_500);
    // 250.00: no more than the limit.
    expect((await change(1)).body.orders[0]).toMatchObject({ orderStatus: 'Pending', approval: null });
    expect((await order(1)).placed.requiresApproval).toBe(true);
    expect((await change(0)).body.orders[0]).toMatchObject({ orderStatus: 'Pending', approval: null });
    await setProductPrice(portal.db, shirt.id, 12_600);
    expect((await change(1)).body.orders[0]).toMatchObject({
      orderStatus: 'AwaitingApproval',
      approval: { reasons: [expect.stringMatching(/^Orders of CC-.* in this season worth more than £250\.00$/)] },
    });
    await removeRule();
  });

  it('counts nothing without the rule, and an order without a cost centre is not one of its', async () => {
    const { shirt } = await anOrganisationWithLimit(1);
    const buyer = await aBuyer();
    const orderId = await orderItems(portal.db, buyer, anItem(shirt, 1));
    const { rows } = await sql<{ state: number }>`select order_state_id as state from orders where id = ${orderId}`.execute(
      portal.db,
    );
    expect(rows[0]?.state).not.toBe(50);
  });
});
