import { expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { demoPassword } from '#demo/demo-logins.ts';

const log: string[] = [];
const portal = usePortal({ logTo: { write: (line) => log.push(line) } });

/** The lines of the log with this message, without what differs from run to run. */
const linesWith = (message: string) =>
  log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message)
    .map(({ level, call, status, customerId }) => ({ level, call, status, customerId }));

const [INFO, WARN] = [30, 40];
const EMAIL = 'buyer@meridian.example';

const logInWith = (password: string) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/token',
    headers: { host: 'localhost', 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ grant_type: 'password', username: EMAIL, password }).toString(),
  });

it('says who logged in and who did not, without address and password', async () => {
  await logInWith(demoPassword);
  await logInWith('Wrong-kettle-9');

  const call = 'POST /api/token';
  expect(linesWith('log-in succeeded')).toEqual([{ level: INFO, call, status: 200, customerId: null }]);
  expect(linesWith('log-in not granted')).toEqual([{ level: WARN, call, status: 400, customerId: null }]);
  expect(log.join('')).not.toContain(EMAIL);
  expect(log.join('')).not.toContain('Wrong-kettle-9');
});

it('says who was refused what', async () => {
  const buyer = await portal.as(EMAIL);
  const { id } = (await buyer.get<'GET /api/customerprofile'>('/api/customerprofile')).body;
  await buyer.get('/api/organisations/settings?organisationId=2');
  await portal.app.inject({ url: '/api/productsorganisation', headers: buyer.headers });
  await portal.app.inject({ url: '/api/customerprofile', headers: { host: 'unknown.example' } });
  await portal.app.inject({ url: '/api/customerprofile', headers: { host: 'localhost' } });

  expect(linesWith('request refused: not allowed')).toContainEqual({
    level: WARN,
    call: 'GET /api/productsorganisation',
    status: 403,
    customerId: id,
  });
  expect(linesWith('request refused: unknown host')).toContainEqual(expect.objectContaining({ level: WARN, status: 421 }));
  expect(linesWith('request refused: no session')).toContainEqual(expect.objectContaining({ level: INFO, status: 401 }));
});
