import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { aReleasedOrder } from '#api/testing/fulfilment.ts';
import { cancel, setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { awaitProof, decideOnProof, showProof, uploadProofPicture } from '#api/testing/proofs.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
let admin: SignedIn;
let buyer: SignedIn;
let operator: TestOperatorClient;
let shirt: StockedProduct;
let cap: StockedProduct;

beforeAll(async () => {
  await setApprovalRules(portal);
  admin = await signInAs(portal, { role: 'Admin', firstName: 'Ada', groupIds: [] });
  buyer = await signInAs(portal, { role: 'Buyer', firstName: 'Bea' });
  operator = await portal.asOperator({ brandIds: [1], rights: ['customerService'] });
  shirt = await aStockedProduct(portal.db, { stock: [900] });
  cap = await aStockedProduct(portal.db, { stock: [900] });
});

let keys = 0;
const aKey = () => `key:${keys++}`;
const listOf = async (person: TestClient, query = '') =>
  (await person.get<'GET /api/proofs'>(`/api/proofs?limit=250${query}`)).body;
const releasedAt = async (id: number) =>
  (await sql<{ at: Date | null }>`select released_at as at from orders where id = ${id}`.execute(portal.db)).rows[0]?.at;
const isReleased = async (id: number) => (await releasedAt(id)) !== null;
const proofsOf = (person: TestClient, orderId: number) =>
  person.get<'GET /api/orders/:id/proofs'>(`/api/orders/${orderId}/proofs`);
const show = async (requestId: number, body: object = {}) => {
  const { body: reply, status } = await showProof(portal, operator, requestId, body);
  expect(status).toBe(200);
  return reply.request.versions[0]?.id as number;
};

/** An order of Bea's that waits for the proof of one design. */
async function anAwaitingOrder(design: Partial<Parameters<typeof awaitProof>[2]> = {}) {
  const { id, lines } = await aReleasedOrder(portal, buyer, [shirt, 2]);
  const requestId = await awaitProof(portal.db, id, { proofKey: aKey(), ...design });
  return { id, lines, requestId };
}

describe('a proof', () => {
  it('goes from the order to the supplier, to the client, back with a comment, and releases the order once it is approved', async () => {
    const { id, requestId } = await anAwaitingOrder({ logoName: 'Anchor' });
    const name = 'Left chest: logo Anchor, embroidered';
    expect((await listOf(admin)).coming.find((each) => each.requestId === requestId)).toMatchObject({ name, orderIds: [id] });
    expect((await proofsOf(buyer, id)).body.proofs).toEqual([
      { requestId, proofId: null, name, state: 'preparing', canDecide: false },
    ]);

    const { body } = await showProof(portal, operator, requestId);
    expect(body.request).toMatchObject({
      state: 'waiting',
      name,
      orderIds: [id],
      waitingPieces: 2,
      measuredFrom: 'On the wearer’s left.',
    });
    const first = body.request.versions[0]?.id as number;
    const shown = (await listOf(admin)).proofs.find((each) => each.id === first);
    expect(shown).toMatchObject({
      ...{
        version: 1,
        status: 'waiting',
        widthMm: 80.5,
        heightMm: 35,
        colours: ['Navy 1034', 'White'],
        orderIds: [id],
        canDecide: true,
      },
      ...{ customisation: { method: 'Embroidery', position: 'Left chest', proofStatus: 'awaitingProof' }, earlierVersions: [] },
    });
    const picture = await portal.app.inject({ url: shown?.fileSrc as string });
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png']);
    expect(picture.headers['content-security-policy']).toContain('sandbox');

    expect((await decideOnProof(admin, first, { approve: false, comment: ' ' })).errors).toEqual({
      comment: ['Please say what should be changed.'],
    });
    const asked = await decideOnProof(admin, first, { approve: false, comment: 'Larger, please.' });
    expect(asked.body.proof).toMatchObject({ status: 'changeAsked', comment: 'Larger, please.', canDecide: false });
    expect((await decideOnProof(admin, first, { approve: true })).errors.proof?.[0]).toMatch(
      /^Ada .* has already asked for a change\./,
    );
    expect(await isReleased(id)).toBe(false);

    const second = await show(requestId, { widthMm: 90 });
    const open = async () => (await admin.get<'GET /api/orders/openmatters'>('/api/orders/openmatters')).body.proofs;
    expect((await open()).proofs).toContainEqual(expect.objectContaining({ proofId: second, name }));
    expect((await proofsOf(admin, id)).body.proofs).toMatchObject([{ proofId: second, state: 'waiting', canDecide: true }]);
    const approved = await decideOnProof(admin, second, { approve: true });
    expect(approved.body.proof).toMatchObject({
      version: 2,
      status: 'approved',
      orderIds: [],
      customisation: { proofStatus: 'approved' },
    });
    expect(approved.body.proof.earlierVersions).toMatchObject([
      { version: 1, status: 'changeAsked', comment: 'Larger, please.' },
    ]);
    expect(await isReleased(id)).toBe(true);
    expect((await proofsOf(buyer, id)).body.proofs).toEqual([]);
    expect((await open()).proofs.map(({ proofId }) => proofId)).not.toContain(second);
    const notes = (await buyer.get<'GET /api/orders/:id'>(`/api/orders/${id}`)).body.orders[0]?.orderNotes ?? [];
    expect(notes.map(({ kind }) => kind)).toContain('proofs_approved');
    const again = await showProof(portal, operator, requestId);
    expect([again.status, again.errors]).toEqual([
      409,
      { proofRequest: ['The client has already approved this design. It needs no other proof.'] },
    ]);
  });

  it('is replaced by a newer version, and the older one can no longer be decided on', async () => {
    const { id, requestId } = await anAwaitingOrder();
    const first = await show(requestId);
    const second = await show(requestId);
    const { status, errors } = await decideOnProof(admin, first, { approve: true });
    expect([status, errors.proof]).toEqual([
      409,
      ['This proof was replaced by a newer version. Please reload the page and look at that one.'],
    ]);
    const { proofs } = await listOf(admin);
    expect(proofs.filter((each) => each.requestId === requestId)).toMatchObject([
      { id: second, version: 2, earlierVersions: [{ id: first, status: 'replaced' }] },
    ]);
    expect(await isReleased(id)).toBe(false);
  });

  it('is asked for once: all orders with the design are released together, and those that wait for another stay', async () => {
    const proofKey = aKey();
    const one = await anAwaitingOrder({ proofKey });
    const other = await anAwaitingOrder({ proofKey });
    expect(other.requestId).toBe(one.requestId);
    await awaitProof(portal.db, other.id, { proofKey: aKey(), text: 'Reception' });
    await decideOnProof(admin, await show(one.requestId), { approve: true });
    expect([await isReleased(one.id), await isReleased(other.id)]).toEqual([true, false]);
  });

  it('takes pictures alone, of an existing design and with possible measures', async () => {
    const { requestId } = await anAwaitingOrder();
    expect((await uploadProofPicture(portal, operator, requestId, Buffer.from('<svg/>'))).status).toBe(415);
    expect((await uploadProofPicture(portal, operator, 999_999)).status).toBe(404);
    const refused = await showProof(portal, operator, requestId, { widthMm: 0, heightMm: 3000, colours: [''] });
    expect([refused.status, Object.keys(refused.errors).toSorted()]).toEqual([422, ['colours[0]', 'heightMm', 'widthMm']]);
    expect((await showProof(portal, operator, requestId, { fileId: 999_999 })).status).toBe(404);
    const others = await portal.asOperator({ brandIds: [2], rights: ['customerService'] });
    expect((await others.get(`/api/operator/proofs/${requestId}`)).status).toBe(404);
    expect((await portal.app.inject({ url: `/api/proofs/pictures/${crypto.randomUUID()}` })).statusCode).toBe(404);
  });

  it('is listed for the supplier by what it waits for', async () => {
    const { id, requestId } = await anAwaitingOrder({ logoName: 'Lighthouse' });
    const list = async (query: string) =>
      (await operator.get<'GET /api/operator/proofs'>(`/api/operator/proofs?limit=250&${query}`)).body.requests.map(
        (each) => each.id,
      );
    expect(await list('state=toDo&searchTerm=lightHOUSE')).toEqual([requestId]);
    expect(await list(`searchTerm=${id}`)).toEqual([requestId]);
    const proofId = await show(requestId);
    expect(await list('state=toDo&searchTerm=lighthouse')).toEqual([]);
    expect(await list('state=waiting&searchTerm=lighthouse')).toEqual([requestId]);
    await decideOnProof(admin, proofId, { approve: false, comment: 'No.' });
    expect(await list('state=toDo&searchTerm=lighthouse&organisationId=1')).toEqual([requestId]);
    expect(await list('searchTerm=lighthouse&organisationId=2')).toEqual([]);
  });
});

describe('who decides', () => {
  it('of a logo the Admins alone, of a text also who ordered it; no one else sees either', async () => {
    const logo = await anAwaitingOrder();
    const text = await anAwaitingOrder({ text: 'Niamh', requestedById: buyer.customerId });
    const [ofLogo, ofText] = [await show(logo.requestId), await show(text.requestId)];
    const stranger = await signInAs(portal, { role: 'Buyer', resortId: SOUTH.resortId, groupIds: [SOUTH.groupId] });
    const visible = async (person: TestClient) => {
      const ids = (await listOf(person)).proofs.map((each) => each.id);
      return [ids.includes(ofLogo), ids.includes(ofText)];
    };
    expect([await visible(admin), await visible(buyer), await visible(stranger)]).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ]);
    for (const [person, proofId] of [
      [buyer, ofLogo],
      [stranger, ofLogo],
      [stranger, ofText],
    ] as const)
      expect((await decideOnProof(person, proofId, { approve: true })).status).toBe(404);
    expect((await proofsOf(buyer, logo.id)).body.proofs).toMatchObject([{ canDecide: false }]);
    expect((await proofsOf(stranger, logo.id)).status).toBe(404);
    expect((await decideOnProof(buyer, ofText, { approve: true })).status).toBe(200);
    expect([await isReleased(logo.id), await isReleased(text.id)]).toEqual([false, true]);
  });

  it('of groups their Admins, for orders in these', async () => {
    const north = await signInAs(portal, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const south = await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
    const { requestId } = await anAwaitingOrder();
    const proofId = await show(requestId);
    expect((await decideOnProof(south, proofId, { approve: true })).status).toBe(404);
    expect((await decideOnProof(north, proofId, { approve: true })).status).toBe(200);
  });
});

