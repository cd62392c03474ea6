import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { runInTransaction } from '#api/platform/db/database.ts';
import { untilSomeoneWaits } from '#api/testing/lock-waits.ts';
import {
  createOperatorAccount,
  createProof,
  getCode,
  listOperatorAuditEvents,
  logInAsOperator,
  OPERATOR_PASSWORD,
  OPERATOR_RECOVERY_CODE,
} from '#api/testing/operator-accounts.ts';
import { type TestOperatorClient, toRefusal } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { OPERATOR_RIGHTS } from '#contract/identity/operators/operator-rights.ts';

const ALL_RIGHTS = [...OPERATOR_RIGHTS];

const portal = usePortal();
const mailJobs = useMailJobs(portal);
let operator: TestOperatorClient;

beforeEach(async () => {
  operator = await portal.asOperator({ brandIds: [1, 2], name: 'Olive Operator' });
});

const list = async (client = operator) =>
  (await client.get<'GET /api/operator/operators'>('/api/operator/operators')).body.operators;
const find = async (id: number) => (await list()).find((member) => member.id === id);

let added = 0;
const nextEmail = () => {
  added += 1;
  return `colleague${added}@supplier.example`;
};
const add = async (input: object = {}, client = operator) =>
  client.post<'POST /api/operator/operators'>('/api/operator/operators', {
    email: nextEmail(),
    name: 'Ned New',
    brandIds: [1],
    rights: ALL_RIGHTS,
    ...(await createProof(portal.db, client.id)),
    ...input,
  });
const change = async (id: number, input: object, client = operator) =>
  client.put<'PUT /api/operator/operators/:id'>(`/api/operator/operators/${id}`, {
    name: 'Ned New',
    brandIds: [1],
    rights: ALL_RIGHTS,
    disabled: false,
    ...(await createProof(portal.db, client.id)),
    ...input,
  });
const sendLink = async (id: number, client = operator) =>
  client.post<'POST /api/operator/operators/:id/passwordlink'>(
    `/api/operator/operators/${id}/passwordlink`,
    await createProof(portal.db, client.id),
  );
const resetFactor = async (id: number, client = operator) =>
  client.post<'POST /api/operator/operators/:id/resetsecondfactor'>(
    `/api/operator/operators/${id}/resetsecondfactor`,
    await createProof(portal.db, client.id),
  );
const checkLink = async (token: string | undefined) =>
  (await portal.anonymous().post<'POST /api/operator/passwordlink/check'>('/api/operator/passwordlink/check', { token })).body;
const usesSession = async (client: TestOperatorClient) => (await client.get('/api/operator/me')).status;
const listActions = async (id: number) => (await listOperatorAuditEvents(portal.db, id)).map(({ action }) => action);
/** Template, change and author of the mails to an address, oldest first. */
const listMails = async (email: string) =>
  (await mailJobs.listMails(email)).map(({ template, data }) => [template, data.change, data.by]);
const getEmail = async (id: number) =>
  (await sql<{ email: string }>`select email from operator where id = ${id}`.execute(portal.db)).rows[0]?.email as string;

/** A colleague with a password and a second factor who works for brand 1 alone. */
const createColleague = async () => {
  const account = await createOperatorAccount(portal.db, { name: 'Ned New' });
  await sql`delete from operator_brand where operator_id = ${account.id} and brand_id <> 1`.execute(portal.db);
  return account;
};

describe('the list of operators', () => {
  it('has the operators whose brands are all among the caller’s own, and names the caller', async () => {
    const colleague = await createColleague();
    const wider = await portal.asOperator({ brandIds: [1, 2, 3] });
    const other = await portal.asOperator({ brandIds: [3] });

    const ids = (await list()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([operator.id, colleague.id]));
    expect(ids).not.toContain(wider.id);
    expect(ids).not.toContain(other.id);
    expect(await find(colleague.id)).toEqual({
      id: colleague.id,
      email: colleague.email,
      name: 'Ned New',
      brands: [{ id: 1, name: expect.any(String), companyName: expect.any(String) }],
      rights: ALL_RIGHTS,
      apiKeys: [],
      disabled: false,
      hasPassword: true,
      hasSecondFactor: true,
      lastSeenUtc: null,
      isCaller: false,
    });
    expect(await find(operator.id)).toMatchObject({ isCaller: true, lastSeenUtc: expect.any(String) });
  });

  it('is for operators alone', async () => {
    const key = await portal.asApiKey(['people:write', 'orders:write'], [1, 2]);
    const { id } = await createColleague();
    const replies = [
      await key.get('/api/operator/operators'),
      await add({}, key),
      await change(id, { disabled: true }, key),
      await sendLink(id, key),
      await resetFactor(id, key),
    ];
    for (const reply of replies)
      expect(toRefusal(reply)).toEqual([403, { authorization: ['Only operators may do this; an API key may not.'] }]);
  });
});

