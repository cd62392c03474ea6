import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runAsOwner } from '#api/testing/database.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { createWebFolder } from '#api/testing/web-folder.ts';

let web: Awaited<ReturnType<typeof createWebFolder>>;
beforeAll(async () => {
  web = await createWebFolder();
});
afterAll(() => web.remove());

const portal = usePortal(() => ({ config: { webDir: web.path } }));
const BUYER = 'https://buyer.example';

/** Adds a connection of the organisation of a brand, with these origins of frames. */
const addConnection = (brand: string, key: string, origins: readonly string[]) =>
  sql`insert into punchout_connection (organisation_id, name, protocol, key, currency_code, frame_origins)
      select min(o.id), ${key}, 'cxml', ${key}, 'GBP', ${origins}::text[]
      from organisation o join brand b on b.id = o.brand_id where b.name = ${brand}`.execute(portal.db);

/** The sites that may show a page in a frame, as its policy says. */
async function findFrameAncestors(url: string, headers: Record<string, string> = { 'sec-fetch-dest': 'iframe' }) {
  const reply = await portal.app.inject({ url, headers: { host: 'localhost', ...headers } });
  expect(reply.headers).not.toHaveProperty('x-frame-options');
  expect(String(reply.headers['content-security-policy'])).not.toContain('*');
  return /frame-ancestors ([^;]+)/.exec(String(reply.headers['content-security-policy']))?.[1];
}

beforeEach(async () => {
  await sql`delete from punchout_connection`.execute(portal.db);
  portal.clock.advance(1001);
});

describe('the frames in which pages are shown', () => {
  it('F2: are those of the active connections of the host, asked for by a frame; no other page can be shown in one', async () => {
    await addConnection('sundial', 'meridian-one', [BUYER, 'http://buyer.localhost:4300']);
    await addConnection('sundial', 'meridian-two', [BUYER]);
    await addConnection('alder', 'hallam-one', ['https://hallam-buyer.example']);

    for (const url of ['/login?auto=key', '/index/cart', '/preferences'])
      expect([url, await findFrameAncestors(url)]).toEqual([url, `http://buyer.localhost:4300 ${BUYER}`]);
    expect(await findFrameAncestors('/index/cart', { 'sec-fetch-dest': 'iframe', host: 'alder.localhost' })).toBe(
      'https://hallam-buyer.example',
    );
    for (const destination of ['document', 'frame', 'embed', 'object', 'fencedframe'])
      expect([destination, await findFrameAncestors('/index/cart', { 'sec-fetch-dest': destination })]).toEqual([
        destination,
        "'none'",
      ]);
    expect(await findFrameAncestors('/index/cart', {})).toBe("'none'");
    expect(await findFrameAncestors('/index/cart', { 'sec-fetch-dest': 'iframe', host: 'brackwell.localhost' })).toBe("'none'");
    for (const url of [
      '/operator/orders',
      '/operator/login',
      '/resetpassword?token=1',
      '/api/theme/getthemebyhost',
      '/nothing.js',
    ])
      expect([url, await findFrameAncestors(url)]).toEqual([url, "'none'"]);
  });

  it('end with the connection, within a second', async () => {
    await addConnection('sundial', 'meridian-one', [BUYER]);
    expect(await findFrameAncestors('/index/cart')).toBe(BUYER);

    await sql`update punchout_connection set active = false`.execute(portal.db);
    portal.clock.advance(1001);
    expect(await findFrameAncestors('/index/cart')).toBe("'none'");
  });

  it('are kept apart in caches, and never widened by what is not an origin', async () => {
    await addConnection('sundial', 'meridian-one', [
      '*',
      'https://*.example',
      "https://a.example; script-src 'self'",
      'data:',
      BUYER,
    ]);

    expect(await findFrameAncestors('/index/cart')).toBe(BUYER);
    const { headers } = await portal.app.inject({ url: '/index/cart', headers: { host: 'localhost' } });
    expect(headers.vary).toContain('Sec-Fetch-Dest');
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('are none while the connections cannot be read', async () => {
    await addConnection('sundial', 'meridian-one', [BUYER]);
    await runAsOwner(portal, 'alter table punchout_connection rename to elsewhere');
    try {
      expect(await findFrameAncestors('/index/cart')).toBe("'none'");
    } finally {
      await runAsOwner(portal, 'alter table elsewhere rename to punchout_connection');
    }
    portal.clock.advance(1001);
    expect(await findFrameAncestors('/index/cart')).toBe(BUYER);
  });
});
