import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aDecoratedOrder, finishPieces, resetDecoration, startDecoration } from '#api/testing/decoration.ts';
import { aDecoratedProduct, type DecoratedProduct } from '#api/testing/designs.ts';
import { aParcel, cancelLines, operatorOrderOf, ship } from '#api/testing/fulfilment.ts';
import { cancel, eventsOf, orderOf, setApprovalRules } from '#api/testing/order-changes.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';
import { getExpectedDay } from '../checkout/checkout.rules.ts';

const portal = usePortal();
let operator: TestOperatorClient;
let elsewhere: TestOperatorClient;
let buyer: SignedIn;
let polo: DecoratedProduct;
let order: Awaited<ReturnType<typeof aDecoratedOrder>>;
let line: number;

beforeAll(async () => {
  await setApprovalRules(portal);
  operator = await portal.asOperator({ brandIds: [1], name: 'Dora Decorator' });
  elsewhere = await portal.asOperator({ brandIds: [2] });
  buyer = await signInAs(portal, {});
});

beforeEach(async () => {
  await sql`update garment_design set archived_at = now() where organisation_id = 1`.execute(portal.db);
  polo = await aDecoratedProduct(portal.db, { stock: [50, 50] });
  order = await aDecoratedOrder(portal, buyer, polo);
  line = order.lines[0] as number;
});

const listDecoration = (client: TestOperatorClient, query = '') =>
  client.get<'GET /api/operator/decoration/work'>(`/api/operator/decoration/work${query}`);
/** What of the order is to be decorated, on any day. */
async function findWork(orderId = order.id) {
  const { body } = await listDecoration(operator);
  const pages = await Promise.all(body.days.map(({ day }) => listDecoration(operator, `?day=${day}`)));
  return pages.flatMap((page) => page.body.lines).filter((each) => each.orderId === orderId);
}

describe('what is to be decorated', () => {
  it('is listed with its designs, by the day on which it leaves', async () => {
    const [work] = await findWork();
    expect(work).toMatchObject({ code: `L${line}`, quantity: 2, decoratedQuantity: 0, startedOnUtc: null, readyQuantity: 2 });
    expect(work?.designs).toMatchObject([{ method: 'Embroidery', position: 'Left chest', logoName: 'Anchor', text: null }]);
    const { body } = await listDecoration(operator, `?day=${work?.finishOn}`);
    expect(body.groups.find(({ lineIds }) => lineIds.includes(line))).toMatchObject({
      method: 'Embroidery',
      name: 'Left chest: logo Anchor',
      quantity: 2,
    });
  });

  it('is not listed to operators of other brands, nor before the order is released', async () => {
    expect((await listDecoration(elsewhere)).body.days).toEqual([]);
    expect((await startDecoration(elsewhere, line)).status).toBe(404);
    await sql`update orders set released_at = null where id = ${order.id}`.execute(portal.db);
    expect(await findWork()).toEqual([]);
    expect((await startDecoration(operator, line)).status).toBe(404);
  });
});

describe('POST /api/operator/decoration/finish', () => {
  it('leads from the start over scans to packing', async () => {
    const early = await ship(operator, [aParcel([line, 1])]);
    expect(early.status).toBe(409);
    expect(Object.values(early.errors)[0]?.[0]).toMatch(/^2 pieces of .* are not decorated yet\./);

    expect((await startDecoration(operator, line)).body.lines[0]?.startedOnUtc).not.toBeNull();
    const { body } = await finishPieces(operator, { code: `L${line}` });
    expect(body.lines[0]).toMatchObject({ id: line, decoratedQuantity: 1 });
    const packed = (await operatorOrderOf(operator, order.id))?.lines[0];
    expect(packed).toMatchObject({ toDecorateQuantity: 1, designs: [{ logoName: 'Anchor' }] });

    expect((await ship(operator, [aParcel([line, 2])])).status).toBe(409);
    expect((await ship(operator, [aParcel([line, 1])])).status).toBe(200);
    // What was sent cannot be taken back.
    expect(toRefusal(await finishPieces(operator, { orderItemId: line, quantity: -1 }))[0]).toBe(409);
    expect((await finishPieces(operator, { code: polo.combinations[0]?.sku })).body.lines[0]?.decoratedQuantity).toBe(2);
    expect((await finishPieces(operator, { code: `L${line}` })).status).toBe(409);
    expect((await ship(operator, [aParcel([line, 1])])).status).toBe(200);
    expect(await findWork()).toEqual([]);
  });

  it('counts a repeated scan once, and takes pieces back', async () => {
    const first = await finishPieces(operator, { code: `l${line}` }, 'scan-1');
    expect(await finishPieces(operator, { code: `l${line}` }, 'scan-1')).toMatchObject({ body: first.body });
    expect((await findWork())[0]?.decoratedQuantity).toBe(1);
    expect((await finishPieces(operator, { orderItemId: line, quantity: -1 })).body.lines[0]?.decoratedQuantity).toBe(0);
    expect((await finishPieces(operator, { orderItemId: line, quantity: -1 })).status).toBe(409);
  });

  it('asks for the barcode of the line where a garment is decorated in different ways', async () => {
    const design = { methodId: 20, positionId: polo.positions['upper-back'], text: 'Crew' };
    const other = await aDecoratedOrder(portal, buyer, polo, { designs: [design] });
    await sql`update orders set released_at = now() where id = ${other.id}`.execute(portal.db);
    const refused = await finishPieces(operator, { code: polo.combinations[0]?.sku });
    expect(refused.status).toBe(409);
    expect(refused.errors.code?.[0]).toContain('is decorated in different ways for orders');
    expect((await finishPieces(operator, { code: `L${other.lines[0]}` })).status).toBe(200);
    expect((await finishPieces(operator, { code: 'NO-SUCH-CODE' })).status).toBe(404);
  });
});