describe('adding an operator', () => {
  it('mails a link with which the new operator sets a password, sets up the second factor and starts to work', async () => {
    const email = nextEmail();
    const { id } = (await add({ email: ` ${email} `, name: ' Ned New ', brandIds: [2, 1] })).body.operator;

    expect(await find(id)).toMatchObject({
      email,
      name: 'Ned New',
      hasPassword: false,
      hasSecondFactor: false,
      lastSeenUtc: null,
    });
    expect(await listOperatorAuditEvents(portal.db, operator.id)).toEqual([
      {
        action: 'operator.added',
        subjectId: String(id),
        before: null,
        after: { name: 'Ned New', brandIds: [2, 1], rights: ALL_RIGHTS },
      },
    ]);
    const [mail, ...others] = await mailJobs.listMails(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      template: 'operator-invitation',
      brandId: 1,
      data: { name: 'Ned New', validDays: 7, isNew: true },
    });
    const token = mail?.secrets?.token;
    expect(await mailJobs.waitForMailedLink(email, '/operator/set-password')).toContain(token);
    expect(await checkLink(token)).toEqual({ success: true, email, minLen: 12, used: false });

    const anonymous = portal.anonymous();
    await anonymous.post('/api/operator/passwordlink', { token, password: OPERATOR_PASSWORD });
    const credentials = { email, password: OPERATOR_PASSWORD };
    const start = await anonymous.post<'POST /api/operator/enrolment/start'>('/api/operator/enrolment/start', credentials);
    const { setup, secret } = start.body;
    const done = await anonymous.post<'POST /api/operator/enrolment/confirm'>('/api/operator/enrolment/confirm', {
      ...credentials,
      setup,
      otp: getCode(secret),
    });
    const me = await portal.app.inject({
      url: '/api/operator/me',
      headers: { host: 'localhost', authorization: `Bearer ${done.body.access_token}` },
    });
    expect(me.json()).toMatchObject({ operator: { id, name: 'Ned New', brands: [{ id: 1 }, { id: 2 }] } });
    expect(await find(id)).toMatchObject({ hasPassword: true, hasSecondFactor: true });
  });

  it.each<[string, object, [number, Record<string, string[]>]]>([
    [
      'a brand that is not the caller’s own',
      { brandIds: [1, 3] },
      [403, { authorization: ['You can only give access to brands of your own.'] }],
    ],
    ['no brand', { brandIds: [] }, [422, { brandIds: ['Select at least one brand.'] }]],
    ['a blank name', { name: ' ' }, [422, { name: ['Name is required.'] }]],
  ])('is refused with %s', async (_, input, refusal) => {
    const email = nextEmail();
    expect(toRefusal(await add({ email, ...input }))).toEqual(refusal);
    expect((await list()).map((member) => member.email)).not.toContain(email);
    expect(await listMails(email)).toEqual([]);
  });

  it('is refused with an address that is not valid, and with one that is taken in any case', async () => {
    const { email } = await createColleague();
    const invalid = await add({ email: 'ned' });
    expect([invalid.status, Object.keys(invalid.errors)]).toEqual([422, ['email']]);
    expect(toRefusal(await add({ email: email.toUpperCase() }))).toEqual([
      409,
      { operator: ['There is an operator with this email address already.'] },
    ]);
    expect(await listMails(email)).toEqual([]);
  });
});

