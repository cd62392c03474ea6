import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { openTestPortal, type TestPortal } from '../testing/portal.ts';
import { html, oneLine } from './html.ts';
import { sendMail } from './mail.actions.ts';

let portal: TestPortal;
let post: Server | undefined;
const log = { warn: () => {} };

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal?.close());
afterEach(() => {
  post?.close();
  post = undefined;
});

/** A post office that writes down what it is told; `refuse` is what it says to the message. */
async function aPostOffice(verdict = '250 taken'): Promise<{ url: string; recipients: string[]; messages: string[] }> {
  const office = { url: '', recipients: [] as string[], messages: [] as string[] };
  post = createServer((socket) => {
    let message: string | undefined;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say('220 post.example');
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (message !== undefined) {
        message += chunk;
        if (!message.endsWith('\r\n.\r\n')) return;
        office.messages.push(message);
        message = undefined;
        return say(verdict);
      }
      const line = String(chunk).trim();
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'RCPT') office.recipients.push(line.slice(8));
      if (word === 'DATA') {
        message = '';
        return say('354 go on');
      }
      say(word === 'QUIT' ? '221 bye' : '250 ok');
    });
  }).listen(0, '127.0.0.1');
  await once(post, 'listening');
  office.url = `smtp://127.0.0.1:${(post.address() as AddressInfo).port}`;
  return office;
}

const configWith = (smtpUrl: string | undefined) => loadConfig({ DATABASE_URL: portal.url, SMTP_URL: smtpUrl });

async function aMail(recipient = 'ann@made.example'): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into mail (brand_id, recipient, template, subject, html, plain)
    values (1, ${recipient}, 'test', 'Zoë’s order', '<p>Hello</p>', 'Hello') returning id`.execute(portal.db);
  return rows[0]?.id as string;
}
const stateOf = async (id: string) =>
  (
    await sql<{
      sent: boolean;
      attempts: number;
      last_error: string | null;
    }>`select sent_at is not null as sent, attempts, last_error from mail where id = ${id}`.execute(portal.db)
  ).rows[0];

describe('sending a mail', () => {
  it('hands it to the post office once, and never again', async () => {
    const office = await aPostOffice();
    const id = await aMail();

    await sendMail(portal.db, configWith(office.url), id, log);
    await sendMail(portal.db, configWith(office.url), id, log);

    expect(office.recipients).toEqual(['<ann@made.example>']);
    expect(office.messages).toHaveLength(1);
    expect(office.messages[0]).toContain(`<${id}@livery>`);
    expect(await stateOf(id)).toEqual({ sent: true, attempts: 1, last_error: null });
  });

  it('is tried again later when the post office does not take it', async () => {
    const office = await aPostOffice('451 not now');
    const id = await aMail();

    await expect(sendMail(portal.db, configWith(office.url), id, log)).rejects.toThrow(/451/);

    expect(await stateOf(id)).toMatchObject({ sent: false, attempts: 1, last_error: expect.stringContaining('451') });
  });

  it('is tried again later when there is no post office', async () => {
    const office = await aPostOffice();
    post?.close();
    const id = await aMail();

    await expect(sendMail(portal.db, configWith(office.url), id, log)).rejects.toThrow();

    expect((await stateOf(id))?.sent).toBe(false);
  });

  it('goes to one recipient, whatever commas the address has', async () => {
    const office = await aPostOffice();

    await sendMail(portal.db, configWith(office.url), await aMail('ann@made.example, eve@evil.example'), log).catch(() => {});

    expect(office.recipients.length).toBeLessThanOrEqual(1);
    expect(office.recipients).not.toContain('<eve@evil.example>');
  });

  it('counts as delivered to the local mailbox where no post office is named', async () => {
    const id = await aMail();

    await sendMail(portal.db, configWith(undefined), id, log);

    expect((await stateOf(id))?.sent).toBe(true);
  });

  it('does nothing for a mail that is not there', async () => {
    await expect(
      sendMail(portal.db, configWith(undefined), '00000000-0000-4000-8000-000000000000', log),
    ).resolves.toBeUndefined();
  });
});

describe('the text of a mail', () => {
  it('takes values as text, never as markup or as a template', () => {
    expect(html`<p title="${'"\'><script>'}">${'{{7*7}} #{1}'}${null}${undefined}${0}</p>`.text).toBe(
      '<p title="&quot;&#39;&gt;&lt;script&gt;">{{7*7}} #{1}0</p>',
    );
    expect(html`<ul>${['<a>', 'b'].map((item) => html`<li>${item}</li>`)}</ul>`.text).toBe(
      '<ul><li>&lt;a&gt;</li><li>b</li></ul>',
    );
  });

  it('has a subject of one line', () => {
    expect(oneLine(' Order\r\nBcc: eve@evil.example\n')).toBe('Order Bcc: eve@evil.example');
  });
});
