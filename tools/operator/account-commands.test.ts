import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createOperatorAccount, logInAsOperator, OPERATOR_PASSWORD } from '#api/testing/operator-accounts.ts';
import { TEST_KEY } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';
import { runOperatorCommand } from './run.ts';

const portal = usePortal();
const mailJobs = useMailJobs(portal);

async function run(...args: string[]) {
  const written = { output: '', errors: '' };
  const environment = { DATABASE_URL: portal.url, DATABASE_OWNER_URL: portal.ownerUrl, SECRET_KEY: TEST_KEY };
  const code = await runOperatorCommand(args, environment, {
    write: (text) => {
      written.output += text;
    },
    writeError: (text) => {
      written.errors += text;
    },
  });
  return { code, ...written };
}

const listSystemEvents = async () =>
  (
    await sql<{ action: string; subjectId: string; after: unknown }>`
      select action, subject_id as "subjectId", after from audit_event
      where actor_kind = 'system' and action like 'operator.%' order by id`.execute(portal.db)
  ).rows;
const countOperators = async () => (await sql`select from operator`.execute(portal.db)).rows.length;

it('adds an operator, whose link sets a password and is mailed too', async () => {
  const { code, output, errors } = await run('add', 'olive.operator@supplier.example');

  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain(
    'olive.operator@supplier.example has been added for sundial, alder, brackwell, with the rights Warehouse, Customer service, Accounts, Catalogue, Tailoring, Administrator.',
  );
  const link = new URL(/^http.*$/m.exec(output)?.[0] ?? '');
  expect([link.origin, link.pathname]).toEqual(['http://localhost:3000', '/operator/set-password']);
  const token = link.searchParams.get('token');
  const [mail] = await mailJobs.listMails('olive.operator@supplier.example');
  expect(mail).toMatchObject({ template: 'operator-invitation', data: { name: 'Olive Operator' }, secrets: { token } });
  const set = await portal
    .anonymous()
    .post<'POST /api/operator/passwordlink'>('/api/operator/passwordlink', { token, password: OPERATOR_PASSWORD });
  expect(set.body).toEqual({ success: true });
  expect(
    await logInAsOperator(portal, { username: 'olive.operator@supplier.example', password: OPERATOR_PASSWORD }),
  ).toMatchObject({ error: 'enrolment_required' });
  expect((await listSystemEvents()).at(-1)).toMatchObject({
    action: 'operator.added',
    after: { name: 'Olive Operator', brandIds: [1, 2, 3] },
  });
});

it('adds an operator under a name for some brands alone', async () => {
  const { output } = await run('add', 'ned@supplier.example', '--name', 'Ned New', '--brand', 'alder', '--brand=brackwell');
  expect(output).toContain('for alder, brackwell, with the rights Warehouse');
  expect(output).toContain('http://alder.localhost:3000/operator/set-password?token=');
  const { rows } = await sql<{ name: string; brands: number[] }>`
    select name, array_agg(brand_id::int order by brand_id) as brands from operator o join operator_brand b on b.operator_id = o.id
    where email = 'ned@supplier.example' group by 1`.execute(portal.db);
  expect(rows).toEqual([{ name: 'Ned New', brands: [2, 3] }]);
});

it.each([
  [['add'], /^Usage: npm run operator -- add EMAIL/],
  [['add', 'a@supplier.example', 'b@supplier.example'], /^Usage/],
  [['add', 'a@supplier.example', '--brands', 'alder'], /^Usage/],
  [['add', 'a@supplier.example', '--brand'], /^Usage/],
  [['add', 'a@supplier.example', '--right', 'packer'], /^Usage/],
  [['reset-factor', 'a@supplier.example', '--name', 'A'], /^Usage/],
  [
    ['add', 'a@supplier.example', '--brand', 'aldr'],
    /^brand: There is no brand aldr\. The brands are sundial, alder, brackwell\.\n$/,
  ],
  [['add', 'a@supplier'], /^email: Email is not valid\.\n$/],
  [['add', 'Operator@livery.example'], /^operator: There is an operator with this email address already\.\n$/],
  [['reset-factor', 'unknown@supplier.example'], /^operator: Operator not found\.\n$/],
  [['reset-password', 'unknown@supplier.example'], /^operator: Operator not found\.\n$/],
  [['reset-password', 'a@supplier.example', '--name', 'A'], /^Usage/],
])('refuses %j and changes nothing', async (args, message) => {
  const before = await countOperators();
  expect(await run(...args)).toEqual({ code: 1, output: '', errors: expect.stringMatching(message) });
  expect(await countOperators()).toBe(before);
});

