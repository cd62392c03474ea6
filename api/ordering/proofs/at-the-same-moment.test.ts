import { sql } from 'kysely';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { anItem } from '#api/testing/builders.ts';
import { createDecisions, PO } from '#api/testing/decisions.ts';
import { countLockWaits } from '#api/testing/lock-waits.ts';
import type { TestClient, TestOperatorClient } from '#api/testing/portal.ts';
import { awaitProof, decideOnProof, showProof } from '#api/testing/proofs.ts';
import type { StatementFault } from '#api/testing/statement-faults.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import type { SignedIn } from '#api/testing/wearers.ts';

const portal = usePortal();
const { aColleague, aShirt, anOrder, decide } = createDecisions(portal);
let approver: SignedIn;
let admin: SignedIn;
let operator: TestOperatorClient;

beforeAll(async () => {
  approver = await aColleague({ approver: true });
  admin = await aColleague({ role: 'Admin', groupIds: [] });
  operator = await portal.asOperator({ rights: ['customerService'] });
});

let keys = 0;
const isReleased = async (id: number) =>
  (await sql<{ is: boolean }>`select released_at is not null as is from orders where id = ${id}`.execute(portal.db)).rows[0]?.is;

/** An order that waits for its approval and for a proof, which is shown. */
async function anOrderThatWaitsTwice() {
  const id = await anOrder(await aColleague(), anItem(await aShirt()));
  const { organisationId } = admin;
  const requestId = await awaitProof(portal.db, id, { proofKey: `moment:${keys++}`, organisationId });
  const { body } = await showProof(portal, operator, requestId);
  return { id, requestId, proofId: body.request.versions[0]?.id as number };
}

const approve = (id: number) => decide(approver, { id, action: 'approve', ...PO });

/** Approves an order; before that ends, the proof is approved on `server`. Returns whether the order is released in the end. */
async function decideAtOnce(server: Pick<typeof portal, 'withSession'>) {
  const { id, proofId } = await anOrderThatWaitsTwice();
  let decision: Promise<{ status: number }> | undefined;
  let isDecided = false;
  const approving = await portal.openSecondServer({
    faults: [
      {
        statement: /update orders o\s+set order_state_id/,
        afterwards: async () => {
          decision = decideOnProof(server.withSession(admin) as TestClient, proofId, { approve: true }).finally(() => {
            isDecided = true;
          });
          await vi.waitUntil(async () => isDecided || (await countLockWaits(portal.db)) > 0, { interval: 5, timeout: 5000 });
        },
      },
    ],
  });
  const { status } = await decide(approving.withSession(approver), { id, action: 'approve', ...PO });
  expect([status, (await decision)?.status]).toEqual([200, 200]);
  return isReleased(id);
}

describe('an order that waits for its approval and for a proof', () => {
  it('is released by the later of the two decisions, in either order', async () => {
    const one = await anOrderThatWaitsTwice();
    await approve(one.id);
    expect(await isReleased(one.id)).toBe(false);
    await decideOnProof(admin, one.proofId, { approve: true });
    expect(await isReleased(one.id)).toBe(true);

    const other = await anOrderThatWaitsTwice();
    await decideOnProof(admin, other.proofId, { approve: true });
    expect(await isReleased(other.id)).toBe(false);
    await approve(other.id);
    expect(await isReleased(other.id)).toBe(true);
  });

  it('is released when both are decided at the same moment', async () => {
    expect(await decideAtOnce(portal)).toBe(true);
  });

  it('would be forgotten if the decision on the proof did not lock the orders first', async () => {
    const unlocked: StatementFault = {
      statement: /^with locked as materialized .* select count\(\*\) from locked$/s,
      rewrite: (text) => text.replace(/ for no key update of o/, ''),
    };
    const server = await portal.openSecondServer({ faults: [unlocked] });
    expect(await decideAtOnce(server)).toBe(false);
  });
});

describe('a proof on which two decide', () => {
  /** Several decisions at the same moment. */
  async function race(server: Pick<typeof portal, 'withSession'>, count = 10) {
    const { id, requestId, proofId } = await anOrderThatWaitsTwice();
    const session = server.withSession(admin) as TestClient;
    const decisions = await Promise.all(
      Array.from({ length: count }, (_, n) =>
        decideOnProof(session, proofId, n % 2 === 0 ? { approve: true } : { approve: false, comment: 'No.' }),
      ),
    );
    const { rows } = await sql<{ status: string; approved: boolean }>`
      select p.status, q.approved_at is not null as approved from proof p join proof_request q on q.organisation_id = p.organisation_id and q.id = p.request_id
      where q.id = ${requestId}`.execute(portal.db);
    return { id, statuses: decisions.map(({ status }) => status).toSorted(), ...rows[0] };
  }

  it('is decided once, and approved for all or not at all', async () => {
    const { statuses, status, approved } = await race(portal);
    expect(statuses).toEqual([200, ...Array(9).fill(409)]);
    expect(approved).toBe(status === 'approved');
  });

  it('would be decided several times if neither the request were locked nor the decision conditional', async () => {
    let readers = 0;
    const waitForAnother = async () => {
      readers += 1;
      await vi.waitUntil(() => readers === 2, { interval: 5, timeout: 5000 });
    };
    const server = await portal.openSecondServer({
      faults: [
        { statement: /as "isLatest"/, afterwards: waitForAnother },
        { statement: /from proof_request q\s.*for no key update$/s, rewrite: (text) => text.replace(' for no key update', '') },
        { statement: /update proof p set status/, rewrite: (text) => text.replace("and p.status = 'waiting'", '') },
      ],
    });
    expect((await race(server, 2)).statuses).toEqual([200, 200]);
  });

  it('is not approved while a newer version is being shown', async () => {
    const { id, requestId, proofId } = await anOrderThatWaitsTwice();
    await approve(id);
    let decision: Promise<{ status: number }> | undefined;
    await portal.db.transaction().execute(async (tx) => {
      await sql`select from proof_request where id = ${requestId} for no key update`.execute(tx);
      await sql`insert into proof (organisation_id, request_id, version, file_id, width_mm, height_mm)
        select organisation_id, request_id, 2, file_id, width_mm, height_mm from proof where id = ${proofId}`.execute(tx);
      decision = decideOnProof(admin, proofId, { approve: true });
      await vi.waitUntil(async () => (await countLockWaits(portal.db)) > 0, { interval: 5, timeout: 5000 });
    });
    expect([(await decision)?.status, await isReleased(id)]).toEqual([409, false]);
  });
});
