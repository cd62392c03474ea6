import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanitiseSvg } from '#api/platform/files/svg/sanitise-svg.rules.ts';
import { type HostileSvg, makeHostileSvgs } from '#api/testing/hostile-svgs.ts';
import { startOperatorSession } from '#api/testing/operators.ts';
import type { ReplyOf } from '#contract/index.ts';
import { DESKTOP_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

/** A server that the files name, and that nothing must ask. */
const named = createServer((socket) => {
  found.push('a request');
  socket.destroy();
});
/** What ran or asked. */
let found: string[] = [];
let files: HostileSvg[] = [];

beforeAll(async () => {
  named.listen(0, '127.0.0.1');
  await once(named, 'listening');
  files = makeHostileSvgs(`127.0.0.1:${(named.address() as AddressInfo).port}`);
});
afterAll(() => named.close());

/** Those that run, reach or change something when a browser opens them; the others use up time and memory. */
const active = () =>
  files.filter(({ becomes }) => /script|external|styles|picture|effect|animation|text|drawn/.test(becomes[0] ?? ''));

/** A tab that notes dialogs and requests to elsewhere, with the address of the portal. */
async function openTab(): Promise<{ page: Page; context: BrowserContext; origin: string; close: () => Promise<void> }> {
  const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
  visitor.page.on('dialog', (dialog) => {
    found.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await visitor.context.route(/evil\.example/, (route) => {
    found.push(`a request to ${route.request().url()}`);
    return route.abort();
  });
  found = [];
  return visitor;
}

/** Opens a content at an address of the portal, with these headers. */
async function openContent(page: Page, origin: string, content: string | Buffer, headers: Record<string, string>): Promise<void> {
  await page.route(`${origin}/opened.svg`, (route) =>
    route.fulfill({ body: content, headers: { 'content-type': 'image/svg+xml', ...headers } }),
  );
  await page.goto(`${origin}/opened.svg`).catch((error: Error) => {
    if (!/ERR_ABORTED/.test(error.message)) throw error;
  });
  await page.unroute(`${origin}/opened.svg`);
}

/** Opens an address whose content the browser downloads instead; returns the name of the file. */
async function openDownload(page: Page, address: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(address).catch(() => undefined)]);
  return download.suggestedFilename();
}

/** Uploads a logo; returns it as its organisation's administrators and as operators see it. */
async function upload(origin: string, token: string, { name, content }: Pick<HostileSvg, 'name' | 'content'>) {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(content)], 'logo.svg', { type: 'image/svg+xml' }));
  const reply = await fetch(`${origin}/api/customisationlogo`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  if (!reply.ok) throw new Error(`${name}: ${await reply.text()}`);
  return ((await reply.json()) as ReplyOf<'POST /api/customisationlogo'>).logo;
}

describe('hostile SVG files that are opened directly', () => {
  it('run and ask where nothing keeps them from it, and do neither under the policy with which files are delivered', async () => {
    const { page, origin, close } = await openTab();
    const harmful: Buffer[] = [];
    for (const { content } of active()) {
      const before = found.length;
      await openContent(page, origin, content, {});
      if (found.length > before) harmful.push(content);
    }
    expect(found.filter((each) => each.startsWith('a dialog')).length).toBeGreaterThan(5);
    expect(found.filter((each) => each.startsWith('a request')).length).toBeGreaterThan(5);

    const square = { name: 'a square', content: Buffer.from('<svg width="9" height="9"><rect width="9" height="9"/></svg>') };
    const logo = await upload(origin, await portal.startSession('admin@meridian.example'), square);
    const { headers } = await fetch(origin + logo.src);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^sandbox; default-src 'none'/);
    found = [];
    for (const content of harmful) await openContent(page, origin, content, { 'content-security-policy': policy });
    expect(found).toEqual([]);
    await close();
  });

  it('are harmless as they are written anew, even without a policy', async () => {
    const { page, origin, close } = await openTab();
    const safe = files.map(({ content }) => sanitiseSvg(content, 200)).filter((written) => 'svg' in written);
    expect(safe.length).toBeGreaterThan(10);
    for (const { svg } of safe.filter(({ svg: text }) => text.length < 100_000)) await openContent(page, origin, svg, {});
    expect(found).toEqual([]);
    await close();
  });

  it('are delivered as downloads of a picture and, to operators, of what was uploaded, by which nothing runs and nothing is asked', async () => {
    const tab = await openTab();
    const { page, origin } = tab;
    const token = await portal.startSession('admin@meridian.example');
    const operator = await startOperatorSession(database.db);
    let opened = 0;
    // What takes long or shows nothing is refused, and nothing is kept of it.
    for (const file of files.filter(({ becomes }) => becomes.join() === 'drawn')) {
      const logo = await upload(origin, token, file);
      const { headers } = await fetch(origin + logo.src);
      expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual(['image/png', 'nosniff']);
      expect(await openDownload(page, origin + logo.src)).toBe('logo.png');
      const listed = await fetch(`${origin}/api/operator/organisations/1/logos`, {
        headers: { authorization: `Bearer ${operator.token}` },
      });
      const { logos } = (await listed.json()) as ReplyOf<'GET /api/operator/organisations/:id/logos'>;
      const [original] = logos.find(({ id }) => id === logo.id)?.files ?? [];
      await page.setExtraHTTPHeaders({ authorization: `Bearer ${operator.token}` });
      const path = `/api/operator/organisations/1/logos/${logo.id}/files/${original?.id}`;
      expect(await openDownload(page, origin + path)).toBe('logo.svg');
      await page.setExtraHTTPHeaders({});
      opened += 1;
    }
    expect(opened).toBeGreaterThan(7);
    expect(found).toEqual([]);
    await tab.close();
  });
});
