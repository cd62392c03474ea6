import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addToCart, checkOut, chooseAvailableOptions, getPlaceOrderButton, logIn, openFirstProduct, search } from './actions.ts';
import {
  aPersonWithPassword,
  createAxeCollector,
  followLink,
  getHorizontalOverflow,
  isFocusCovered,
  tabTo,
} from './page-checks.ts';
import { type BrandName, DESKTOP_WIDTH, type PageSession, PHONE_WIDTH, projectsFor } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const tenants: Record<
  BrandName,
  { organisationId: number; groupIds: number[]; resortId: number; words: string; poNumber?: string }
> = {
  sundial: { organisationId: 1, groupIds: [1], resortId: 1, words: 'polo' },
  alder: { organisationId: 2, groupIds: [11], resortId: 11, words: 'shirt' },
  brackwell: { organisationId: 3, groupIds: [21], resortId: 21, words: 'hi-vis', poNumber: 'PO-9' },
};
let people = 0;
async function createPerson(brand: BrandName, role: 'Admin' | 'Sales' | 'Buyer' | 'Staff', firstName: string) {
  const { organisationId, groupIds, resortId } = tenants[brand];
  people += 1;
  const lastName = `Testfolk${people}`;
  const { id, email } = await aPersonWithPassword(database.db, { organisationId, groupIds, resortId, role, firstName });
  await sql`update customer set last_name = ${lastName}, terms_agreed_version = 1, privacy_agreed_version = 1, terms_agreed_at = now(), privacy_agreed_at = now()
    where id = ${id}`.execute(database.db);
  await sql`insert into address (organisation_id, customer_id, first_name, last_name, country_id, city, address1, zip_postal_code)
    values (${organisationId}, ${id}, ${firstName}, ${lastName}, 826, 'Leeds', ${`1 ${lastName} Street`}, 'LS1 1AA')`.execute(
    database.db,
  );
  return { id, email, name: `${firstName} ${lastName}`, lastName };
}