describe('changing an operator', () => {
  it('takes effect with the next request and is recorded', async () => {
    const colleague = await portal.asOperator({ brandIds: [1], name: 'Ned New' });

    expect((await change(colleague.id, { name: ' Nadia New ', brandIds: [2, 2] })).status).toBe(200);

    const me = await colleague.get<'GET /api/operator/me'>('/api/operator/me');
    expect([me.body.operator.name, me.body.operator.brands.map(({ id }) => id)]).toEqual(['Nadia New', [2]]);
    expect(await listOperatorAuditEvents(portal.db, operator.id)).toEqual([
      {
        action: 'operator.changed',
        subjectId: String(colleague.id),
        before: { name: 'Ned New', brandIds: [1], rights: ALL_RIGHTS, disabled: false },
        after: { name: 'Nadia New', brandIds: [2], rights: ALL_RIGHTS, disabled: false },
      },
    ]);
    expect(await listMails(await getEmail(colleague.id))).toEqual([['operator-access-changed', 'access', 'Olive Operator']]);
  });

  it('records nothing when nothing changes', async () => {
    const { id } = await createColleague();
    expect((await change(id, {})).status).toBe(200);
    expect(await listActions(operator.id)).toEqual([]);
  });

  it('gives no one more brands than the caller’s own, and reaches no operator who has more', async () => {
    const { id } = await createColleague();
    const wider = await portal.asOperator({ brandIds: [1, 3], name: 'Wide' });

    expect(toRefusal(await change(id, { brandIds: [1, 3] }))).toEqual([
      403,
      { authorization: ['You can only give access to brands of your own.'] },
    ]);
    for (const reply of [await change(wider.id, { disabled: true }), await sendLink(wider.id), await resetFactor(wider.id)])
      expect(toRefusal(reply)).toEqual([404, { operator: ['Operator not found.'] }]);
    expect((await find(id))?.brands.map((brand) => brand.id)).toEqual([1]);
    expect(await usesSession(wider)).toBe(200);
    expect(await listMails(await getEmail(wider.id))).toEqual([]);
  });

  it('lets callers change their own name, but neither disable themselves nor change their own brands', async () => {
    const refusal = [
      409,
      { operator: ['You cannot change your own brands and rights or disable your own account. Ask another administrator.'] },
    ];
    expect(toRefusal(await change(operator.id, { brandIds: [1, 2], disabled: true }))).toEqual(refusal);
    expect(toRefusal(await change(operator.id, { brandIds: [1] }))).toEqual(refusal);
    expect((await change(operator.id, { name: 'Olivia', brandIds: [2, 1] })).status).toBe(200);
    expect(await find(operator.id)).toMatchObject({ name: 'Olivia', brands: [{ id: 1 }, { id: 2 }], disabled: false });
  });
});

describe('disabling an operator', () => {
  it('ends the sessions and links, refuses the log-in and tells the operator; enabling lets them log in again', async () => {
    const { id, email } = await createColleague();
    const credentials = { username: email, password: OPERATOR_PASSWORD };
    const { token } = await logInAsOperator(portal, { ...credentials, otp: getCode() });
    const headers = { host: 'localhost', authorization: `Bearer ${token}` };
    const requestMe = async () => (await portal.app.inject({ url: '/api/operator/me', headers })).statusCode;
    await sendLink(id);
    const link = (await mailJobs.listMails(email))[0]?.secrets?.token;
    expect([await requestMe(), (await checkLink(link)).success]).toEqual([200, true]);

    expect((await change(id, { disabled: true })).status).toBe(200);

    expect([await requestMe(), (await checkLink(link)).success]).toEqual([401, false]);
    expect((await logInAsOperator(portal, credentials)).error).toBe('invalid_grant');
    expect(await find(id)).toMatchObject({ disabled: true });
    expect(toRefusal(await sendLink(id))).toEqual([409, { operator: ['This operator is disabled. Enable the account first.'] }]);

    expect((await change(id, { disabled: false })).status).toBe(200);

    // Neither the session nor the link comes back.
    expect([await requestMe(), (await checkLink(link)).success]).toEqual([401, false]);
    expect((await logInAsOperator(portal, credentials)).error).toBe('mfa_required');
    expect(await listMails(email)).toEqual([
      ['operator-invitation', undefined, undefined],
      ['operator-access-changed', 'disabled', 'Olive Operator'],
      ['operator-access-changed', 'enabled', 'Olive Operator'],
    ]);
    expect(await listActions(operator.id)).toEqual(['operator.link_sent', 'operator.changed', 'operator.changed']);
  });

  it('leaves one of two operators who disable each other at the same moment', async () => {
    const other = await portal.asOperator({ brandIds: [1, 2], name: 'Other' });
    const disable = (id: number, client: TestOperatorClient) => change(id, { brandIds: [1, 2], disabled: true }, client);

    // Both requests are past authentication before either may go on.
    const pending = await runInTransaction(portal.db, async (tx) => {
      await sql`select from operator order by id for update`.execute(tx);
      const requests = [disable(other.id, operator), disable(operator.id, other)];
      await untilSomeoneWaits(portal.db, { count: 2 });
      return requests;
    });
    const replies = await Promise.all(pending);

    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 401]);
    expect([await usesSession(operator), await usesSession(other)].toSorted()).toEqual([200, 401]);
  });
});