describe('POST /api/operator/decoration/start', () => {
  it('closes the line to cancelling and changing, for the supplier too', async () => {
    const before = await operatorOrderOf(operator, order.id);
    expect(before?.lines[0]?.cancellableQuantity).toBe(2);
    await startDecoration(operator, line);

    expect(toRefusal(await cancelLines(operator, order.id, [line, 1]))).toEqual([
      409,
      { decoration: [expect.stringContaining('so it can no longer be cancelled')] },
    ]);
    expect((await operatorOrderOf(operator, order.id))?.lines[0]?.cancellableQuantity).toBe(0);
    expect((await cancel(buyer, order.id)).status).toBe(409);
    const seen = await orderOf(buyer, order.id);
    expect(seen.orderItems[0]).toMatchObject({ cancellableQuantity: 0, changeAllowed: false });
    expect(await eventsOf(portal, order.id)).toEqual(expect.arrayContaining(['picking_started', 'decoration_started']));
  });
});

describe('POST /api/operator/decoration/reset', () => {
  const auditsOf = async () =>
    (
      await sql<{ after: object }>`
        select after from audit_event where action = 'order.decoration-reset' and subject_id = ${String(order.id)}`.execute(
        portal.db,
      )
    ).rows;

  it('sets back a line that was started by a mistaken scan, so that it can be cancelled', async () => {
    await finishPieces(operator, { code: `L${line}` });
    const refused = await resetDecoration(operator, line);
    expect(refused.errors.decoration?.[0]).toMatch(/^1 piece of .* is finished\. Take back/);
    await finishPieces(operator, { orderItemId: line, quantity: -1 });
    expect(await auditsOf()).toEqual([]);

    expect((await resetDecoration(operator, line)).body.lines[0]).toMatchObject({ startedOnUtc: null, decoratedQuantity: 0 });
    expect(await auditsOf()).toMatchObject([{ after: { reason: 'Wrong barcode scanned' } }]);
    expect(await eventsOf(portal, order.id)).toContain('decoration_reset');
    expect((await orderOf(buyer, order.id)).orderNotes.map(({ note }) => note)).toContainEqual(
      expect.stringMatching(/^Decoration was started by mistake and has been set back: 2 × /),
    );
    expect((await cancelLines(operator, order.id, [line, 2])).status).toBe(200);
  });

  it('is refused for lines of other brands, that were not started, or of which pieces were sent', async () => {
    expect((await resetDecoration(operator, line)).status).toBe(409);
    expect((await resetDecoration(elsewhere, line)).status).toBe(404);
    await finishPieces(operator, { orderItemId: line });
    await ship(operator, [aParcel([line, 1])]);
    expect((await resetDecoration(operator, line)).status).toBe(409);
    expect((await resetDecoration(operator, line, ' ')).status).toBe(422);
  });
});

describe('the days of a personalised line', () => {
  const readDay = async (expression: ReturnType<typeof sql>) =>
    (await sql<{ day: string }>`select (${expression})::text as day`.execute(portal.db)).rows[0]?.day;

  it('are later by the working days of its slowest method', async () => {
    const plain = await aDecoratedOrder(portal, buyer, polo, { designs: [] });
    const [decorated, other] = await Promise.all([order.id, plain.id].map((id) => operatorOrderOf(operator, id)));
    // Embroidery takes three.
    expect(decorated?.sendOn).toBe(await readDay(sql`add_working_days(${other?.sendOn}::date, 3)`));
  });

  it('are those after the delivery that its garments wait for', async () => {
    const late = await aDecoratedProduct(portal.db, { stock: [0], backorderMode: 1 });
    await sql`insert into stock_incoming (combination_id, due_on, quantity, reference)
      values (${late.combinations[0]?.id}, current_date + 10, 50, 'PO 1')`.execute(portal.db);
    const waiting = await aDecoratedOrder(portal, buyer, late);
    expect((await orderOf(buyer, waiting.id)).orderItems[0]?.dueDateUtc).toBe(
      `${await readDay(sql`add_working_days(current_date + 10, 3)`)}T00:00:00Z`,
    );
  });

  it('leave its place in the queue for pieces on hand, when another day is promised', async () => {
    const scarce = await aDecoratedProduct(portal.db, { stock: [1], backorderMode: 1 });
    const [first, second] = [
      await aDecoratedOrder(portal, buyer, scarce, { quantity: 1, designs: [] }),
      await aDecoratedOrder(portal, buyer, scarce, { quantity: 1 }),
    ];
    const in30Days = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
    const { status } = await operator.put(`/api/operator/orders/${second.id}/lines/due`, {
      items: [{ id: second.lines[0], dueOn: in30Days }],
      reason: 'The mill is late.',
    });
    expect(status).toBe(200);
    const ready = await Promise.all(
      [first, second].map(async ({ id }) => (await operatorOrderOf(operator, id))?.lines[0]?.readyQuantity),
    );
    expect(ready).toEqual([1, 0]);
  });

  it('do not count Saturdays and Sundays', async () => {
    // A Friday.
    expect(await readDay(sql`add_working_days('2026-11-27', 3)`)).toBe('2026-12-02');
    expect(await readDay(sql`add_working_days('2026-11-28', 0)`)).toBe('2026-11-28');
    expect(await readDay(sql`add_working_days('2026-11-28', 1)`)).toBe('2026-11-30');
    // The same before the order is placed: sent on Monday, or Thursday, and a working day on its way.
    expect([getExpectedDay('2026-11-29', 1), getExpectedDay('2026-11-29', 1, 3)]).toEqual(['2026-12-01', '2026-12-04']);
  });
});