const banner = (page: Page) => page.getByRole('region', { name: 'Ordering for someone' });
const stop = (page: Page) => page.getByRole('button', { name: /^Stop ordering for/ });
const heading = async (page: Page) => (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
const cartOf = async (id: number) =>
  (
    await sql<{
      quantity: number;
    }>`select l.quantity from cart c join cart_line l on l.cart_id = c.id where c.customer_id = ${id}`.execute(database.db)
  ).rows.length;
async function orderFor(page: Page, person: { lastName: string; name: string }) {
  await followLink(page, '/index/customers');
  await page.getByRole('searchbox', { name: 'Search people' }).fill(person.lastName);
  await page.getByText(/^1–1 of 1 person$/).waitFor();
  await startOrderingFor(page, person);
}
async function startOrderingFor(page: Page, person: { name: string }) {
  await page.getByRole('button', { name: `Order for ${person.name}` }).click();
  await banner(page).waitFor();
}
/** Logs in, and orders for someone whom a search finds. */
async function logInToOrderFor(visitor: PageSession, actor: { email: string }, person: { lastName: string; name: string }) {
  await logIn(visitor, actor.email, `/index/customers?q=${person.lastName}`);
  await startOrderingFor(visitor.page, person);
}

describe.each(projectsFor('acting'))('a person at %s ordering for others, at %i px', (brand, width) => {
  const { words, poNumber } = tenants[brand];
  it('orders for someone in their cart, and always sees for whom', async () => {
    const visitor = await portal.openPage(brand, width);
    const { page, origin, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const actor = await createPerson(brand, 'Admin', 'Ada');
    const person = await createPerson(brand, 'Buyer', 'Bea');
    await logIn(visitor, actor.email);
    await page
      .getByRole('link', { name: /People/ })
      .first()
      .click();
    await page.getByText(/of [\d,]+ people/).waitFor();
    expect(await getHorizontalOverflow(page)).toBe(0);
    expect(await banner(page).count()).toBe(0);
    await orderFor(page, person);

    expect(await banner(page).textContent()).toMatch(new RegExp(`${actor.name} is ordering for ${person.name}`));
    const screens: [string, string][] = [
      ['/index/home', 'home'],
      ['/index/orders', 'orders'],
      ['/index/cart', 'empty cart'],
    ];
    for (const [path, name] of screens) {
      await followLink(page, path);
      // The portal moves the focus to the page that a link has opened.
      await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
      await banner(page).waitFor();
      // Without the banner, every-page.e2e.ts checks these pages; but none of its carts is empty.
      if (name !== 'orders') await check(`${name}, impersonating`);
      expect([name, await getHorizontalOverflow(page)]).toEqual([name, 0]);
      // No scrolled, sticky or announced element covers it.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const { y } = (await banner(page).boundingBox()) ?? { y: -1 };
      expect([name, y]).toEqual([name, 0]);
    }
    expect(await page.getByRole('navigation', { name: 'Main', exact: true }).getByRole('link', { name: 'People' }).count()).toBe(
      0,
    );
    await page.goto(`${origin}/terms`);
    await banner(page).waitFor();
    await page.goto(`${origin}/index/profile`);
    await page.waitForURL((url) => url.pathname !== '/index/profile');
    await followLink(page, '/preferences');
    await page.waitForURL((url) => url.pathname !== '/preferences' && url.pathname !== '/index/profile');

    // Loaded: the redirect may still be under way, and would put the search back.
    await page.goto(`${origin}/index/products`);
    await search(visitor, words);
    const sheet = await openFirstProduct(visitor);
    await chooseAvailableOptions(sheet);
    await addToCart(visitor, sheet);
    await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
    expect(await heading(page)).toBe(`Cart of ${person.name}`);
    expect([await cartOf(person.id), await cartOf(actor.id)]).toEqual([1, 0]);
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await getPlaceOrderButton(page).waitFor();
    expect(await heading(page)).toBe(`Checkout for ${person.name}`);
    await check('checkout, impersonating');
    await page.goBack();
    await page.getByRole('button', { name: 'Checkout' }).first().waitFor();
    const number = await checkOut(visitor, poNumber);
    await page.getByText(number).first().waitFor();
    const { rows } = await sql`select customer_id, placed_by_id from orders where id = ${number}`.execute(database.db);
    expect(rows).toEqual([{ customer_id: person.id, placed_by_id: actor.id }]);

    await stop(page).click();
    await page.waitForURL(/\/index\/customers/);
    await page.getByRole('status').getByText(`You are no longer ordering for ${person.name}.`).waitFor();
    expect(await banner(page).count()).toBe(0);
    await followLink(page, '/index/cart');
    await page.getByText('Your cart is empty').waitFor();
    expect(await heading(page)).toBe('Cart');
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('delivery for someone else', () => {
  it('can go to an address for this order alone', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const [actor, person] = [await createPerson('sundial', 'Sales', 'Sam'), await createPerson('sundial', 'Buyer', 'Bea')];
    await logInToOrderFor(visitor, actor, person);
    await search(visitor, 'polo');
    const sheet = await openFirstProduct(visitor);
    await chooseAvailableOptions(sheet);
    await addToCart(visitor, sheet);
    await page.getByRole('button', { name: 'Checkout' }).first().click();
    await page.getByRole('button', { name: /^\d? ?Delivery address/ }).click();
    await page.getByRole('button', { name: 'Add an address' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Delivery address for this order' });
    await dialog.getByRole('checkbox', { name: `Save to ${person.name}’s addresses` }).waitFor();
    await dialog.getByRole('textbox', { name: /^Address(?!,)/ }).fill('77 Lodge Road');
    await dialog.getByLabel('City').fill('Keswick');
    await dialog.getByLabel('Postcode').fill('CA12 5DJ');
    await dialog.getByLabel('Country').selectOption('826');
    await check('new address');
    await dialog.getByRole('button', { name: 'Use this address' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('77 Lodge Road').first().waitFor();
    await getPlaceOrderButton(page).click();
    await page.waitForURL(/order-confirmation\/\d+/);
    const { rows } = await sql`
      select o.shipping_address ->> 'city' as city, (select count(*)::int from address a where a.address1 = '77 Lodge Road') as addresses
      from orders o where o.customer_id = ${person.id}`.execute(database.db);
    expect(rows).toEqual([{ city: 'Keswick', addresses: 0 }]);
    expect(findings).toEqual([]);
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('the time limit', () => {
  it('ends impersonation with a message, and adds nothing to the wrong cart', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page } = visitor;
    const [actor, person] = [await createPerson('sundial', 'Sales', 'Sam'), await createPerson('sundial', 'Buyer', 'Bea')];
    await logInToOrderFor(visitor, actor, person);
    await search(visitor, 'polo');
    const sheet = await openFirstProduct(visitor);
    await chooseAvailableOptions(sheet);
    await sql`update session set impersonation_ends_at = now() where customer_id = ${actor.id}`.execute(database.db);
    await portal.settled();
    await sheet.getByRole('button', { name: 'Add to cart' }).click();

    await page.getByRole('alert').getByText(`You are no longer ordering for ${person.name}.`).waitFor();
    await banner(page).waitFor({ state: 'detached' });
    expect([await cartOf(person.id), await cartOf(actor.id)]).toEqual([0, 0]);
    await visitor.close();
  });
});

describe('two tabs', () => {
  it('show the same person, no matter which of them starts and stops', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, context, origin, pageErrors } = visitor;
    const [actor, person] = [await createPerson('sundial', 'Sales', 'Sam'), await createPerson('sundial', 'Buyer', 'Bea')];
    await logIn(visitor, actor.email);
    const other = await context.newPage();
    await other.goto(`${origin}/index/cart`);
    await other.getByText('Your cart is empty').waitFor();

    await orderFor(page, person);

    await banner(other).waitFor();
    await other.goto(`${origin}/index/cart`);
    await other.getByRole('heading', { level: 1, name: `Cart of ${person.name}` }).waitFor();
    await stop(other).click();
    await banner(page).waitFor({ state: 'detached' });
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('someone with a uniform of their own', () => {
  it('is ordered for in their uniform builder, unless they have opted out', async () => {
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page, pageErrors } = visitor;
    const { findings, check } = createAxeCollector(page);
    const actor = await createPerson('sundial', 'Sales', 'Sam');
    const [person, optedOut] = [await createPerson('sundial', 'Staff', 'Stan'), await createPerson('sundial', 'Staff', 'Olga')];
    await sql`update customer set wardrobe_opt_out_at = now() where id = ${optedOut.id}`.execute(database.db);
    await logIn(visitor, actor.email, '/index/customers');
    await page.getByRole('searchbox', { name: 'Search people' }).fill(optedOut.lastName);
    const button = page.getByRole('button', { name: `Order for ${optedOut.name}`, description: 'Has opted out' });
    await button.waitFor();
    expect(await button.isDisabled()).toBe(true);
    await check('disabled');

    await orderFor(page, person);
    await page.waitForURL(/\/index\/uniform-builder$/);
    const links = page.getByRole('navigation', { name: 'Main, bottom' }).getByRole('link');
    expect(await links.allTextContents()).toEqual(['My uniform', 'Orders', expect.stringMatching(/^Cart/)]);
    expect([findings, pageErrors]).toEqual([[], []]);
    await visitor.close();
  });
});

describe('a person using only the keyboard', () => {
  it('finds a person, orders for them and stops, and never loses sight of the focus', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    const [actor, person] = [await createPerson('sundial', 'Sales', 'Sam'), await createPerson('sundial', 'Buyer', 'Bea')];
    await logIn(visitor, actor.email, '/index/customers');
    await page.getByText(/of [\d,]+ people/).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('a');
    await page.waitForURL(/q=a/);
    // Rows of the earlier list would take the focus with them.
    await page.waitForFunction(() => document.querySelector('[data-stale]') === null);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    expect(await page.evaluate(() => document.activeElement === document.querySelector('[data-row-link]'))).toBe(true);
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(person.lastName);
    await page.getByText(/^1–1 of 1 person$/).waitFor();
    await page.keyboard.press('ArrowDown');
    await tabTo(page, /^Order for /);
    await page.keyboard.press('Enter');
    await banner(page).waitFor();

    await page.getByRole('article').first().waitFor();
    const covered: string[] = [];
    for (let pressed = 0; pressed < 70; pressed += 1) {
      await page.keyboard.press('Tab');
      if (await isFocusCovered(page))
        covered.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''));
    }
    for (let pressed = 0; pressed < 70; pressed += 1) {
      await page.keyboard.press('Shift+Tab');
      if (await isFocusCovered(page))
        covered.push(await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120) ?? ''));
    }
    expect(covered).toEqual([]);
    await tabTo(page, /^Stop ordering for/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('Sales in the morning', () => {
  it('go from their home page to who has started without a uniform, order for one, and are back at that place of the list', async () => {
    const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
    const { page, pageErrors } = visitor;
    await logIn(visitor, 'sales@meridian.example', '/index/home');
    await page.getByRole('heading', { level: 2, name: 'Waiting for approval' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Orders you placed' }).waitFor();
    await page.getByRole('link', { name: /^Started, no uniform/ }).click();
    await page.locator('[data-row-link]').nth(1).click();
    await page.getByRole('link', { name: /^People, started without a uniform · 2 of \d+$/ }).waitFor();
    await page.keyboard.press('j');
    await page.getByRole('link', { name: /· 3 of \d+$/ }).waitFor();

    await page.getByRole('button', { name: /^Order for / }).click();
    await banner(page).waitFor();
    const name = (await banner(page).getByRole('strong').nth(1).textContent()) ?? '';
    await stop(page).click();
    await page.waitForURL(/\/index\/customers\?started=1/);
    await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
    expect(await page.locator('[data-row]').nth(2).textContent()).toContain(name);
    await page.getByRole('button', { name: 'Next person' }).waitFor();
    expect(pageErrors).toEqual([]);
    await visitor.close();
  });
});