describe('an operator who is disabled, or loses a brand, while a request is under way', () => {
  it.each([
    ['disabled', sql`update operator set disabled_at = now() where id = `, 401],
    ['without the brand', sql`delete from operator_brand where brand_id = 1 and operator_id = `, 403],
  ])('adds no operator and creates no key: %s', async (_, change, status) => {
    const email = nextEmail();
    const proof = await createProof(portal.db, operator.id);
    // Both requests are past authentication before the operator changes.
    const pending = await runInTransaction(portal.db, async (tx) => {
      await sql`select from operator where id = ${operator.id} for update`.execute(tx);
      const requests = [
        add({ email }),
        operator.post<'POST /api/operator/apikeys'>('/api/operator/apikeys', {
          name: email,
          scopes: ['orders:read'],
          brandIds: [1],
          ...proof,
        }),
      ];
      await untilSomeoneWaits(portal.db, { count: 2 });
      await sql`${change} ${operator.id}`.execute(tx);
      return requests;
    });

    expect((await Promise.all(pending)).map((reply) => reply.status)).toEqual([status, status]);
    const { rows } = await sql`
      select from operator where email = ${email} union all select from api_key where name = ${email}`.execute(portal.db);
    expect(rows).toEqual([]);
  });
});

describe('sending an operator another link', () => {
  it('mails a link that replaces the earlier one', async () => {
    const email = nextEmail();
    const { id } = (await add({ email })).body.operator;
    expect((await sendLink(id)).status).toBe(200);

    const [first, second] = (await mailJobs.listMails(email)).map(({ secrets }) => secrets?.token);
    expect([(await checkLink(first)).success, (await checkLink(second)).success]).toEqual([false, true]);
    expect(await listActions(operator.id)).toEqual(['operator.added', 'operator.link_sent']);
  });

  it('leaves the password and the second factor of an operator as they are until the link is used', async () => {
    const { id, email } = await createColleague();
    await sendLink(id);
    const attempt = { username: email, password: OPERATOR_PASSWORD, otp: getCode() };
    expect((await logInAsOperator(portal, attempt)).status).toBe(200);
  });
});

describe('resetting the second factor of an operator', () => {
  it('ends the sessions, makes app and recovery codes useless, and tells both operators', async () => {
    const { id, email } = await createColleague();
    const credentials = { username: email, password: OPERATOR_PASSWORD };
    const { token } = await logInAsOperator(portal, { ...credentials, otp: getCode() });

    expect((await resetFactor(id)).status).toBe(200);

    const headers = { host: 'localhost', authorization: `Bearer ${token}` };
    expect((await portal.app.inject({ url: '/api/operator/me', headers })).statusCode).toBe(401);
    expect(await find(id)).toMatchObject({ hasPassword: true, hasSecondFactor: false });
    const withRecoveryCode = await logInAsOperator(portal, { ...credentials, otp: OPERATOR_RECOVERY_CODE });
    expect(withRecoveryCode.error).toBe('enrolment_required');
    expect(await listMails(email)).toEqual([['operator-access-changed', 'second-factor-reset', 'Olive Operator']]);
    const [notice] = await mailJobs.renderMails(await getEmail(operator.id));
    expect(notice?.subject).toBe('The second factor of operator Ned New was reset');
    expect(await listOperatorAuditEvents(portal.db, operator.id)).toEqual([
      { action: 'operator.second_factor_reset', subjectId: String(id), before: null, after: null },
    ]);
  });

  it('is refused for oneself, so that a stolen session cannot get rid of the second factor', async () => {
    expect(toRefusal(await resetFactor(operator.id))).toEqual([
      409,
      { operator: ['You cannot reset your own second factor. Replace your authenticator app in your account.'] },
    ]);
    expect(await find(operator.id)).toMatchObject({ hasSecondFactor: true });
    expect(await usesSession(operator)).toBe(200);
  });

  it('is refused for an operator who has none', async () => {
    const email = nextEmail();
    const { id } = (await add({ email })).body.operator;
    expect(toRefusal(await resetFactor(id))).toEqual([409, { operator: ['This operator has no second factor at the moment.'] }]);
    expect(await listMails(email)).toEqual([['operator-invitation', undefined, undefined]]);
  });
});
