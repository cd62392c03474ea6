import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { type aPerson, aWardrobe, NORTH, SOUTH, type StockedProduct } from '#api/testing/builders.ts';
import { ask, findAccount, listOwnRequestsAs, prepareRequests, withdraw } from '#api/testing/entitlement-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type SignedIn, signInAs } from '#api/testing/wearers.ts';

const portal = usePortal();
const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);

let shirt: StockedProduct;

/** Meridian has only the administrators that a test adds, and one of North. */
beforeAll(async () => {
  ({ shirt } = await prepareRequests(portal));
});

/** Someone who is owed three pieces. */
async function aWearer(overrides: Parameters<typeof aPerson>[1]): Promise<SignedIn> {
  const person = await signInAs(portal, overrides);
  await aWardrobe(portal.db, person.customerId, [shirt]);
  return person;
}

it('people can ask only if an administrator could decide, and are told so before they ask', async () => {
  const isOffered = async (person: SignedIn) => {
    const { body } = await person.get<'GET /api/entitlement/statement'>('/api/entitlement/statement');
    const { id = 0, canAskForMore } = body.statement.periods[0]?.accounts[0] ?? {};
    const own = await person.get<'GET /api/entitlement/requests/own'>('/api/entitlement/requests/own');
    const { status, errors } = await ask(person, id);
    const blocker = 'There is no other administrator who could decide on a request for more. Contact your supplier.';
    expect([own.body.askingBlocker, status, errors?.account]).toEqual(
      canAskForMore ? [null, 200, undefined] : [blocker, 409, [blocker]],
    );
    expect(await listOwnRequestsAs(person)).toHaveLength(canAskForMore ? 1 : 0);
    return canAskForMore;
  };
  const close = ({ customerId }: SignedIn) => run(sql`update customer set active = false where id = ${customerId}`);

  const whole = await aWearer({ role: 'Admin' });
  const wider = await aWearer({ role: 'Admin', adminableGroupIds: [NORTH.groupId, SOUTH.groupId] });
  const equal = await aWearer({ role: 'Admin', adminableGroupIds: [NORTH.groupId] });
  const inSouth = await aWearer({ role: 'Staff', groupIds: [SOUTH.groupId] });
  expect(await isOffered(whole)).toBe(false);
  await close(whole);
  expect(await isOffered(wider)).toBe(false);
  await close(wider);
  expect(await isOffered(equal)).toBe(true);
  expect(await isOffered(inSouth)).toBe(false);
  await signInAs(portal, { role: 'Admin', adminableGroupIds: [SOUTH.groupId] });
  expect(await isOffered(inSouth)).toBe(true);
});

it('asking is refused after 50 requests of a person in a day, so that withdrawing and repeating them ends', async () => {
  const wearer = await aWearer({ role: 'Staff' });
  const accountId = await findAccount(portal, wearer);
  const askAndWithdraw = async () => withdraw(wearer, (await ask(wearer, accountId)).body.request.id);
  await askAndWithdraw();
  await run(sql`update rate_limit set hits = 49 where key like 'entitlement-requests:%'`);
  expect((await askAndWithdraw()).status).toBe(200);

  const { status, errors } = await ask(wearer, accountId);

  expect([status, errors]).toEqual([
    429,
    { entitlementRequest: ['You have sent too many requests today. Please try again tomorrow.'] },
  ]);
  expect(await listOwnRequestsAs(wearer)).toHaveLength(2);
});