describe('the release', () => {
  it('follows when what waits is cancelled wholly, and not before', async () => {
    const { id, lines } = await aReleasedOrder(portal, buyer, [shirt, 2], [cap, 1]);
    await awaitProof(portal.db, id, { proofKey: aKey(), line: 0 });
    const cancelOne = async () => {
      const { status } = await cancel(buyer, id, { items: [{ id: lines[0], quantity: 1 }] });
      expect(status).toBe(200);
      return isReleased(id);
    };
    expect([await cancelOne(), await cancelOne()]).toEqual([false, true]);
  });

  it('does not follow when the whole order is cancelled', async () => {
    const { id } = await anAwaitingOrder();
    expect((await cancel(buyer, id)).status).toBe(200);
    expect(await isReleased(id)).toBe(false);
  });
});

describe('a number of no proof', () => {
  const UNKNOWN = 987_654_321;
  it.each([
    ['POST /api/proofs/:id/decision', () => decideOnProof(admin, UNKNOWN, { approve: true })],
    ['POST /api/operator/proofs/:id/picture', () => uploadProofPicture(portal, operator, UNKNOWN)],
    [
      'POST /api/operator/proofs/:id/versions',
      () =>
        operator.post<'POST /api/operator/proofs/:id/versions'>(`/api/operator/proofs/${UNKNOWN}/versions`, {
          fileId: 1,
          widthMm: 80,
          heightMm: 35,
          colours: [],
        }),
    ],
  ])('is unknown to %s', async (_call, send) => {
    expect((await send()).status).toBe(404);
  });
});
