import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem, type StockedProduct } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { countLockWaits } from '#api/testing/lock-waits.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { unconditionalSteps, unlockedOrders } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
let approver: SignedIn;
const { aColleague, aShirt, anOrder, decide, stateOf, stockOf, mailsOf } = createDecisions(portal);

beforeAll(async () => {
  approver = await aColleague({ approver: true, firstName: 'Ada' });
});

describe('someone who may no longer approve', () => {
  /** Decides while the right is being withdrawn: the transaction that does so has not ended when the decision begins. */
  async function decideWhileWithdrawn(server: Pick<typeof portal, 'withSession'>) {
    const decider = await aColleague({ approver: true });
    const id = await anOrder(await aColleague(), anItem(await aShirt()));
    let decision: Promise<{ status: number }> | undefined;
    let isDecided = false;
    await portal.db.transaction().execute(async (tx) => {
      await sql`update customer set allow_order_approval = false where id = ${decider.customerId}`.execute(tx);
      decision = decide(server.withSession(decider), { id, action: 'approve', ...PO }).finally(() => {
        isDecided = true;
      });
      await vi.waitUntil(async () => isDecided || (await countLockWaits(portal.db)) > 0, { interval: 5, timeout: 5000 });
    });
    return { id, status: (await decision)?.status };
  }

  it('does not approve an order while the right is being withdrawn', async () => {
    const { id, status } = await decideWhileWithdrawn(portal);
    expect([status, (await stateOf(id))?.state]).toEqual([403, 50]);
  });

  it('would approve it if the rights were not locked', async () => {
    const statement = /from customer where .* for share/s;
    const unlocked = await portal.openSecondServer({
      faults: [{ statement, rewrite: (text) => text.replace(' for share', '') }],
    });
    const { id, status } = await decideWhileWithdrawn(unlocked);
    expect([status, (await stateOf(id))?.state]).toEqual([200, 10]);
  });
});

describe('several people', () => {
  it('are told who was first, what and when', async () => {
    const id = await anOrder(await aColleague(), anItem(await aShirt()));
    const late = await aColleague({ approver: true });

    await decide(approver, { id, action: 'reject', rejectReason: 'Over budget.' });
    const refused = [
      await decide(late, { id, action: 'approve', ...PO }),
      await decide(approver, { id, action: 'approve', ...PO }),
    ];

    for (const { status, errors } of refused) {
      expect(status).toBe(409);
      expect(errors.order?.[0]).toMatch(
        /^Ada Forthetest rejected this order on \d+ \w+ \d{4} at \d\d:\d\d\. Nothing has been changed\. Reason: Over budget\.$/,
      );
    }
  });

  /** Fifty decisions at the same moment; the number that succeeded. */
  async function race(server: Pick<typeof portal, 'as'>, shirt: StockedProduct) {
    const buyer = await aColleague();
    const id = await anOrder(buyer, anItem(shirt, 2));
    const deciders = await Promise.all(
      Array.from({ length: 5 }, async () => server.as((await aColleague({ approver: true })).email)),
    );
    const decisions = [
      { id, action: 'approve', ...PO },
      { id, action: 'reject', rejectReason: 'No.' },
      { id, action: 'amend', rejectReason: 'Again.' },
    ];
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => decide(deciders[index % 5] as TestClient, decisions[index % 3] as object)),
    );
    // Each decider makes each of the decisions several times; repeating one's own gets the first answer.
    const winners = new Set(results.flatMap(({ status }, index) => (status === 200 ? [index % 15] : [])));
    const mails = (await mailsOf(buyer.email)).filter((template) => template !== 'order-placed');
    return { id, buyer, results, winners: winners.size, mails: mails.length };
  }

  it('decide at the same moment: one succeeds, the others are told', async () => {
    const shirt = await aShirt();

    const { id, results, winners, mails } = await race(portal, shirt);

    expect([winners, mails]).toEqual([1, 1]);
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const state = (await stateOf(id))?.state;
    expect(await stockOf(shirt)).toEqual(state === 10 ? { reserved: 2, ledger: 2 } : { reserved: 0, ledger: 0 });
  });

  it('would both succeed if the order were read first and then changed', async () => {
    let readers = 0;
    const waitForAnother = async () => {
      readers += 1;
      await vi.waitUntil(() => readers > 1, { interval: 5, timeout: 5000 });
    };
    const server = await portal.openSecondServer({
      logTo: { write: () => undefined },
      faults: [
        unlockedOrders,
        { statement: /as "isWaiting"/, afterwards: waitForAnother },
        unconditionalSteps,
        // The primary key of what was decided about a line would refuse the second one.
        { statement: /insert into approval_line/, rewrite: (text) => `${text} on conflict do nothing` },
      ],
    });

    expect((await race(server, await aShirt([50]))).winners).toBeGreaterThan(1);
  });
});
