import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword } from '#api/identity/passwords/password-hashing.ts';
import { aPerson, NORTH, SOUTH } from '#api/testing/builders.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const PASSWORD = 'Correct-horse-9';
const portal = usePortal();
const imports = usePeopleImports(portal);
const mailJobs = useMailJobs(portal);
let passwordHash: string;
let admin: TestClient;
let wearer: { id: number; email: string };
let newEmail: string;
let testNumber = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  admin = await portal.as((await aPerson(portal.db, { role: 'Admin', groupIds: [], passwordHash })).email);
});
beforeEach(async () => {
  testNumber += 1;
  newEmail = `new.${testNumber}@made.example`;
  wearer = await aPerson(portal.db, { role: 'Staff', firstName: 'Ann', passwordHash });
});

const run = (statement: ReturnType<typeof sql>) => statement.execute(portal.db);
const put = (person: TestClient, id: number, customer: object) =>
  person.put<'PUT /api/customers/:id'>(`/api/customers/${id}`, { customer });
const stateOf = (person: TestClient, id = wearer.id) => person.get<'GET /api/customers/:id/email'>(`/api/customers/${id}/email`);
const change = (person: TestClient, id: number, body: { email?: string; password?: string; otp?: string } = {}) =>
  person.post<'POST /api/customers/:id/email'>(`/api/customers/${id}/email`, { email: newEmail, ...body });
const withdraw = (person: TestClient, id = wearer.id) =>
  person.delete<'DELETE /api/customers/:id/email'>(`/api/customers/${id}/email`);
const check = (token: string, host?: string) =>
  portal.anonymous(host).get<'GET /api/checkemailtoken'>(`/api/checkemailtoken?token=${token}`);
const confirm = (token: string, host?: string) =>
  portal.anonymous(host).post<'POST /api/confirmemail'>('/api/confirmemail', { token });
const mailsTo = async (recipient: string) =>
  (await mailJobs.listMails(recipient)).map(({ template, data }) => ({ template, data }));
/** The secret of the newest link mailed to an address. */
const tokenFor = async (recipient = newEmail) => (await mailJobs.listMails(recipient)).at(-1)?.secrets?.token ?? '';
const emailOf = async (id = wearer.id) =>
  (await sql<{ email: string }>`select email from customer where id = ${id}`.execute(portal.db)).rows[0]?.email;
const refusedLink = {
  success: false,
  msg: 'This link is not valid or has expired. If you have confirmed your new address already, log in with it. Otherwise request the change again.',
};

