import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { aNetwork, requestToken, type TokenResponse } from '#api/testing/token-requests.ts';
import { usePortal } from '#api/testing/use-portal.ts';

const portal = usePortal();
let tokens: TokenResponse['body'];

beforeAll(async () => {
  ({ body: tokens } = await requestToken(
    portal.app,
    { grant_type: 'password', username: 'admin@meridian.example', password: 'Uniform-2026' },
    { remoteAddress: aNetwork() },
  ));
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
});

/** The hosts of Sundial, the brand of the session; every other name belongs to another brand or is unregistered. */
const OWN = /^(localhost|sundial\.localhost)\.?(:\d{1,5})?$/i;

const pieces = fc.constantFrom(
  'localhost',
  'alder.localhost',
  'sundial.localhost',
  'brackwell.localhost',
  'evil.example',
  '127.0.0.1',
  '[::1]',
  '.',
  '..',
  ':',
  '@',
  '/',
  '\\',
  '%2e',
  '%00',
  '#',
  '?',
  ',',
  ' ',
  '\t',
  ':3000',
  ':99999',
  'xn--',
  'ａlder',
  "' or 1=1--",
  '*',
);
const handwritten = [
  'alder.localhost',
  'ALDER.LOCALHOST:3000',
  'alder.localhost.',
  'localhost.evil.example',
  'evil.example:localhost',
  'localhost@alder.localhost',
  'alder.localhost@localhost',
  'localhost, alder.localhost',
  'localhost:alder.localhost',
  'localhost/../alder.localhost',
  'localhost#alder.localhost',
  'localhost..',
  '.localhost',
  'local\u0000host',
  'locaⅼhost',
  'http://localhost',
  '//localhost',
];

it('no token and no password gives access to the brand on 200 hostile hosts', async () => {
  const generated = fc.sample(
    fc.array(pieces, { minLength: 1, maxLength: 4 }).map((list) => list.join('')),
    { numRuns: 400, seed: 7 },
  );
  const hosts = [...new Set([...handwritten, ...generated])].filter((host) => !OWN.test(host.trim())).slice(0, 200);
  expect(hosts).toHaveLength(200);

  const accepted: string[] = [];
  for (const host of hosts) {
    const profile = await portal.app.inject({
      url: '/api/customerprofile',
      headers: {
        host,
        authorization: `Bearer ${tokens.access_token}`,
        'x-forwarded-host': 'localhost',
        forwarded: 'host=localhost',
      },
    });
    if (profile.statusCode < 400) accepted.push(`profile at ${JSON.stringify(host)}`);
    const form = { grant_type: 'password', username: 'admin@meridian.example', password: 'Uniform-2026' };
    for (const sent of [form, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }]) {
      const answer = await requestToken(portal.app, sent, { host, remoteAddress: aNetwork() });
      if (answer.status < 400) accepted.push(`${sent.grant_type} at ${JSON.stringify(host)}`);
    }
  }

  expect(accepted).toEqual([]);
  const own = await portal.app.inject({
    url: '/api/customerprofile',
    headers: { host: 'Sundial.LOCALHOST.:3000', authorization: `Bearer ${tokens.access_token}` },
  });
  expect(own.statusCode).toBe(200);
}, 60_000);

it.each([
  ['two hosts', 'GET /api/customerprofile HTTP/1.1\r\nHost: localhost\r\nHost: alder.localhost\r\n'],
  ['an empty host', 'GET /api/customerprofile HTTP/1.1\r\nHost: \r\n'],
  ['no host', 'GET /api/customerprofile HTTP/1.1\r\n'],
  ['an old protocol without a host', 'GET /api/customerprofile HTTP/1.0\r\n'],
  [
    'a host in the path and another in the header',
    'GET http://localhost/api/customerprofile HTTP/1.1\r\nHost: alder.localhost\r\n',
  ],
  ['a folded host', 'GET /api/customerprofile HTTP/1.1\r\nHost: alder.localhost\r\n localhost\r\n'],
])('a request with %s gets no session of the brand', async (_, head) => {
  const { port } = portal.app.server.address() as { port: number };
  const response = await new Promise<string>((resolve, reject) => {
    let response = '';
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`${head}Authorization: Bearer ${tokens.access_token}\r\nConnection: close\r\n\r\n`),
    );
    socket.on('data', (chunk) => {
      response += chunk;
    });
    socket.on('close', () => resolve(response));
    socket.on('error', reject);
    socket.setTimeout(5000, () => socket.destroy(new Error('No answer.')));
  });

  expect(response.slice(9, 12)).toMatch(/^4/);
});
