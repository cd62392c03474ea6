import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { createMailer, sendMail } from '#api/platform/mail/mailer.ts';
import { createMailHarness, type MailHarness } from '#api/testing/mail-harness.ts';
import { MAIL_SAMPLES, type MailName } from '#api/testing/mail-samples.ts';
import { getCode, logInAsOperator, OPERATOR_TOTP_SECRET } from '#api/testing/operator-accounts.ts';
import { TEST_KEY, type TestPortal, type TestServer } from '#api/testing/portal.ts';
import { demoOperator, demoPassword } from '../demo-logins.ts';
import { routes as mailboxRoutes } from './mailbox.routes.ts';

let room: MailHarness;
let portal: TestPortal;
beforeAll(async () => {
  room = await createMailHarness({ extraRoutes: [mailboxRoutes] });
  portal = room.portal;
});
afterAll(() => room?.close());
beforeEach(() => sql`delete from mail_outbox`.execute(portal.db));

const aMail = (recipient: string, template: MailName = 'invitation', brandId = 1, data = {}) =>
  room.aMail(template, recipient, { brandId, data });

const get = async (url: string, host = 'localhost', server: TestServer = portal) => {
  const { statusCode, payload, headers } = await server.app.inject({ url, headers: { host } });
  return { status: statusCode, text: payload, policy: String(headers['content-security-policy']), headers };
};

