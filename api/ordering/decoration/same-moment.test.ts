import { sql } from 'kysely';
import { beforeAll, expect, it, vi } from 'vitest';
import { aDecoratedOrder, finishPieces, startDecoration } from '#api/testing/decoration.ts';
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

const openWithFaults = (...faults: StatementFault[]) =>
  portal.openSecondServer({
    logTo: { write: () => undefined },
    faults: [unlockedOrders, { statement: /as "wearerName",.* as name,.* as pending,/s, afterwards: pass }, ...faults],
  });

/** The supplier cancels a line on a server, and another operator starts to decorate it after the line has been read. */
async function cancelWhileStarting(server: TestServer) {
  const { id, lines } = await aDecoratedOrder(portal, buyer, polo);
  const line = lines[0] as number;
  gate.isOpen = false;
  const cancelling = cancelLines(await server.asOperator({ brandIds: [1] }), id, [line, 2]);
  await vi.waitUntil(() => gate.waiting.length > 0, { interval: 5, timeout: 10_000 });
  const started = await startDecoration(operator, line);
  gate.isOpen = true;
  for (const resume of gate.waiting.splice(0)) resume();
  return { started, cancelled: await cancelling, line };
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
