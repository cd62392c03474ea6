import { sql } from 'kysely';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { getProductId } from '#api/testing/sizing.ts';
import { logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, followLink, getHorizontalOverflow } from './page-checks.ts';
import { trackUnfinished } from './page-inspector.ts';
import { DESKTOP_WIDTH, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();
const products: Record<'polo' | 'shirt' | 'slim' | 'shoe' | 'denim' | 'trousers', number> = {
  polo: 0,
  shirt: 0,
  slim: 0,
  shoe: 0,
  denim: 0,
  trousers: 0,
};

beforeAll(async () => {
  const find = (handle: string) => getProductId(database, handle);
  products.polo = await find('pique-polo');
  products.shirt = await find('oxford-shirt-long-sleeve');
  products.slim = await find('poplin-shirt-slim');
  products.shoe = await find('oxford-shoe');
  products.denim = await find('denim-bar-shirt');
  products.trousers = await find('mens-flat-front-trousers');
});

const advice = (page: Page) => page.getByRole('note', { name: 'Size advice' });
const said = async (page: Page) => (await page.getByRole('note').first().textContent()) ?? '';
const openProduct = ({ page, origin }: PageSession, id: number, view = '') =>
  page
    .goto(`${origin}/index/products/${id}${view}`)
    .then(() => page.getByRole('radiogroup', { name: 'What to order' }).waitFor());
/** Opens the product as a link does. */
const goToProduct = async ({ page }: PageSession, id: number) => {
  await followLink(page, `/index/products/${id}`);
  // The portal moves the focus to the page that a link has opened.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.getByRole('radiogroup', { name: 'What to order' }).waitFor();
};
const cookies = async ({ context }: PageSession) =>
  (await context.cookies()).map(({ name }) => name).filter((name) => !name.startsWith('__Host-'));

async function typeBody(page: Page): Promise<void> {
  await page.getByLabel('Sex').selectOption('male');
  await page.getByLabel('Height, cm').fill('178');
  await page.getByLabel('Weight, kg').fill('82');
}

/** What the service says to this browser's own session. */
const ask = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ({ method, path, body }) => {
      const bearer = (token: string | null) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });
      const reply = await fetch('/api/bodyme/tokenv3', { headers: bearer(localStorage.getItem('livery.accessToken')) });
      const { access_token } = (await reply.json()) as { access_token: string };
      const answer = await fetch(`/sizing/${path}`, {
        method,
        headers: bearer(access_token),
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const { errors } = (await answer.json()) as { errors?: Record<string, string[]> };
      return Object.values(errors ?? {})
        .flat()
        .join();
    },
    { method, path, body },
  );

