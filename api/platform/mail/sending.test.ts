import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createMailHarness, type MailHarness } from '#api/testing/mail-harness.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { createTestSmtp, type SmtpBehaviour, type TestSmtp } from '#api/testing/smtp-server.ts';
import { sendMail } from './mailer.ts';
import { createTransport, type SmtpTransport, type Timeouts } from './smtp-transport.ts';

/** Real mails to a real SMTP server that simulates failures. */

/** For servers that hang; the others have the production timeouts, because a test machine may be slow. */
const QUICK = { connect: 400, idle: 400, total: 10_000 };
const SHORT = { connect: 10_000, idle: 10_000, total: 400 };
let room: MailHarness;
let smtp: TestSmtp;
beforeAll(async () => {
  room = await createMailHarness();
});
afterAll(() => room?.close());
afterEach(async () => {
  await smtp?.close();
  room.warnings.length = 0;
});

const officeFor = (post: SmtpTransport = createTransport(smtp.url)) => room.createMailer(post);
const headersOf = (raw = '') => (raw.split('\r\n\r\n')[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ');

describe('a server that offers no encryption', () => {
  it('gets no mail unless it is this machine, or the operator allows that and there is no password', async () => {
    smtp = await createTestSmtp();
    const office = (address: string) => officeFor(createTransport(address));
    // Not a name of the loopback address, although it leads there.
    const remote = smtp.url.replace(/127\.0\.0\.1|localhost/, '0.0.0.0');
    for (const address of [remote, `${remote.replace('//', '//user:password@')}?tls=optional`]) {
      const id = await room.aMail();
      await sendMail(office(address), id).catch(() => {});
      expect(await room.findMailState(id)).toMatchObject({ sent: false, failure: expect.stringMatching(/TLS/) });
    }
    expect(smtp.received).toEqual([]);
    await sendMail(office(`${remote}?tls=optional`), await room.aMail());
    expect(smtp.received).toHaveLength(1);
  });
});

describe('a mail that is sent', () => {
  it('is sent once, from the brand, with its own id', async () => {
    smtp = await createTestSmtp();
    const office = officeFor();
    const id = await room.aMail();

    await sendMail(office, id);
    await sendMail(office, id);

    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({
      messageId: `<${id}@localhost>`,
      from: 'no-reply@sundial.example',
      recipients: ['ann@made.example'],
    });
    const headers = headersOf(mail?.raw);
    expect(headers).toContain('From: Sundial Uniforms <no-reply@sundial.example>');
    expect(headers).toContain('Subject: Your password was changed');
    expect(headers).toContain('Auto-Submitted: auto-generated');
    expect(headers).toMatch(/Content-Type: multipart\/alternative/);
    expect(mail?.raw).toContain('Content-Type: text/plain');
    expect(mail?.raw).toContain('Content-Type: text/html');
    expect(await room.findMailState(id)).toEqual({
      sent: true,
      failed: false,
      attempts: 1,
      failure: null,
      sealed: false,
      taken: false,
    });
  });

  it('contains its link, which is in no dump and is deleted after sending', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail('password-recovery');
    const dump = async () =>
      (
        await sql<{
          row: string;
        }>`select to_jsonb(m)::text || coalesce(encode(sealed, 'escape'), '') as row from mail_outbox m where id = ${id}`.execute(
          room.portal.db,
        )
      ).rows[0]?.row ?? '';
    const { token } = MAIL_SAMPLES['password-recovery'].secrets;
    expect((await room.findMailState(id))?.sealed).toBe(true);
    expect(await dump()).not.toContain(token);
    expect(await dump()).not.toContain(Buffer.from(token).toString('hex'));
    expect(await dump()).not.toContain(Buffer.from(token).toString('base64').slice(0, -4));

    await sendMail(officeFor(), id);

    const raw = smtp.received[0]?.raw.replaceAll(/=\r\n/g, '') ?? '';
    expect(raw).toContain(token);
    expect((await room.findMailState(id))?.sealed).toBe(false);
    const job = await sql<{ text: string }>`select to_jsonb(j)::text as text from pgboss.job j where id = ${id}`.execute(
      room.portal.db,
    );
    expect(job.rows[0]?.text).not.toContain(token);
  });

  it.each([
    'ann@made.example, eve@evil.example',
    'ann@made.example\r\nBcc: eve@evil.example',
    '<eve@evil.example> ann@made.example',
    'Group: eve@evil.example;',
  ])('goes to one recipient or to none, and adds no header, whatever is in the address: %j', async (recipient) => {
    smtp = await createTestSmtp();

    await sendMail(officeFor(), await room.aMail('password-changed', recipient)).catch(() => {});

    for (const { recipients, raw } of smtp.received) {
      expect(recipients).toHaveLength(1);
      expect(recipients[0]).not.toBe('eve@evil.example');
      expect(headersOf(raw)).not.toMatch(/^Bcc:/im);
    }
  });

  it('is ignored when it does not exist', async () => {
    smtp = await createTestSmtp();

    await sendMail(officeFor(), '00000000-0000-4000-8000-000000000000');

    expect(smtp.received).toEqual([]);
  });
});

describe('a mail that the server does not accept now', () => {
  const waits = { sent: false, failed: false, attempts: 1, taken: false };

  it.each<[what: string, behaviour: SmtpBehaviour, reason: RegExp, patience?: Timeouts]>([
    ['has no room for the recipient', { recipient: () => ({ code: 452, text: 'later' }) }, /452/],
    ['cannot take the message', { message: () => ({ code: 451, text: 'not now' }) }, /451/],
    ['never greets', { isSilent: true }, /ETIMEDOUT/],
    ['never answers to the message', { message: () => 'hang' }, /ETIMEDOUT/],
    ['never comes to an end', { message: () => 'hang' }, /EABORT/, SHORT],
    ['drops the connection after the message', { message: () => 'drop' }, /ECONNECTION|ECONNRESET|ESOCKET/],
  ])('is tried again when the server %s', async (_what, behaviour, reason, patience = QUICK) => {
    smtp = await createTestSmtp(behaviour);
    const id = await room.aMail('invitation');
    const begun = performance.now();

    await expect(sendMail(officeFor(createTransport(smtp.url, patience)), id)).rejects.toThrow();

    expect(performance.now() - begun).toBeLessThan(5000);
    expect(await room.findMailState(id)).toMatchObject({ ...waits, sealed: true, failure: expect.stringMatching(reason) });
    smtp.setBehaviour({});
    await sendMail(officeFor(), id);
    expect(smtp.received.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1);
    expect((await room.findMailState(id))?.sent).toBe(true);
  });

  it.each([451, 554])('leaves no token in its reason, whatever a server says with %i', async (code) => {
    const { token } = MAIL_SAMPLES.invitation.secrets;
    smtp = await createTestSmtp({
      message: () => ({ code, text: `I do not like http://localhost:3000/userActivation?email=x&token=${token} in it` }),
    });
    const id = await room.aMail('invitation');

    const complaint = await sendMail(officeFor(), id).catch((error: Error) => error.message);

    expect((await room.findMailState(id))?.failure).toContain('I do not like');
    expect(JSON.stringify([complaint, room.warnings, await room.findMailState(id)])).not.toContain(token);
  });

  it('is retried when the server is unreachable', async () => {
    smtp = await createTestSmtp();
    await smtp.stop();
    const id = await room.aMail();

    await expect(sendMail(officeFor(), id)).rejects.toThrow(/ECONNREFUSED/);

    expect(await room.findMailState(id)).toMatchObject(waits);
    await smtp.restart();
    await sendMail(officeFor(), id);
    expect(smtp.received).toHaveLength(1);
  });

  it.each([
    ['the password', { rejectsLogins: true }, /535/],
    ['the sender', { sender: () => ({ code: 550, text: 'not from you' }) }, /550/],
  ])('is tried again when the server refuses %s, which is not the mail’s fault', async (_what, behaviour, reason) => {
    smtp = await createTestSmtp(behaviour);
    const office = officeFor(createTransport(smtp.url.replace('127.0.0.1', 'user:wr0ng-word@127.0.0.1')));
    const id = await room.aMail();

    await expect(sendMail(office, id)).rejects.toThrow(reason);

    expect(await room.findMailState(id)).toMatchObject({ ...waits, failure: expect.stringMatching(reason) });
    expect((await room.findMailState(id))?.failure).not.toContain('wr0ng-word');
  });

  it('waits while there is neither a server nor a mailbox', async () => {
    smtp = await createTestSmtp();
    const id = await room.aMail();

    await expect(sendMail({ ...officeFor(), transport: undefined }, id)).rejects.toThrow(/SMTP_URL/);

    expect(await room.findMailState(id)).toMatchObject(waits);
  });

  it('is resent with the same Message-ID when the server accepted it and the response was lost', async () => {
    smtp = await createTestSmtp({ message: () => 'drop kept' });
    const id = await room.aMail();

    await expect(sendMail(officeFor(), id)).rejects.toThrow();
    smtp.setBehaviour({});
    await sendMail(officeFor(), id);

    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${id}@localhost>`, `<${id}@localhost>`]);
  });
});
