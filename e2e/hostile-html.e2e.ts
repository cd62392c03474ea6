import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { sanitiseAgain } from '#api/content/html/sanitise-html.rules.ts';
import { createHostileSnippets } from '#api/testing/hostile-html.ts';
import { TOPIC_LOCATIONS, type TopicLocation } from '#contract/content/topic-locations.ts';
import { addToCart, chooseAvailableOptions, logIn, openFirstProduct, openProducts } from './actions.ts';
import { BRANDS, DESKTOP_WIDTH, type PageSession } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();
const snippets = createHostileSnippets();
/** How many of them leave something to show. */
const written = snippets.filter((snippet) => sanitiseAgain(snippet.replaceAll('\0', ''))).length;
/** What rich text may consist of. */
const ALLOWED = /^(p|br|ul|ol|li|table|thead|tbody|tr|th|td|strong|em|u|s|sub|sup|h2|h3|h4|a|img|blockquote|hr)$/;
const ALLOWED_ATTRIBUTES = /^(href|rel|src|alt|width|height|loading|colspan|rowspan|scope|start)$/;
/** As many in one important notice, which is closed before the next. */
const IN_ONE_NOTICE = 50;

/** Writes texts into the table itself, past what sanitises them when they are saved. */
async function plant(location: TopicLocation, texts: readonly string[]): Promise<void> {
  await sql`
    with text as (select body, place from unnest(${texts.map((text) => text.replaceAll('\0', ''))}::text[]) with ordinality as t (body, place)),
      published as (insert into publication (kind, is_published, display_order) select 'topic', true, place from text returning id, display_order),
      reader as (insert into publication_brand (brand_id, publication_id) select 1, id from published)
    insert into topic (publication_id, system_name, title, body, se_name, portal_location, include_in_information_menu)
    select p.id, 'hostile-' || p.id, 'Hostile', t.body, 'hostile', ${location}, false from published p join text t on t.place = p.display_order`.execute(
    database.db,
  );
}

interface Unprotected {
  visitor: PageSession;
  page: Page;
  /** What has run or asked until now, and what should not be in the rich texts of the page: at least `texts`, or what is looked for is not there. */
  problems: (texts: number) => Promise<string[]>;
}

