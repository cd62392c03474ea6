/** Uses what a portal needs packages, threads, fonts and other servers for, over HTTP. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { TestSmtp } from '#api/testing/smtp-server.ts';
import { demoPassword } from '#demo/demo-logins.ts';

const ADMINISTRATOR = 'admin@meridian.example';
const MAIL_DEADLINE_MS = 60_000;

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One part of the tour, with its title. */
export type Stop = [title: string, visit: () => Promise<string>];

/** The parts of the tour, to be taken in their order; each resolves to what was seen, and rejects when it is not as it must be. */
export function planTour(origin: string, smtp: Pick<TestSmtp, 'received'>): Stop[] {
  let token = '';
  const call = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(origin + path, {
      ...init,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...init.headers },
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.ok(response.ok, `${path} responds with ${response.status}: ${bytes.toString().slice(0, 300)}`);
    return { bytes, type: response.headers.get('content-type') ?? '' };
  };
  const json = async <T>(path: string, init?: RequestInit) => JSON.parse((await call(path, init)).bytes.toString()) as T;
  const post = (body: unknown): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  });
  return [
    ['pages with their scripts and styles', () => openPages(call)],
    [
      'log-in (argon2)',
      async () => {
        const body = new URLSearchParams({ grant_type: 'password', username: ADMINISTRATOR, password: demoPassword });
        token = (await json<{ access_token: string }>('/api/token', { method: 'POST', body })).access_token;
        return ADMINISTRATOR;
      },
    ],
    [
      'statement of account as PDF (fonts)',
      async () => {
        const { bytes } = await call('/api/invoices/statement');
        assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
        return `${bytes.length} bytes`;
      },
    ],
    [
      'workbook written, and read by a worker thread',
      async () => {
        const { bytes } = await call('/api/customers/exportToExcel');
        const { peopleImport } = await json<{ peopleImport: { rows: number } }>('/api/peopleimports?fileName=people.xlsx', {
          method: 'POST',
          body: bytes,
          headers: { 'content-type': 'application/octet-stream' },
        });
        return `${bytes.length} bytes, ${peopleImport.rows} rows`;
      },
    ],
    [
      'password judged by a worker thread',
      async () => {
        const passwordChange = { currentPassword: demoPassword, newPassword: 'property tax' };
        await assert.rejects(call('/api/changepassword', post({ passwordChange })), /This password is too common/);
        return 'too common';
      },
    ],
    [
      'picture uploaded (sharp) and downloaded',
      async () => {
        const body = new FormData();
        body.append('file', new Blob([PNG]), 'label.png');
        const { files } = await json<{ files: { id: number }[] }>('/api/returnfile', { method: 'POST', body });
        const { type, bytes } = await call(`/api/returnfile/${files[0]?.id}`);
        return `${type}, ${bytes.length} bytes`;
      },
    ],
    [
      'mail sent',
      async () => {
        await call('/api/passwordrecovery', { method: 'POST', body: new URLSearchParams({ username: ADMINISTRATOR }) });
        const find = () => smtp.received.find(({ recipients }) => recipients.includes(ADMINISTRATOR));
        for (const deadline = Date.now() + MAIL_DEADLINE_MS; !find(); await delay(100))
          assert.ok(Date.now() < deadline, 'no mail has arrived');
        return /^Subject: .*$/m.exec(find()?.raw ?? '')?.[0] ?? '';
      },
    ],
  ];
}

async function openPages(call: (path: string) => Promise<{ bytes: Buffer; type: string }>): Promise<string> {
  const pages = await Promise.all(['/', '/login', '/operator'].map((path) => call(path)));
  const html = pages.map(({ bytes }) => bytes.toString()).join('\n');
  const files = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path));
  assert.ok(files.size > 2, 'the pages name no scripts');
  for (const file of files) assert.match((await call(file)).type, /javascript|css|font|image/);
  return `${pages.length} pages, ${files.size} files`;
}