describe('the address of someone with a password', () => {
  it('changes once the new one confirms, ends their sessions, and both addresses get mails', async () => {
    const own = await portal.as(wearer.email);
    const recovery = await mailJobs.issueLink(wearer, 'recovery');

    const { status, body } = await put(admin, wearer.id, { email: newEmail, firstName: 'Anna' });
    expect([status, body.customers[0]?.email, body.customers[0]?.firstName]).toEqual([200, wearer.email, 'Anna']);
    expect((await stateOf(admin)).body).toEqual({
      email: wearer.email,
      pendingEmail: {
        email: newEmail,
        requestedOnUtc: expect.any(String),
        expiresOnUtc: expect.any(String),
        requestedBy: 'Made Forthetest',
      },
      confirmationRequired: true,
      passwordRequired: false,
    });
    expect((await stateOf(own)).body.pendingEmail?.email).toBe(newEmail);
    expect(await mailsTo(newEmail)).toEqual([{ template: 'email-confirmation', data: { firstName: 'Ann', validDays: 7 } }]);
    const masked = `n…${testNumber % 10}@made.example`;
    expect(await mailsTo(wearer.email)).toEqual([
      {
        template: 'email-change-requested',
        data: { firstName: 'Ann', newEmail: masked, requestedBy: 'Made Forthetest' },
      },
    ]);

    const token = await tokenFor();
    for (let opened = 0; opened < 2; opened += 1) expect((await check(token)).body).toEqual({ success: true, email: newEmail });
    expect(await emailOf()).toBe(wearer.email);
    expect((await confirm(token)).body).toEqual({ success: true, msg: null });
    await portal.settled();

    expect(await emailOf()).toBe(newEmail);
    expect((await own.get('/api/customerprofile')).status).toBe(401);
    const recoveryCheck = await portal.anonymous().get(`/api/checkpasswordtoken?token=${recovery}&email=${newEmail}`);
    expect(recoveryCheck.body).toMatchObject({ success: false });
    expect(await mailsTo(wearer.email)).toContainEqual({
      template: 'email-changed',
      data: { firstName: 'Anna', newEmail: masked },
    });
    expect((await confirm(token)).body).toEqual(refusedLink);
    expect((await check(token)).body).toEqual({ success: false, email: null });
    expect((await stateOf(admin)).body.pendingEmail).toBeNull();
    const { body: history } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.id}/history`);
    expect(history.history.slice(0, 3).map(({ what }) => what)).toEqual([
      'Confirmed the new email address',
      'Changed the person',
      'Requested a change of the email address',
    ]);
  });

  it('needs no confirmation before they have one', async () => {
    const invited = await aPerson(portal.db, { role: 'Staff' });

    expect((await stateOf(admin, invited.id)).body).toMatchObject({ confirmationRequired: false, passwordRequired: false });
    expect((await put(admin, invited.id, { email: newEmail })).body.customers[0]?.email).toBe(newEmail);
    expect((await change(admin, invited.id, { email: `also.${newEmail}` })).body).toMatchObject({
      email: `also.${newEmail}`,
      pendingEmail: null,
    });
    expect(await mailsTo(newEmail)).toEqual([]);
  });

  it('has one pending change: a later one replaces it, and only its link can be used', async () => {
    await change(admin, wearer.id);
    const first = await tokenFor();
    await change(admin, wearer.id, { email: `later.${newEmail}` });

    expect((await confirm(first)).body).toEqual(refusedLink);
    expect((await stateOf(admin)).body.pendingEmail?.email).toBe(`later.${newEmail}`);
    expect((await confirm(await tokenFor(`later.${newEmail}`))).body.success).toBe(true);
    expect(await emailOf()).toBe(`later.${newEmail}`);
  });

  it('stays when the person or an administrator withdraws the change', async () => {
    for (const person of [admin, await portal.as(wearer.email)]) {
      await change(admin, wearer.id);
      expect((await withdraw(person)).status).toBe(200);
      expect((await stateOf(person)).body.pendingEmail).toBeNull();
      expect((await withdraw(person)).status).toBe(404);
      expect((await confirm(await tokenFor())).body).toEqual(refusedLink);
    }
    expect(await emailOf()).toBe(wearer.email);
    const { body } = await admin.get<'GET /api/customers/:id/history'>(`/api/customers/${wearer.id}/history`);
    expect(body.history[0]).toMatchObject({
      what: 'Withdrew the change of the email address',
      changes: [{ field: 'New email address', before: newEmail, after: '' }],
    });
  });

  it('stays when the link has expired, is opened at another brand, or the account was closed meanwhile', async () => {
    await change(admin, wearer.id);
    const token = await tokenFor();

    expect((await confirm(token, 'brackwell.localhost')).body).toEqual(refusedLink);
    expect((await confirm('x'.repeat(43))).body).toEqual(refusedLink);
    await run(sql`update email_change set expires_at = now() - interval '1 second' where customer_id = ${wearer.id}`);
    expect((await confirm(token)).body).toEqual(refusedLink);
    expect((await stateOf(admin)).body.pendingEmail).toBeNull();

    await change(admin, wearer.id);
    await put(admin, wearer.id, { active: false });
    await put(admin, wearer.id, { active: true });
    expect((await confirm(await tokenFor())).body).toEqual(refusedLink);
    expect(await emailOf()).toBe(wearer.email);
  });

  it('changes once when the link is used several times at once', async () => {
    await change(admin, wearer.id);
    const token = await tokenFor();

    const results = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));

    expect(results.map(({ body }) => body.success).filter(Boolean)).toHaveLength(1);
    expect((await mailsTo(wearer.email)).filter(({ template }) => template === 'email-changed')).toHaveLength(1);
  });

  it('goes to one of two people who confirm the same address at once, and stays with the person who has it by then', async () => {
    const other = await aPerson(portal.db, { role: 'Staff', passwordHash });
    await change(admin, wearer.id);
    const first = await tokenFor();
    await change(admin, other.id);
    const second = await tokenFor();

    const results = await Promise.all([confirm(first), confirm(second)]);

    expect(results.map(({ body }) => body.success).toSorted()).toEqual([false, true]);
    expect(results.find(({ body }) => !body.success)?.body.msg).toBe(
      'Someone else uses this email address now. Your account keeps its current address.',
    );
    expect([await emailOf(), await emailOf(other.id)].filter((email) => email === newEmail)).toHaveLength(1);
  });

  it('is refused when it is invalid, in use or the present one', async () => {
    const errorsFor = async (email: string) => (await change(admin, wearer.id, { email })).errors.email;

    expect(await errorsFor('<ann@made.example>')).toEqual(['Email is not valid.']);
    expect(await errorsFor('')).toEqual(['Email is required.']);
    expect(await errorsFor('admin@meridian.example')).toEqual(['This email address is already in use.']);
    expect(await errorsFor(wearer.email)).toEqual(['This is already the email address.']);
    expect((await stateOf(admin)).body.pendingEmail).toBeNull();
  });

  it('can be requested five times a day', async () => {
    const statuses = [];
    for (let request = 0; request < 6; request += 1)
      statuses.push((await change(admin, wearer.id, { email: `${request}.${newEmail}` })).status);

    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    expect((await put(admin, wearer.id, { email: newEmail })).status).toBe(429);
    expect(await mailsTo(newEmail)).toEqual([]);
  });
});

describe('one’s own address', () => {
  it('changes with the own password, by the call for it only', async () => {
    const own = await portal.as(wearer.email);

    expect((await stateOf(own)).body.passwordRequired).toBe(true);
    expect((await put(own, wearer.id, { email: newEmail })).status).toBe(200);
    expect((await stateOf(own)).body.pendingEmail).toBeNull();
    expect((await change(own, wearer.id)).errors).toEqual({ password: ['Please enter your own password.'] });
    expect((await change(own, wearer.id, { password: 'wrong' })).errors).toEqual({
      password: ['The password is not correct.'],
    });
    expect((await change(own, wearer.id, { password: PASSWORD })).body.pendingEmail?.email).toBe(newEmail);
    expect((await mailsTo(wearer.email))[0]?.data).toMatchObject({ requestedBy: null });
    expect((await confirm(await tokenFor())).body.success).toBe(true);
  });
});

describe('the address of an administrator', () => {
  it('takes the password of the person who changes it, by the call for it only', async () => {
    const peer = await aPerson(portal.db, { role: 'Admin', groupIds: [], passwordHash });

    expect((await put(admin, peer.id, { email: newEmail })).errors).toEqual({
      email: [expect.stringContaining('“Change email address” on their page')],
    });
    expect((await stateOf(admin, peer.id)).body).toMatchObject({ pendingEmail: null, passwordRequired: true });
    expect((await change(admin, peer.id)).errors).toEqual({ password: ['Please enter your own password.'] });
    expect((await change(admin, peer.id, { password: PASSWORD })).body).toMatchObject({
      email: peer.email,
      pendingEmail: { email: newEmail },
    });
    expect(await emailOf(peer.id)).toBe(peer.email);
  });

  it('takes it also while they have no password', async () => {
    const invited = await aPerson(portal.db, { role: 'Admin', groupIds: [] });

    expect((await put(admin, invited.id, { email: newEmail })).status).toBe(422);
    expect((await change(admin, invited.id)).status).toBe(422);
    expect((await change(admin, invited.id, { password: PASSWORD })).body).toMatchObject({ email: newEmail, pendingEmail: null });
  });
});

describe('who may see and change the address of someone else', () => {
  it('is an administrator of all their groups, not during impersonation', async () => {
    const south = await portal.as(
      (await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [SOUTH.groupId], passwordHash })).email,
    );
    const north = await portal.as(
      (await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId], passwordHash })).email,
    );
    const both = await aPerson(portal.db, { role: 'Staff', groupIds: [NORTH.groupId, SOUTH.groupId], passwordHash });
    const staff = await portal.as((await aPerson(portal.db, { role: 'Staff' })).email);
    const sales = await portal.as((await aPerson(portal.db, { role: 'Sales' })).email);
    const statusesOf = async (person: TestClient, id: number) => [
      (await stateOf(person, id)).status,
      (await change(person, id)).status,
      (await withdraw(person, id)).status,
    ];

    expect(await statusesOf(north, wearer.id)).toEqual([200, 200, 200]);
    expect(await statusesOf(south, wearer.id)).toEqual([404, 404, 404]);
    expect(await statusesOf(south, both.id)).toEqual([403, 403, 403]);
    expect(await statusesOf(staff, wearer.id)).toEqual([404, 404, 404]);
    expect(await statusesOf(sales, wearer.id)).toEqual([403, 403, 403]);
    await north.get(`/api/customers/impersonate/${wearer.id}`);
    expect(await statusesOf(north, wearer.id)).toEqual([403, 403, 403]);
  });
});

describe('an import', () => {
  const HEAD = 'Employee number,Email';

  it('asks the new address of someone who has a password to confirm, tells the present one, and withdraws that when it is undone', async () => {
    await run(sql`update customer set employee_number = ${`M-${testNumber}`} where id = ${wearer.id}`);

    const { done, rows } = await imports.run(admin, `${HEAD}\nM-${testNumber},${newEmail}`);

    expect(rows.map(({ outcome, findings, reasons }) => [outcome, findings, reasons])).toEqual([
      [
        'change',
        ['newEmail'],
        [`Email: changes once ${newEmail} is confirmed by the link that is sent to it. The present address is told.`],
      ],
    ]);
    expect(await emailOf()).toBe(wearer.email);
    expect((await stateOf(admin)).body.pendingEmail?.email).toBe(newEmail);
    expect((await mailsTo(newEmail)).map(({ template }) => template)).toEqual(['email-confirmation']);
    expect((await mailsTo(wearer.email)).map(({ template }) => template)).toContain('email-change-requested');
    // The same file every night mails no one again.
    const again = await imports.preview(admin, `${HEAD}\nM-${testNumber},${newEmail}`);
    expect(again.findings.newEmail).toBe(0);
    expect((await imports.rows(admin, again.id))[0]).toMatchObject({
      outcome: 'unchanged',
      reasons: [`Email: not changed yet, because ${newEmail} has not been confirmed.`],
    });
    await imports.undo(admin, done);
    expect((await stateOf(admin)).body.pendingEmail).toBeNull();
  });

  it('changes the address when it is confirmed', async () => {
    await run(sql`update customer set employee_number = ${`M-${testNumber}`} where id = ${wearer.id}`);
    await imports.run(admin, `${HEAD}\nM-${testNumber},${newEmail}`);
    await confirm(await tokenFor());
    expect(await emailOf()).toBe(newEmail);
  });

  it('leaves the address of an administrator, and what was not confirmed', async () => {
    const peer = await aPerson(portal.db, { role: 'Admin', passwordHash });
    await run(sql`update customer set employee_number = ${`A-${testNumber}`} where id = ${peer.id}`);
    await run(sql`update customer set employee_number = ${`M-${testNumber}`} where id = ${wearer.id}`);
    const content = `${HEAD},PO\nA-${testNumber},peer.${newEmail},1\nM-${testNumber},${newEmail},1`;

    const { rows } = await imports.run(admin, content, undefined, {});

    expect(rows.map(({ outcome, reasons }) => [outcome, reasons])).toEqual([
      ['change', ['Email: not changed. Please change the address of an administrator on the person’s page.']],
      ['change', ['Email: not changed, because new addresses were not confirmed.']],
    ]);
    expect([await emailOf(peer.id), await emailOf()]).toEqual([peer.email, wearer.email]);
    expect(await mailsTo(newEmail)).toEqual([]);
  });

  it('is not undone for the address of someone who has chosen a password since', async () => {
    const invited = await aPerson(portal.db, { role: 'Staff' });
    await run(sql`update customer set employee_number = ${`M-${testNumber}`} where id = ${invited.id}`);
    const { done } = await imports.run(admin, `${HEAD}\nM-${testNumber},${newEmail}`);
    expect(await emailOf(invited.id)).toBe(newEmail);
    await run(sql`update customer set password_hash = ${passwordHash} where id = ${invited.id}`);

    await imports.undo(admin, done);

    expect(await emailOf(invited.id)).toBe(newEmail);
  });
});

describe('granting administration and approval', () => {
  const grants: [string, object][] = [
    ['the role Admin', { roleIds: [3, 33] }],
    ['order approval', { allowOrderApproval: true }],
  ];

  it.each(grants)('takes the password of the person who grants it: %s', async (_, grant) => {
    expect((await put(admin, wearer.id, grant)).errors).toEqual({
      callerPassword: ['Please enter your own password: this change lets the person administer others or approve orders.'],
    });
    expect((await put(admin, wearer.id, { ...grant, callerPassword: 'wrong' })).errors).toEqual({
      callerPassword: ['The password is not correct.'],
    });
    const { status, body } = await put(admin, wearer.id, { ...grant, callerPassword: PASSWORD });
    expect([status, body.customers[0]]).toMatchObject([200, grant]);
    // What the person has already is sent back without it.
    expect((await put(admin, wearer.id, { ...grant, poNumber: 'P-1' })).status).toBe(200);
  });

  it('takes it for a new administrator too', async () => {
    const add = (more: object) =>
      admin.post<'POST /api/customers'>('/api/customers', {
        customer: { email: newEmail, firstName: 'Eve', lastName: 'New', ...more },
      });

    for (const [, grant] of grants) expect(Object.keys((await add(grant)).errors)).toEqual(['callerPassword']);
    expect((await add({ roleIds: [33], allowOrderApproval: true, callerPassword: PASSWORD })).status).toBe(200);
  });

  it('takes it to widen what an administrator administers, not to narrow it', async () => {
    const limited = await aPerson(portal.db, { role: 'Admin', adminableGroupIds: [NORTH.groupId] });
    const setGroups = async (ids: number[], more = {}) =>
      (await put(admin, limited.id, { adminableOrganisationGroupIds: ids, ...more })).status;

    expect(await setGroups([NORTH.groupId, SOUTH.groupId])).toBe(422);
    expect(await setGroups([])).toBe(422);
    expect(await setGroups([], { callerPassword: PASSWORD })).toBe(200);
    expect(await setGroups([SOUTH.groupId])).toBe(200);
    expect((await put(admin, limited.id, { roleIds: [3, 34] })).status).toBe(200);
  });
});
