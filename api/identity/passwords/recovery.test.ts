import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

const MESSAGE = 'If there is an account for this email address, we have sent a link to it. The link is valid for 60 minutes.';
const portal = usePortal();
const mailJobs = useMailJobs(portal);
let id: number;
let email: string;
let requestCount = 0;

beforeEach(async () => {
  ({ id, email } = await aPerson(portal.db, { passwordHash: 'x' }));
});

/** Requests a link, from its own network unless one is named, so that only one limit applies at a time. */
async function requestRecovery(form: Record<string, string>, { host = 'localhost', from = '' } = {}) {
  requestCount += 1;
  const answer = await portal.app.inject({
    method: 'POST',
    url: '/api/passwordrecovery',
    remoteAddress: from || `10.${requestCount >> 8}.${requestCount & 255}.1`,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
}
const linksOf = async (customer = id) =>
  (
    await sql<{ open: boolean; minutes: number }>`
      select used_at is null and cancelled_at is null as open, round(extract(epoch from expires_at - created_at) / 60)::int as minutes
      from password_token where customer_id = ${customer} order by created_at`.execute(portal.db)
  ).rows;

describe('requesting a new password', () => {
  it('responds with a string and mails a link that is valid for an hour', async () => {
    const { status, body, headers } = await requestRecovery({ username: email });
    await mailJobs.runRecoveryJobs();

    expect([status, body]).toEqual([200, MESSAGE]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(await mailJobs.listMails(email)).toEqual([
      {
        template: 'password-recovery',
        recipient: email,
        organisationId: 1,
        brandId: 1,
        data: { firstName: 'Made', validMinutes: 60 },
        secrets: { token: expect.stringMatching(/^[\w-]{43}$/), email },
      },
    ]);
    expect(await linksOf()).toEqual([{ open: true, minutes: 60 }]);
  });

  it('drops invisible characters of the address', async () => {
    await requestRecovery({ username: `\ufeff${email}\u200b ` });
    await mailJobs.runRecoveryJobs();

    expect(await mailJobs.listMails(email)).toHaveLength(1);
  });

  it('accepts the address in any case and with surrounding spaces', async () => {
    await requestRecovery({ username: `  ${email.toUpperCase()} ` });
    await mailJobs.runRecoveryJobs();

    expect(await mailJobs.listMails(email)).toHaveLength(1);
  });

  it('sends no mail to an unknown, former, deactivated or other brand’s person', async () => {
    const off = await aPerson(portal.db, { active: false });
    const deleted = await aPerson(portal.db);
    await sql`update customer set deleted_at = now() where id = ${deleted.id}`.execute(portal.db);
    const other = await aPerson(portal.db, { organisationId: 2, groupIds: [], resortId: null });
    const before = (await mailJobs.listMails()).length;

    for (const username of [
      'nobody@made.example',
      off.email,
      deleted.email,
      other.email,
      'no address',
      `${'x'.repeat(300)}@y.example`,
    ])
      expect(await requestRecovery({ username })).toMatchObject({ status: 200, body: MESSAGE });
    await mailJobs.runRecoveryJobs();

    expect(await mailJobs.listMails()).toHaveLength(before);
    expect([...(await linksOf(off.id)), ...(await linksOf(deleted.id)), ...(await linksOf(other.id))]).toEqual([]);
    // On the host of its own brand the same address gets a mail.
    await requestRecovery({ username: other.email }, { host: 'alder.localhost' });
    await mailJobs.runRecoveryJobs();
    expect((await mailJobs.listMails(other.email)).map(({ brandId }) => brandId)).toEqual([2]);
  });

  it.each([{}, { username: '' }, { email: 'ann@made.example' }])('needs an address: %j', async (form) => {
    const { status, body } = await requestRecovery(form as Record<string, string>);

    expect([status, body]).toEqual([422, { errors: { username: ['Email is required'] } }]);
  });

  it('cancels the previous link', async () => {
    for (let round = 0; round < 2; round += 1) {
      await requestRecovery({ username: email });
      await mailJobs.runRecoveryJobs();
    }
    expect((await linksOf()).map(({ open }) => open)).toEqual([false, true]);
  });

  it('stores no readable address while the job waits', async () => {
    await requestRecovery({ username: email });
    const { rows } = await sql<{ data: string }>`select data::text from pgboss.job where name = 'passwords.recover'`.execute(
      portal.db,
    );
    await mailJobs.runRecoveryJobs();

    expect(rows).toHaveLength(1);
    expect(rows[0]?.data).not.toContain('made.example');
  });
});

describe('repeated requests', () => {
  it('mail an address at most three times an hour, after 1,000 requests from anywhere, with the same response', async () => {
    const answers = [];
    for (let round = 0; round < 100; round += 1)
      answers.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, at) => requestRecovery({ username: at % 2 ? email : ` ${email.toUpperCase()}` })),
        )),
      );
    await mailJobs.runRecoveryJobs();

    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set([`200 ${MESSAGE}`]));
    expect(await mailJobs.listMails(email)).toHaveLength(3);
  }, 60_000);

  it('are counted over any sixty minutes, even when several are processed concurrently', async () => {
    const request = { brandId: 1, address: mailJobs.vault.seal('passwords.recover', email).toString('base64') };
    const { sendRecoveryLink } = await import('./recovery.actions.ts');
    await Promise.all(Array.from({ length: 8 }, () => sendRecoveryLink(portal.db, mailJobs, request)));
    expect(await mailJobs.listMails(email)).toHaveLength(3);

    await sql`update password_token set created_at = created_at - interval '59 minutes' where customer_id = ${id}`.execute(
      portal.db,
    );
    await sendRecoveryLink(portal.db, mailJobs, request);
    expect(await mailJobs.listMails(email)).toHaveLength(3);

    await sql`update password_token set created_at = created_at - interval '2 minutes' where customer_id = ${id}`.execute(
      portal.db,
    );
    await sendRecoveryLink(portal.db, mailJobs, request);
    expect(await mailJobs.listMails(email)).toHaveLength(4);
  });

  it('are limited to sixty for each network, whatever the addresses', async () => {
    // At once, so that they belong to one minute on a busy machine too.
    const answers = await Promise.all(
      Array.from({ length: 65 }, (_, round) => requestRecovery({ username: `${round}@made.example` }, { from: '192.0.2.7' })),
    );

    const refused = answers.filter(({ status }) => status === 429);
    // A new window may start in the meantime.
    expect(refused.length === 5 || answers.length - refused.length > 60).toBe(true);
    expect(refused[0]?.body).toEqual({ errors: { request: ['Too many requests. Please wait a moment and try again.'] } });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    // Other networks are not affected.
    expect((await requestRecovery({ username: email }, { from: '192.0.3.7' })).status).toBe(200);
  });
});