describe('the local mailbox', () => {
  it('lists the mails that would have been sent, the newest first', async () => {
    const first = await aMail('ann@made.example');
    const second = await aMail('ben@made.example', 'password-changed');

    const { status, text, headers } = await get('/mailbox/list');

    expect(status).toBe(200);
    expect([...text.matchAll(/href="\/mailbox\/([^"]+)"/g)].map(([, id]) => id)).toEqual([second, first]);
    expect(text).toContain('Your account for Meridian Resorts uniforms');
    expect(text).toContain('ben@made.example');
    expect(headers['cache-control']).toBe('no-store');
  });

  it('is a page in the design of the host’s brand, whose list refreshes without resetting the search', async () => {
    const { text } = await get('/mailbox?to=ann', 'alder.localhost');

    expect(text).toContain('Alder &amp; Vane');
    expect(text).toContain('src="/mailbox/list?to=ann"');
    expect(text).toContain('value="ann"');
    expect(text).not.toContain('http-equiv="refresh"');
    expect((await get('/mailbox/list?to=ann')).text).toContain('http-equiv="refresh"');
    expect((await get('/mailbox/list?refresh=off')).text).not.toContain('http-equiv="refresh"');
    expect((await get('/mailbox?refresh=off')).text).toContain('src="/mailbox/list?refresh=off"');
  });

  it('finds recipients by a part of their address, without wildcards', async () => {
    await aMail('ann_lee@made.example');
    await aMail('annXlee@made.example');
    const found = async (to: string) =>
      [...(await get(`/mailbox/list?to=${encodeURIComponent(to)}`)).text.matchAll(/class="to">([^<]*)</g)].map(
        ([, address]) => address,
      );

    expect(await found('ANN_')).toEqual(['ann_lee@made.example']);
    expect(await found('lee@')).toHaveLength(2);
    expect(await found('%')).toEqual([]);
    expect(await found('\\')).toEqual([]);
    expect((await get('/mailbox/list?to=%3Cscript%3E')).text).toContain('“&lt;script&gt;”');
  });

  it('shows a mail with working links, as HTML and as text', async () => {
    const id = await aMail('zoe@made.example');
    const link = `http://localhost:3000/userActivation?email=${encodeURIComponent('zoe+new@meridian.example')}&amp;token=${MAIL_SAMPLES.invitation.secrets.token}`;

    const { text, policy } = await get(`/mailbox/${id}`);
    const framed = await get(`/mailbox/${id}/html`);

    expect(text).toContain('Sundial Uniforms &lt;no-reply@livery.example&gt;');
    expect(text).toContain(`<a href="${link}" target="_blank"`);
    expect(text).toContain(
      `<iframe class="message" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/mailbox/${id}/html"`,
    );
    expect(policy).not.toContain('script-src');
    expect(policy).toContain("default-src 'none'");
    expect(framed.text).toContain(`href="${link}"`);
  });

  it('shows the mail itself sandboxed, without an origin', async () => {
    const id = await aMail('zoe@made.example', 'registration-awaiting-decision', 1, {
      registrantName: '<script>alert(1)</script>',
    });

    const { text, policy, headers } = await get(`/mailbox/${id}/html`);

    expect(policy).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src http://localhost:3000; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
    );
    expect(text).toContain('&lt;script&gt;');
    expect(text).not.toContain('<script');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('shows every kind of mail', async () => {
    for (const template of Object.keys(MAIL_SAMPLES) as MailName[]) {
      const id = await aMail('zoe@made.example', template);
      expect([template, (await get(`/mailbox/${id}`)).status, (await get(`/mailbox/${id}/html`)).status]).toEqual([
        template,
        200,
        200,
      ]);
    }
  });

  it('shows nothing of another brand', async () => {
    const id = await aMail('zoe@made.example', 'invitation', 2);

    expect((await get('/mailbox/list')).text).not.toContain(id);
    expect((await get('/mailbox/list', 'alder.localhost')).text).toContain(id);
    for (const path of [`/mailbox/${id}`, `/mailbox/${id}/html`]) {
      expect((await get(path)).status).toBe(404);
      expect((await get(path, 'alder.localhost')).status).toBe(200);
      expect((await get(path, 'unknown.example')).status).toBe(421);
    }
  });

  it.each(['x', '00000000-0000-4000-8000-000000000000', "1' or '1'='1", '%00'])('has no mail %j', async (id) => {
    expect((await get(`/mailbox/${encodeURIComponent(id)}`)).status).toBe(404);
    expect((await get(`/mailbox/${encodeURIComponent(id)}/html`)).status).toBe(404);
  });

  it('says so when a link is no longer stored, or the key has changed', async () => {
    const [pruned, foreign] = [await aMail('zoe@made.example'), await aMail('zoe@made.example')];
    await sql`update mail_outbox set sealed = null where id = ${pruned}`.execute(portal.db);
    await sql`update mail_outbox set sealed = 'something else' where id = ${foreign}`.execute(portal.db);

    for (const id of [pruned, foreign]) {
      expect((await get(`/mailbox/${id}`)).text).toContain('no longer stored');
      expect((await get(`/mailbox/${id}/html`)).status).toBe(404);
    }
    expect((await get('/mailbox/list')).status).toBe(200);
  });
});

describe('the code of the operator', () => {
  const readPage = async () => (await get('/mailbox/operator-code')).text;
  const logIn = (otp: string) => logInAsOperator(portal, { username: demoOperator.email, password: demoPassword, otp });
  const findCode = (text: string) => /class="digits">(\d{3}) (\d{3})</.exec(text)?.slice(1).join('') ?? '';

  it('is in a frame of the mailbox of every brand, logs in once, and is then shown as used', async () => {
    expect((await get('/mailbox', 'alder.localhost')).text).toContain('<iframe class="code" src="/mailbox/operator-code"');
    const { status, text, policy, headers } = await get('/mailbox/operator-code', 'alder.localhost');
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    expect(text).toContain(demoOperator.email);
    expect(text).toMatch(/http-equiv="refresh" content="[1-5]"/);
    expect((await get('/mailbox/operator-code?refresh=off')).text).not.toContain('http-equiv="refresh"');

    expect(await logIn(findCode(text))).toMatchObject({ status: 200 });
    expect(await readPage()).toContain('This code has been used. The next one appears in');
    expect(await logIn(findCode(text))).toMatchObject({ status: 400, error: 'mfa_required' });
  });

  it('follows a replaced app, and is not shown without one, for a foreign key or a disabled operator', async () => {
    const change = (assignment: string) => sql`update operator_second_factor set ${sql.raw(assignment)}`.execute(portal.db);
    const sealed = createVaultFromKeys(TEST_KEY).seal('operator-second-factor:1', OPERATOR_TOTP_SECRET);
    await sql`update operator_second_factor set sealed_secret = ${sealed}, last_step = null`.execute(portal.db);
    expect([getCode(), getCode(OPERATOR_TOTP_SECRET, -1)]).toContain(findCode(await readPage()));
    await change(`sealed_secret = 'something else'`);
    expect(await readPage()).toContain('can’t be shown');
    await sql`delete from operator_second_factor`.execute(portal.db);
    expect(await readPage()).toContain('set up an authenticator app when they log in next');
    await sql`update operator set disabled_at = now()`.execute(portal.db);
    expect((await get('/mailbox/operator-code')).status).toBe(404);
    expect((await get('/mailbox')).text).not.toContain('operator-code');
    await sql`update operator set disabled_at = null`.execute(portal.db);
  });
});

describe('a mail that is read in the local mailbox', () => {
  it('counts as sent, and its link is stored for a week', async () => {
    const id = await aMail('zoe@made.example');

    await sendMail(room.createMailer('mailbox'), id);

    expect(await room.findMailState(id)).toMatchObject({ sent: true, sealed: true });
  });

  it('exists in a demonstration without an SMTP server; otherwise mails go to the server, or wait', () => {
    const postWith = (environment: Record<string, string>) =>
      createMailer({ ...room.createMailer(undefined), config: loadConfig(environment) }).transport;

    expect(postWith({})).toBe('mailbox');
    expect(postWith({ LIVERY_DEMO: 'off' })).toBeUndefined();
    expect(postWith({ SMTP_URL: 'smtp://127.0.0.1:1' })).toEqual({ send: expect.any(Function) });
  });

  it.each(['127.0.0.1:25', 'http://mail.example', 'smtp://', 'smtp:secret-word'])('is not sent to something like %s', (url) => {
    expect(() => loadConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL must be a URL such as smtp:\/\/user:password@host:587/);
    expect(() => loadConfig({ SMTP_URL: url })).not.toThrow(/secret-word/);
  });
});

describe('without a mailbox', () => {
  const answers = async (server: TestServer, id: string) =>
    Promise.all(
      ['/mailbox', '/mailbox/list', '/mailbox/operator-code', `/mailbox/${id}`, `/mailbox/${id}/html`].map(
        async (path) => (await get(path, 'localhost', server)).status,
      ),
    );

  it('nothing is shown: not beside an SMTP server, not without the demonstration', async () => {
    const id = await aMail('zoe@made.example');
    const withServer = await portal.openSecondServer({ environment: { SMTP_URL: 'smtp://127.0.0.1:1' } });
    const withoutDemo = await portal.openSecondServer({ environment: { LIVERY_DEMO: 'off' } });

    expect(await answers(portal, id)).toEqual([200, 200, 200, 200, 200]);
    expect(await answers(withServer, id)).toEqual([404, 404, 404, 404, 404]);
    expect(await answers(withoutDemo, id)).toEqual([404, 404, 404, 404, 404]);
  });

  it('nothing is shown in an installation with real people, even without LIVERY_DEMO=off', async () => {
    const id = await aMail('zoe@made.example');
    const secondServer = await portal.openSecondServer();
    const demo = sql`email like '%@meridian.example' or email like '%@hallam.example' or email like '%@corvane.example' or email like '%@livery.example'`;
    await sql`update customer set email = email || '.real' where ${demo}`.execute(portal.db);

    expect(await answers(secondServer, id)).toEqual([404, 404, 404, 404, 404]);

    await sql`update customer set email = regexp_replace(email, '\.real$', '')`.execute(portal.db);
    expect(await answers(secondServer, id)).toEqual([200, 200, 200, 200, 200]);
  });
});
