import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { aDecoratedOrder, finishPieces, resetDecoration, startDecoration } from '#api/testing/decoration.ts';
import { aDecoratedProduct, type DecoratedProduct } from '#api/testing/designs.ts';
import { cancelLines } from '#api/testing/fulfilment.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import type { TestOperatorClient, TestServer } from '#api/testing/portal.ts';
import { type StatementFault, unlockedOrders } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const ROUNDS = 3;
let buyer: SignedIn;
let polo: DecoratedProduct;
let operator: TestOperatorClient;

beforeAll(async () => {
  await setApprovalRules(portal);
  buyer = await signInAs(portal, {});
  polo = await aDecoratedProduct(portal.db, { stock: [500] });
  operator = await portal.asOperator({ brandIds: [1] });
});

/** Where a supplier's cancellation waits after it has read the lines. */
const gate = { isOpen: true, waiting: [] as (() => void)[] };
const pass = () => (gate.isOpen ? undefined : new Promise<void>((resume) => gate.waiting.push(resume)));

/** A server that does not lock orders, and waits after it has read lines. */
const openWithFaults = (...faults: StatementFault[]) =>
  portal.openSecondServer({
    logTo: { write: () => undefined },
    faults: [unlockedOrders, { statement: /as "wearerName",.* as name,.* as pending,/s, afterwards: pass }, ...faults],
  });

/** The supplier cancels a line on a server, and another operator starts to decorate it after the line has been read. */
async function cancelWhileStarting(server: TestServer) {
  const { id, lines } = await aDecoratedOrder(portal, buyer, polo);
  const line = lines[0] as number;
  const other = await server.asOperator({ brandIds: [1] });
  const [cancelled, started] = await during(
    () => cancelLines(other, id, [line, 2]),
    () => startDecoration(operator, line),
  );
  return { started, cancelled, line };
}

/** Does something else after the first, on a server with the gate, has read its lines. */
async function during<One, Other>(first: () => Promise<One>, other: () => Promise<Other>): Promise<[One, Other]> {
  gate.isOpen = false;
  const doing = first();
  await vi.waitUntil(() => gate.waiting.length > 0, { interval: 5, timeout: 10_000 });
  const done = await other();
  gate.isOpen = true;
  for (const resume of gate.waiting.splice(0)) resume();
  return [await doing, done];
}

const isCancelledAndStarted = async (line: number) =>
  (
    await sql<{ both: boolean }>`
      select cancelled_quantity > 0 and decoration_started_at is not null as both from order_line where id = ${line}`.execute(
      portal.db,
    )
  ).rows[0]?.both;

it('cancels a line or starts to decorate it, whichever comes first', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { id, lines } = await aDecoratedOrder(portal, buyer, polo);
    const line = lines[0] as number;
    const answers = await Promise.all([startDecoration(operator, line), cancelLines(operator, id, [line, 2])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await isCancelledAndStarted(line)).toBe(false);
  }
});

it('does not cancel what has been started, even if the order is not locked', async () => {
  const { started, cancelled, line } = await cancelWhileStarting(await openWithFaults());
  expect([started.status, cancelled.status]).toEqual([200, 500]);
  expect(await isCancelledAndStarted(line)).toBe(false);
});

it('would do so without the lock and the condition', async () => {
  const unconditional = {
    statement: /with cancelled as \(\s+update order_line l/,
    rewrite: (text: string) => text.replace('l.decoration_started_at is null and ', ''),
  };
  const { line } = await cancelWhileStarting(await openWithFaults(unconditional));
  expect(await isCancelledAndStarted(line)).toBe(true);
});

it('counts the last piece once when several scan it at the same moment', async () => {
  const { lines } = await aDecoratedOrder(portal, buyer, polo, { quantity: 1 });
  const answers = await Promise.all([1, 2, 3].map(() => finishPieces(operator, { code: `L${lines[0]}` })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

describe('setting back a line', () => {
  const isFinishedAndNotStarted = async (line: number) =>
    (
      await sql<{ both: boolean }>`
        select decorated_quantity > 0 and decoration_started_at is null as both from order_line where id = ${line}`.execute(
        portal.db,
      )
    ).rows[0]?.both;

  it('happens once, and either before or after a piece is finished', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const line = (await aDecoratedOrder(portal, buyer, polo)).lines[0] as number;
      await startDecoration(operator, line);
      const answers = await Promise.all([resetDecoration(operator, line), resetDecoration(operator, line)]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      await startDecoration(operator, line);
      const [finished] = await Promise.all([finishPieces(operator, { orderItemId: line }), resetDecoration(operator, line)]);
      expect([finished.status, await isFinishedAndNotStarted(line)]).toEqual([200, false]);
    }
  });

  /** Without the lock, a piece is finished after the line that is set back has been read. */
  async function finishWhileResetting(server: TestServer) {
    const line = (await aDecoratedOrder(portal, buyer, polo)).lines[0] as number;
    await startDecoration(operator, line);
    const other = await server.asOperator({ brandIds: [1] });
    const [reset, finished] = await during(
      () => resetDecoration(other, line),
      () => finishPieces(operator, { orderItemId: line }),
    );
    expect(finished.status).toBe(200);
    return { reset, isBroken: await isFinishedAndNotStarted(line) };
  }

  it('does not set back what was finished, even if the order is not locked', async () => {
    expect(await finishWhileResetting(await openWithFaults())).toMatchObject({ reset: { status: 500 }, isBroken: false });
  });

  it('would do so without the condition', async () => {
    const unconditional = {
      statement: /update order_line l set decoration_started_at = null/,
      rewrite: (text: string) => text.replace(' and l.decorated_quantity = 0', ''),
    };
    expect(await finishWhileResetting(await openWithFaults(unconditional))).toMatchObject({ isBroken: true });
  });
});
