import { connect } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { aPerson } from '#api/testing/builders.ts';
import { useMailJobs, usePortal } from '#api/testing/use-portal.ts';

/** The start of Meridian's mailed links, whatever host a request claims. */
const CANONICAL = 'https://uniforms.sundial.example';
const portal = usePortal();
const mailJobs = useMailJobs(portal);
let port: number;

beforeAll(async () => {
  await sql`update brand set canonical_origin = ${CANONICAL} where id = 1`.execute(portal.db);
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = portal.app.server.address() as { port: number });
});

const HOSTILE_HOSTS = [
  'evil.example',
  'evil.example:80',
  'localhost.evil.example',
  'localhost@evil.example',
  'evil.example#localhost',
  'evil.example/localhost',
  'uniforms.sundial.example.evil.example',
  '[::1]',
  '127.0.0.1',
  'LOCALHOST.evil.example',
  'xn--lcalhost-55a.example',
  'alder.localhost.evil.example',
  'evil.example%00localhost',
  'localhost:80@evil.example',
  'localhost\tevil.example',
  '"localhost"',
  "evil.example'><script>",
  'evil.example\\localhost',
  'localhost:99999',
  '',
];

/** The headers of requests that claim to be for another host, in every possible way. */
const requestHeaders: { target: string; headers: string[] }[] = HOSTILE_HOSTS.flatMap((evil) => {
  const path = '/api/passwordrecovery';
  const host = 'Host: localhost';
  return [
    { target: path, headers: [`Host: ${evil}`] },
    { target: path, headers: [host, `X-Forwarded-Host: ${evil}`] },
    { target: path, headers: [host, `Forwarded: host=${evil};proto=https`] },
    { target: path, headers: [host, `X-Host: ${evil}`, `X-Forwarded-Server: ${evil}`, `X-Original-Host: ${evil}`] },
    { target: path, headers: [host, `X-Original-URL: https://${evil}/`, `X-Rewrite-URL: https://${evil}/`] },
    { target: path, headers: [host, `Origin: https://${evil}`, `Referer: https://${evil}/passwordrecovery`] },
    { target: path, headers: [host, `Host: ${evil}`] },
    { target: path, headers: [`Host: ${evil}`, host] },
    { target: path, headers: [host, ` Host: ${evil}`] },
    { target: `http://${evil}${path}`, headers: [host] },
    { target: `${path}?host=${encodeURIComponent(evil)}&origin=https://${encodeURIComponent(evil)}`, headers: [host] },
  ];
});

/** Sends bytes from its own network, so that no limit applies; returns the status, 0 when there was none. */
function sendRaw(bytes: string, at: number): Promise<number> {
  return new Promise((resolve) => {
    let response = '';
    const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.${at}.1` }, () => socket.write(bytes));
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(response.slice(9, 12))));
    socket.setTimeout(3000, () => socket.destroy());
  });
}

describe('a mailed link', () => {
  it(`starts with the brand’s own origin despite ${requestHeaders.length} requests that claim another host`, async () => {
    const statuses: Record<number, number> = {};
    const people = await Promise.all(requestHeaders.map(() => aPerson(portal.db, { passwordHash: 'x' })));
    for (const [at, { target, headers }] of requestHeaders.entries()) {
      const body = new URLSearchParams({ username: people[at]?.email ?? '' }).toString();
      const status = await sendRaw(
        [
          `POST ${target} HTTP/1.1`,
          ...headers,
          'Content-Type: application/x-www-form-urlencoded',
          `Content-Length: ${body.length}`,
          'Connection: close',
          '',
          body,
        ].join('\r\n'),
        at,
      );
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    await mailJobs.runRecoveryJobs();
    const admin = await portal.as('admin@meridian.example');
    const invited = await aPerson(portal.db);
    for (const header of ['x-forwarded-host', 'forwarded', 'x-host', 'origin'])
      await admin.get(`/api/sendemailinvite/${invited.id}`, { [header]: 'evil.example' });

    const mails = await mailJobs.renderMails();
    const links = mails.flatMap(({ html, text }) => [...(html + text).matchAll(/https?:\/\/[^\s"'<)]+/g)].map(([link]) => link));
    console.log(
      `${requestHeaders.length} hostile requests: ${JSON.stringify(statuses)}; ${mails.length} mails, ${links.length} links`,
    );
    expect(requestHeaders.length).toBeGreaterThanOrEqual(200);
    // Most of them do reach the portal with a false host beside the real one: their mails must have been written.
    expect(mails.length).toBeGreaterThan(100);
    expect(links.filter((link) => new URL(link.replaceAll('&amp;', '&')).origin !== CANONICAL)).toEqual([]);
    expect(links.length).toBeGreaterThan(mails.length);
    expect(mails.filter(({ html, text }) => /evil/i.test(html + text))).toEqual([]);
    expect(Object.keys(statuses).filter((status) => Number(status) >= 500)).toEqual([]);
  }, 120_000);
});