describe('someone who does not know their size', () => {
  it('gets advice without sending data, saves measurements, gets more detail, and deletes everything', async () => {
    const person = await aPersonWithPassword(database.db, { role: 'Buyer' });
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, person.email);
    await openProduct(visitor, products.polo);
    await expect.poll(() => said(page)).toContain('Person does not have any measurements');

    // What is typed is in this tab alone, and advises there.
    await page.getByRole('link', { name: 'Find your size' }).click();
    await page.getByRole('checkbox', { name: /^I agree/ }).waitFor();
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await typeBody(page);
    await page.getByRole('button', { name: 'ft, in' }).click();
    await page.getByRole('button', { name: 'cm', exact: true }).click();
    await page.goBack();
    await advice(page).waitFor();
    expect(await said(page)).toMatch(
      /^(M|L) is most likely to fit \(\d\d%\)\. You’re between (S and M|M and L|L and XL): measure your chest to be sure\./,
    );
    expect(sent.filter((request) => /178|\b82\b|newbody|newsuggestion/.test(request))).toEqual([]);
    expect((await cookies(visitor)).toSorted()).toEqual(['heightUnits', 'weightUnits']);

    // The tape that it asks for makes it surer.
    await page.getByRole('link', { name: /measure your chest/i }).click();
    await page.getByText('Add more for a better result').click();
    await page.getByLabel('Chest, cm').fill('104.5');
    await page.getByRole('row', { name: /^Chest.*with your tape/ }).waitFor();
    await page.goBack();
    await expect.poll(() => said(page)).toMatch(/^L is most likely to fit \((7|8|9)\d%\)/);
    await page.getByRole('button', { name: 'How L fits' }).click();
    await page.getByText('Chest good.').waitFor();
    await page.getByRole('button', { name: 'Choose L' }).click();
    expect(await page.getByRole('radio', { name: /^L, .*advised size|^L, advised size/ }).isChecked()).toBe(true);
    await check('advised');

    // Kept after a consent; then the service advises, on any device.
    await page.goto(`${visitor.origin}/index/size`);
    await page.getByRole('checkbox', { name: /^I agree/ }).waitFor();
    await typeBody(page);
    await page.getByText('Add more for a better result').click();
    await page.getByLabel('Chest, cm').fill('104.5');
    await page.getByLabel('What size do you wear in another brand?').selectOption({ label: 'Uneek' });
    await page.getByLabel('Which type of Uneek garment?').selectOption({ label: 'Men’s tops' });
    await page.getByLabel('Your size in Uneek, men’s tops').selectOption({ label: 'L' });
    await page.getByText('Uneek, men’s tops: L').waitFor();
    expect(await page.getByRole('button', { name: 'Save my measurements' }).isDisabled()).toBe(true);
    // However far the page is scrolled, the mannequin covers no other card.
    for (const scrolled of [300, 600, 900]) {
      const covered = await page.evaluate((top) => {
        scrollTo(0, top);
        const cardOf = (heading: Element) => heading.closest('section') as HTMLElement;
        const headings = [...document.querySelectorAll('main h2')];
        const [picture] = headings.filter(({ textContent }) => textContent === 'Your mannequin').map(cardOf);
        const one = picture?.getBoundingClientRect() ?? new DOMRect();
        return headings.filter((heading) => {
          const other = cardOf(heading).getBoundingClientRect();
          const isApart =
            other.top >= one.bottom || other.bottom <= one.top || other.left >= one.right || other.right <= one.left;
          return cardOf(heading) !== picture && !isApart;
        }).length;
      }, scrolled);
      expect(covered, `scrolled by ${scrolled}`).toBe(0);
    }
    await page.getByRole('checkbox', { name: /^I agree/ }).check();
    await page.getByRole('button', { name: 'Save my measurements' }).click();
    await page.getByRole('button', { name: 'Delete my measurements' }).waitFor();
    await check('kept');
    expect(await cookies(visitor)).toContain('height');
    const measured = await sql<{ id: string; sealed: Buffer }>`
      select c.bodime_customer_id as id, b.sealed from customer c join body b on b.customer_id = c.id where c.id = ${person.id} and c.measured_at is not null`.execute(
      database.db,
    );
    expect(measured.rows).toHaveLength(1);
    await openProduct(visitor, products.polo, '?view=sizes');
    await advice(page).waitFor();
    await page.getByRole('columnheader', { name: /^X?L\W+advised size$/ }).waitFor();
    await check('grid');

    // Trousers have a leg beside the size, and both are taken at once.
    await goToProduct(visitor, products.trousers);
    await advice(page).waitFor();
    expect(await said(page)).toMatch(
      /^\d\d (Short|Regular|Long) is most likely to fit\. Size \d\d: \d\d%\. (Short|Regular|Long) leg: \d\d%\. /,
    );
    await page.getByRole('button', { name: /^Choose \d\d (Short|Regular|Long)$/ }).click();
    expect(await page.getByRole('radio', { name: /advised size/ }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: /advised$/ }).isChecked()).toBe(true);
    await check('size and leg');

    // What the service refuses is said in its words.
    await goToProduct(visitor, products.shoe);
    await expect.poll(() => said(page)).toBe('Size advice is not available for this garment');
    await sql`
      update product_attribute_value v set name = 'size ' || v.name from product_attribute pa join attribute a on a.id = pa.attribute_id and a.role = 'size'
      where pa.id = v.product_attribute_id and pa.product_id = ${products.denim}`.execute(database.db);
    const body = Number(measured.rows[0]?.id);
    const suggest = (YourBodyID: number, YourGarmentID: number) =>
      ask(page, 'POST', 'suggestion/newsuggestion', { YourBodyID, YourGarmentID });
    expect(await suggest(body, products.denim)).toBe("We don't have a recommendation for this garment");
    expect(await suggest(body, 1_999_999_999)).toBe('Garment was not found');
    expect(await suggest(1_999_999_999, products.polo)).toBe('An error occurred, please start again');
    await ask(page, 'PUT', `body/${body}`, { height: 190, weight: 199, tapes: null, referenceSizes: null });
    await goToProduct(visitor, products.slim);
    await expect.poll(() => said(page)).toContain("We don't have a recommendation for this person");
    expect(await said(page)).toContain('Ask for it made to measure');

    // And erased.
    await followLink(page, '/index/size');
    await page.getByRole('button', { name: 'Delete my measurements' }).click();
    await page.getByRole('button', { name: 'Delete measurements' }).click();
    await page.getByRole('checkbox', { name: /^I agree/ }).waitFor();
    expect(await page.getByLabel('Height, cm').inputValue()).toBe('');
    expect((await cookies(visitor)).toSorted()).toEqual(['heightUnits', 'weightUnits']);
    const left = await sql`
      select 1 from body_consent where customer_id = ${person.id} union all select 1 from customer
      where id = ${person.id} and (measured_at is not null or bodime_customer_id is not null)`.execute(database.db);
    expect(left.rows).toEqual([]);

    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('rates the fit of shipped items, and can do all of this on a phone', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const { rows } = await sql<{ id: number; email: string }>`
      select o.id, c.email from orders o join customer c on c.id = o.customer_id join order_line l on l.order_id = o.id
      where o.organisation_id = 1 and c.email = 'staff@meridian.example' and l.wearer_id = c.id and l.shipped_quantity > 0
        and not exists (select from fit_feedback f join order_line r on r.id = f.order_line_id where r.order_id = o.id) order by o.id desc limit 1`.execute(
      database.db,
    );
    await logIn(visitor, 'staff@meridian.example', `/index/orders/${rows[0]?.id}`);
    const first = page.getByRole('group', { name: 'How does it fit?' }).first();
    await first.getByRole('button', { name: 'Too small' }).click();
    await first.getByRole('button', { name: 'Too small', pressed: true }).waitFor();
    const kept = async () =>
      (
        await sql<{
          fit: string;
        }>`select fit from fit_feedback f join order_line l on l.id = f.order_line_id where l.order_id = ${rows[0]?.id}`.execute(
          database.db,
        )
      ).rows;
    await expect.poll(kept).toEqual([{ fit: 'tooSmall' }]);
    await check('order');
    expect(await getHorizontalOverflow(page)).toBe(0);

    // Measured in the demonstration: the form shows what is kept.
    await followLink(page, '/index/size');
    await page.getByRole('button', { name: 'Delete my measurements' }).waitFor();
    expect(Number(await page.getByLabel('Height, cm').inputValue())).toBeGreaterThan(130);
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

/** A phone of 360 × 740; see `openPage`. */
const PHONE_HEIGHT = 740;
/** Header and bar take at most a fifth of the height. */
const MAX_BARS = PHONE_HEIGHT / 5;

/** The garments of the wearer's builder, as the page's own session reads them. */
const listBuilderGarments = (page: Page) =>
  page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('livery.accessToken')}` };
    const reply = await fetch('/api/productorganisation/uniformBuilderProducts/0', { headers });
    const { products } = (await reply.json()) as { products: { id: number; name: string; collectionGroupId: number }[] };
    return products;
  });

describe('the garment page of the builder on a phone', () => {
  // One with prices and one without; `STORIES=all` opens the garments of other wearers too.
  it.each([
    ['sundial', 'staff@meridian.example'] as const,
    ['alder', 'staff@hallam.example'] as const,
    ...(process.env.STORIES === 'all' ? [['brackwell', 'staff@corvane.example'] as const] : []),
  ])('shows every garment of %s, %s with its sizes and what is asked, below narrow bars', async (brand, email) => {
    const visitor = await portal.openPage(brand, PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    await logIn(visitor, email, '/index/uniform-builder');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const garments = await listBuilderGarments(page);
    expect(garments.length).toBeGreaterThan(3);
    const finished = trackUnfinished(page);
    const seen: string[] = [];
    for (const { id, name, collectionGroupId } of garments) {
      await followLink(page, `/index/uniform-builder/groups/${collectionGroupId}/products/${id}`);
      const heading = page.getByRole('heading', { level: 1 });
      await heading
        .filter({ hasText: name })
        .or(heading.filter({ hasText: 'Not part of your uniform' }))
        .waitFor();
      // A garment of an option that was not chosen has no page.
      if ((await heading.textContent()) !== name) continue;
      await page.locator('[data-replaces-navigation]').waitFor();
      await finished.wait('link', name);
      await page.evaluate(() => scrollTo(0, 0));
      const bar = await edges(page.locator('[data-replaces-navigation]'));
      const header = await edges(page.getByRole('banner'));
      expect(header.bottom + bar.bottom - bar.top, name).toBeLessThanOrEqual(MAX_BARS);
      expect(bar.bottom, name).toBeLessThanOrEqual(PHONE_HEIGHT);
      const sizes = page.getByRole('radiogroup', { name: 'Size' });
      if ((await sizes.count()) > 0) {
        seen.push(name);
        expect((await edges(sizes)).bottom, name).toBeLessThanOrEqual(bar.top);
      }
      const asked = page.getByRole('note', { name: 'Size kept' }).filter({ hasText: 'Which do you want?' });
      if ((await asked.count()) > 0) expect((await edges(asked)).bottom, name).toBeLessThanOrEqual(bar.top);
      expect(await getHorizontalOverflow(page), name).toBe(0);
    }
    expect(seen.length).toBeGreaterThan(1);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });

  it('shows a garment whose kept size is out of stock in a colour that has it, and the others in one tap', async () => {
    const visitor = await portal.openPage('alder', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    await logIn(visitor, 'staff@hallam.example', '/index/uniform-builder');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const garment = (await listBuilderGarments(page)).find(({ id }) => id === products.slim);
    const open = () =>
      page.goto(`${visitor.origin}/index/uniform-builder/groups/${garment?.collectionGroupId}/products/${products.slim}`);
    await open();
    const kept = page.getByRole('note', { name: 'Size kept' });
    await kept.waitFor();
    const legend = (name: string) => page.getByRole('radiogroup', { name }).locator('input:checked');
    const before = await legend('Colour').getAttribute('aria-label');
    const size = (await legend('Size').getAttribute('aria-label'))?.replace(', kept size', '');

    await sql`
      update stock_level set on_hand = reserved where combination_id in (
        select c.id from combination c where c.product_id = ${products.slim}
          and ${before} in (select name from product_attribute_value where id = any (c.value_ids))
          and ${size} in (select name from product_attribute_value where id = any (c.value_ids)))`.execute(database.db);
    await portal.settled();
    await open();
    await kept.getByText(`${size} is out of stock in ${before}`).waitFor();
    const other = await legend('Colour').getAttribute('aria-label');
    expect(other).not.toBe(before);
    expect(await legend('Size').getAttribute('aria-label')).toBe(`${size}, kept size`);
    expect(await page.getByRole('button', { name: /^Add \d/ }).getAttribute('aria-disabled')).toBeNull();

    // Whoever wants the first colour all the same reads what it lacks, and gets the size in another with one tap.
    await page.getByRole('radio', { name: String(before), exact: true }).check({ force: true });
    const problem = page.getByText(/ (is out of|in) stock|^Choose a size first\.$/);
    await problem.first().waitFor();
    expect(await page.getByRole('button', { name: `Choose ${size}`, exact: true }).count()).toBe(0);
    await kept.getByRole('button', { name: `Choose ${size} in ${other}` }).click();
    await page.getByRole('radio', { name: String(other), exact: true, checked: true }).waitFor({ state: 'attached' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(`${size}, kept size`);
    await check('out of stock');
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});

describe('the product page on a phone', () => {
  it.each([
    ['sundial', 'staff@meridian.example', 'oxford-shirt-long-sleeve'],
    ['alder', 'staff@hallam.example', 'poplin-shirt-slim'],
  ] as const)('shows wearers at %s size, advice and button without scrolling', async (brand, email, handle) => {
    const visitor = await portal.openPage(brand, PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const sizes = page.getByRole('radiogroup', { name: 'Size' });
    const button = page.getByRole('button', { name: 'Add to cart' });
    const expectInView = async () => {
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
      const header = await edges(page.getByRole('banner'));
      const choices = [sizes, page.getByRole('note').first(), button.locator('xpath=..')];
      const [size, advice, bar] = await Promise.all(choices.map(edges));
      const inOrder = [header.bottom, size?.top, size?.bottom, advice?.top, advice?.bottom, bar?.top, bar?.bottom, PHONE_HEIGHT];
      expect(inOrder).toEqual(inOrder.toSorted((a, b) => Number(a) - Number(b)));
      expect(await button.isVisible()).toBe(true);
      // The bar takes the place of the navigation; the cart is in the header.
      expect(header.bottom - header.top + Number(bar?.bottom) - Number(bar?.top)).toBeLessThanOrEqual(MAX_BARS);
      expect(await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).isVisible()).toBe(true);
    };
    await logIn(visitor, email, `/index/products/${await getProductId(database, handle)}`);
    await page.getByRole('note').first().waitFor();

    await expectInView();
    // Whoever has kept a size begins with it.
    await page.getByText('Choose a size first.').or(page.getByText(/^SKU /)).first().waitFor();
    expect(await page.getByText('Quantity discounts').count()).toBe(0);
    expect(await page.getByRole('radiogroup', { name: 'What to order' }).count()).toBe(0);
    // Stock and codes of the size move the button, but not below the edge of the screen.
    await sizes.locator('label:has(input:enabled)').first().click();
    await page.getByText(/^SKU /).waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    await expectInView();
    await check('product');
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });

  it('folds the quantity discounts of a buyer away', async () => {
    const person = await aPersonWithPassword(database.db, { role: 'Buyer' });
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = visitor;
    await logIn(visitor, person.email);
    await openProduct(visitor, products.shirt);

    const prices = page.getByRole('columnheader', { name: '100 and more' });
    expect(await prices.isVisible()).toBe(false);
    await page.getByText('Quantity discounts').click();
    await prices.waitFor();
    await visitor.close();
  });
});

/** Where an element begins and ends on the screen, in pixels from the top. */
async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox();
  return { top: box?.y ?? Number.NaN, bottom: (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) };
}