/** A page without the portal's security policy, which would stop much of it besides, that counts what runs and what asks other hosts. */
async function openUnprotected(): Promise<Unprotected> {
  const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
  const browser = visitor.context.browser();
  if (!browser) throw new Error('The page has no browser.');
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: DESKTOP_WIDTH, height: 900 } });
  const page = await context.newPage();
  await visitor.page.close();
  const found: string[] = [];
  await page.exposeFunction('noteRun', (id: string) => found.push(`ran ${id}`));
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      ran: (id: unknown) => (globalThis as unknown as { noteRun(id: string): void }).noteRun(String(id)),
    });
  });
  page.on('dialog', (dialog) => {
    found.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.route(/hostile\.example/, (route) => {
    found.push(`request ${route.request().url()}`);
    return route.abort();
  });
  const unprotected = { ...visitor, page, context, close: () => context.close().then(visitor.close) };
  return { visitor: unprotected, page, problems: async (texts) => [...found, ...(await inspect(page, texts))] };
}

/** Sends events to everything in rich texts, follows links that would run something, and lists what should not be there. */
const inspect = (page: Page, expected: number): Promise<string[]> =>
  page.evaluate(
    async ({ allowed, attributes, atLeast }) => {
      const problems: string[] = [];
      const events = [
        'click',
        'mouseover',
        'mouseenter',
        'pointerover',
        'focus',
        'focusin',
        'keydown',
        'input',
        'change',
        'toggle',
        'load',
        'error',
      ];
      const texts = document.querySelectorAll('[class*="_text_"]');
      if (texts.length < atLeast) problems.push(`only ${texts.length} texts`);
      const inside = [...texts].flatMap((text) => [...text.querySelectorAll('*')]);
      for (const element of inside) {
        const name = element.localName;
        if (
          element.closest('[class*="_text_"]') &&
          document.querySelector('[data-hostile]') === null &&
          !new RegExp(allowed).test(name)
        )
          problems.push(`element ${name}`);
        for (const { name: attribute, value } of Array.from(
          Reflect.get(Element.prototype, 'attributes', element) as NamedNodeMap,
        ))
          if (!new RegExp(attributes).test(attribute) && !/^(class|id|aria-|data-)/.test(attribute))
            problems.push(`attribute ${name} ${attribute}=${value}`);
        const href = element.getAttribute('href');
        if (href !== null && !/^(https:\/\/|mailto:|tel:|\/(?![/\\]))/.test(href)) problems.push(`link ${href}`);
        for (const event of events) element.dispatchEvent(new Event(event, { bubbles: event !== 'click', cancelable: true }));
      }
      await new Promise((resolve) => setTimeout(resolve, 300)); // waits because what the events start runs later, if at all
      return problems;
    },
    { allowed: ALLOWED.source, attributes: ALLOWED_ATTRIBUTES.source, atLeast: expected },
  );

beforeAll(async () => {
  await sql`update publication set is_published = false where kind = 'topic'`.execute(database.db);
  for (const location of TOPIC_LOCATIONS) {
    if (location !== 'importantnotice') await plant(location, snippets);
    else
      await plant(
        location,
        Array.from({ length: Math.ceil(snippets.length / IN_ONE_NOTICE) }, (_, index) =>
          snippets
            .slice(index * IN_ONE_NOTICE, (index + 1) * IN_ONE_NOTICE)
            .map((snippet) => `<div>${snippet}</div>`)
            .join('\n'),
        ),
      );
  }
});

describe(`${snippets.length} hostile snippets of HTML`, () => {
  it('are at least 300, and run where nothing keeps them from it', async () => {
    expect(new Set(snippets).size).toBeGreaterThanOrEqual(300);
    const { visitor, page, problems } = await openUnprotected();
    await page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.goto(`${visitor.origin}/empty`);
    await page.evaluate(async (all) => {
      for (const html of all) {
        const place = document.createElement('div');
        place.className = '_text_';
        place.innerHTML = html;
        // It would lead away.
        for (const refresh of place.querySelectorAll('meta, base')) refresh.remove();
        document.body.append(place);
      }
    }, snippets);
    await page.waitForTimeout(3000); // waits because what runs late must be counted, too
    const found = await problems(snippets.length);
    expect(new Set(found.filter((each) => each.startsWith('ran '))).size).toBeGreaterThan(50);
    expect(found.filter((each) => each.startsWith('request ')).length).toBeGreaterThan(8);
    expect(found.filter((each) => each.startsWith('link ')).length).toBeGreaterThan(20);
    await visitor.close();
  });

  it('never run on the log-in page, before and after its scripts have loaded', async () => {
    const { visitor, page, problems } = await openUnprotected();
    // One text has all of them there.
    await page.route('**/*.js', (route) => route.abort());
    await page.goto(`${visitor.origin}/login`);
    expect(await page.getByRole('heading', { name: 'Hostile', includeHidden: true }).count()).toBe(snippets.length);
    expect(await problems(1)).toEqual([]);
    await page.unroute('**/*.js');
    await page.goto(`${visitor.origin}/login`);
    await page.locator('input[name=username]:not([readonly])').waitFor();
    expect(await page.getByRole('heading', { name: 'Hostile' }).count()).toBe(snippets.length);
    expect(await problems(1)).toEqual([]);
    await visitor.close();
  });

  it('never run as important notices, on Home, in the footer, the help, the cart, the checkout and after an order', async () => {
    const { visitor, page, problems } = await openUnprotected();
    await logIn(visitor, BRANDS.sundial.buyer, '/index/home');
    const notices = Math.ceil(snippets.length / IN_ONE_NOTICE);
    for (let shown = 0; shown < notices; shown += 1) {
      const notice = page.getByRole('dialog', { name: 'Hostile' });
      await notice.waitFor();
      expect(await problems(1)).toEqual([]);
      await notice.getByRole('button', { name: /^(Next notice|Close)$/ }).click();
      const left = notices - shown - 1;
      await (left === 0
        ? notice.waitFor({ state: 'hidden' })
        : page
            .getByText(left === 1 ? 'Close' : `${left - 1 === 1 ? 'One' : left - 1} more notice`)
            .first()
            .waitFor());
    }
    const expectHarmless = async (places: number) => {
      await expect
        .poll(() => page.getByRole('heading', { name: 'Hostile' }).count(), { timeout: 20_000 })
        .toBe(places * snippets.length);
      expect(await problems(places * written)).toEqual([]);
    };
    // Home and the footer; the footer is on every page.
    await expectHarmless(2);
    await page.getByRole('contentinfo').getByRole('button', { name: 'Help' }).click();
    const help = page.getByRole('dialog', { name: 'Help' });
    await expect.poll(() => help.getByRole('heading', { name: 'Hostile' }).count(), { timeout: 20_000 }).toBe(snippets.length);
    expect(await problems(3 * written)).toEqual([]);
    await page.keyboard.press('Escape');
    await openProducts(visitor);
    const sheet = await openFirstProduct(visitor);
    await chooseAvailableOptions(sheet);
    await addToCart(visitor, sheet);
    for (const path of ['/index/cart', '/index/checkout']) {
      await page.goto(visitor.origin + path);
      await expectHarmless(2);
    }
    const { rows } = await sql<{ id: number }>`
      select max(o.id)::int as id from orders o join customer c on c.organisation_id = o.organisation_id and c.id = o.customer_id
      where c.email = ${BRANDS.sundial.buyer}`.execute(database.db);
    await page.goto(`${visitor.origin}/index/order-confirmation/${rows[0]?.id}`);
    await expectHarmless(2);
    await visitor.close();
  });

  it('are stored without what runs, when they are saved by a call', async () => {
    const visitor = await portal.openOperatorPage(DESKTOP_WIDTH);
    // The policy of the file would refuse the requests.
    await visitor.page.route('**/empty', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await visitor.page.goto(`${visitor.origin}/empty`);
    const left = await visitor.page.evaluate(async (all) => {
      const authorization = `Bearer ${localStorage.getItem('livery.operator.accessToken')}`;
      const refused: string[] = [];
      for (const body of all) {
        const reply = await fetch('/api/operator/topics', {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ title: 'Saved', body, portalLocation: 'cart', brandIds: [2] }),
        });
        // A picture that is not stored is refused.
        if (reply.status !== 200 && !/is not stored/.test(await reply.text())) refused.push(body);
      }
      return refused;
    }, snippets);
    expect(left).toEqual([]);
    const { rows } = await sql<{ body: string }>`
      select body from topic where title = 'Saved' and body ~* '(<[^>]* on[a-z]+ *=|javascript:|<(script|style|svg|math|iframe|object|embed|form|template|noscript)|hostile\\.example)'`.execute(
      database.db,
    );
    const suspicious = rows
      .map(({ body }) => body)
      .filter((body) => /<[a-z][^<>]*(?: on[a-z]+=|javascript:)/i.test(body.replaceAll(/"[^"]*"/g, '""')));
    expect(suspicious).toEqual([]);
    await visitor.close();
  });
});