it('resets the second factor of an operator, ends the sessions and tells the operator', async () => {
  const { id, email } = await createOperatorAccount(portal.db);
  await sql`
    insert into operator_session (operator_id, access_hash, ends_at)
    values (${id}, ${Buffer.alloc(32, 7)}, now() + interval '1 hour')`.execute(portal.db);

  expect(await run('reset-factor', email.toUpperCase())).toMatchObject({ code: 0, errors: '' });

  const { rows } = await sql`
    select from operator_second_factor where operator_id = ${id}
    union all select from operator_recovery_code where operator_id = ${id}
    union all select from operator_session where operator_id = ${id} and revoked_at is null`.execute(portal.db);
  expect(rows).toEqual([]);
  expect(await mailJobs.listMails(email)).toMatchObject([
    { template: 'operator-access-changed', data: { change: 'second-factor-reset', by: 'an administrator of the server' } },
  ]);
  expect((await listSystemEvents()).at(-1)).toMatchObject({ action: 'operator.second_factor_reset', subjectId: String(id) });
  expect(await run('reset-factor', email)).toMatchObject({
    code: 1,
    errors: 'operator: This operator has no second factor at the moment.\n',
  });
});

it('gives an operator who has lost the password a link, ends the sessions, and tells the other administrators', async () => {
  const { id, email } = await createOperatorAccount(portal.db);
  const other = await createOperatorAccount(portal.db);
  const addSession = () =>
    sql`
      insert into operator_session (operator_id, access_hash, ends_at)
      values (${id}, ${randomBytes(32)}, now() + interval '1 hour')`.execute(portal.db);
  await addSession();

  const { code, output, errors } = await run('reset-password', email.toUpperCase());

  expect([code, errors]).toEqual([0, '']);
  expect(output).toContain('It works once, within 7 days, and is mailed too. It is a secret');
  const { rows } = await sql`select from operator_session where operator_id = ${id} and revoked_at is null`.execute(portal.db);
  expect(rows).toEqual([]);
  const token = new URL(/^http.*$/m.exec(output)?.[0] ?? '').searchParams.get('token');
  expect(await mailJobs.listMails(email)).toMatchObject([
    { template: 'operator-invitation', data: { isNew: false }, secrets: { token } },
  ]);
  expect(await mailJobs.listMails(other.email)).toContainEqual(
    expect.objectContaining({
      template: 'operator-access-notice',
      data: expect.objectContaining({
        notice: expect.objectContaining({ event: 'operator-link-sent' }),
        by: 'an administrator of the server',
      }),
    }),
  );
  expect((await listSystemEvents()).at(-1)).toMatchObject({ action: 'operator.link_sent', subjectId: String(id) });

  const password = 'another kettle of 9 herrings';
  const set = await portal.anonymous().post<'POST /api/operator/passwordlink'>('/api/operator/passwordlink', { token, password });
  expect(set.body).toEqual({ success: true });
  // The second factor remains.
  expect(await logInAsOperator(portal, { username: email, password })).toMatchObject({ error: 'mfa_required' });
});

it('gives a disabled operator no link', async () => {
  const { id, email } = await createOperatorAccount(portal.db);
  await sql`update operator set disabled_at = now() where id = ${id}`.execute(portal.db);
  expect(await run('reset-password', email)).toMatchObject({
    code: 1,
    errors: expect.stringMatching(/^operator: This operator is disabled/),
  });
});
