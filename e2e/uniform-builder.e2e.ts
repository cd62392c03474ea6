import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { getPlaceOrderButton, logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow, tabTo } from './page-checks.ts';
import { type BrandName, DESKTOP_WIDTH, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const BUILDER = '/index/uniform-builder';

async function openBuilder(brand: BrandName, width: number, email: string): Promise<PageSession> {
  const visitor = await portal.openPage(brand, width);
  await logIn(visitor, email);
  await visitor.page.waitForURL(new RegExp(BUILDER));
  await visitor.page
    .getByText(/left to choose|left of|chosen|ordered/)
    .first()
    .waitFor();
  return visitor;
}

const addButton = (page: Page) => page.getByRole('button', { name: /^Add \d/ });
const orderButton = (page: Page) => page.getByRole('button', { name: /^(Order|Send) \d+ pieces?/ });

/** Selects the first available value wherever none is selected, and returns how many taps that took. */
async function chooseMissing(page: Page): Promise<number> {
  let taps = 0;
  for (const group of await page.getByRole('radiogroup').all()) {
    if ((await group.locator('input:checked').count()) > 0) continue;
    await group
      .locator('label')
      .filter({ has: page.locator('input:not(:disabled)') })
      .first()
      .click();
    taps += 1;
  }
  return taps;
}

/** Adds the garment on screen and waits for the page after it. */
async function add(page: Page): Promise<void> {
  const before = page.url();
  await addButton(page).click();
  await page.waitForFunction((url) => location.href !== url, before);
  await page.locator('main h1').waitFor();
}

async function placeOrder({ page }: PageSession): Promise<void> {
  await orderButton(page).click();
  await page.waitForURL(/\/index\/order-confirmation\/\d+/);
  await page.getByRole('heading', { level: 1, name: /Thank you for your order|Sent for approval/ }).waitFor();
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);

async function expectFits(page: Page, screen: string): Promise<void> {
  expect(`${screen}: ${await getHorizontalOverflow(page)}`).toBe(`${screen}: 0`);
}

describe('a wearer with a number of pieces in each group', () => {
  it('chooses the whole uniform on a phone with at most 25 taps, continues on another device, and orders without paying', async () => {
    const first = await openBuilder('sundial', PHONE_WIDTH, 'new.starter@meridian.example');
    const { findings, check } = createAxeCollector(first.page);
    let visitor = first;
    let taps = 0;
    const tap = async (target: Locator) => {
      taps += 1;
      await target.click();
    };
    await first.page.getByText('8 of 8 pieces', { exact: true }).waitFor();
    await check('overview');
    await first.page.getByRole('button', { name: 'Why 8?' }).click();
    await first.page.getByRole('dialog', { name: 'Why 8?' }).getByText('Together').waitFor();
    await check('why');
    await first.page.keyboard.press('Escape');
    await tap(first.page.getByRole('link', { name: 'Choose your service shirts' }));

    for (let garment = 0; garment < 4; garment += 1) {
      const { page } = visitor;
      await addButton(page).or(page.getByRole('main').getByRole('article').first()).first().waitFor();
      if ((await addButton(page).count()) === 0) {
        if (garment === 0) await check('garments of a group');
        await tap(page.getByRole('main').getByRole('article').getByRole('link').first());
        await addButton(page).waitFor();
      }
      taps += await chooseMissing(page);
      if (garment === 0) {
        await check('garment');
        await page.getByRole('link', { name: 'Find your size' }).waitFor();
      }
      taps += 1;
      await add(page);
      if (garment === 1) {
        // Another device shows what was chosen, and the next step.
        const other = await openBuilder('sundial', PHONE_WIDTH, 'new.starter@meridian.example');
        await other.page.getByText('3 of 8 pieces', { exact: true }).waitFor();
        await tap(other.page.getByRole('link', { name: 'Choose your aprons' }));
        visitor = other;
      }
    }
    const { page } = visitor;
    await page.waitForURL(new RegExp(`${BUILDER}/order`));
    await page.getByText('8 of 8 pieces chosen. Nothing to pay.').waitFor();
    await page.getByText('From your entitlement').first().waitFor();
    const orderChecks = createAxeCollector(page);
    await orderChecks.check('check and order');
    await expectFits(page, 'check and order');
    taps += 1;
    await placeOrder(visitor);
    expect(taps).toBeLessThanOrEqual(25);

    await page.goto(visitor.origin + BUILDER);
    await page.getByText('8 pieces', { exact: true }).waitFor();
    await page.getByText('3 of 3 ordered').waitFor();
    expect([...findings, ...orderChecks.findings]).toEqual([]);
    expect([...first.pageErrors, ...visitor.pageErrors]).toEqual([]);
    await first.close();
    await visitor.close();
  });
});

describe('a wearer with fixed garments', () => {
  it.each([PHONE_WIDTH, DESKTOP_WIDTH])('gets the advised size selected, and no choice of quantity, at %i px', async (width) => {
    const visitor = await openBuilder('sundial', width, 'staff@meridian.example');
    const { page } = visitor;
    if (width < 1024) await page.getByRole('link', { name: /^Choose your shirts/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Meridian Oxford blouse' }).waitFor();
    await page.getByRole('note', { name: 'Size advice' }).waitFor();
    await page.getByRole('radio', { name: /advised size/, checked: true }).waitFor({ state: 'attached' });
    await page.getByText('Set by your organisation').waitFor();
    expect(await page.getByRole('textbox', { name: /^Quantity of/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'See it on your mannequin' }).waitFor();
    await expectFits(page, 'garment');
    if (width < 1024) {
      await setTextSize(page, '200%');
      await expectFits(page, 'garment at 200 %');
      await setTextSize(page, '');
      await page.getByRole('link', { name: 'See it on your mannequin' }).click();
      await page.getByRole('link', { name: 'Back to the garment', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Meridian Oxford blouse' }).waitFor();
    } else {
      const { findings, check } = createAxeCollector(page);
      await page.getByText('Not added yet').waitFor();
      await add(page);
      await page.getByRole('link', { name: 'Change Meridian Oxford blouse', exact: false }).first().waitFor();
      await check('builder on a desktop');
      await page.getByRole('button', { name: /^Remove Meridian Oxford blouse/ }).click();
      await page
        .getByText('The garments that you choose will appear here.')
        .or(page.getByText('Not added yet'))
        .first()
        .waitFor();
      expect(findings).toEqual([]);
    }
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('an either/or', () => {
  it('is changed after a question that names what goes, and not once pieces of it are ordered', async () => {
    const visitor = await openBuilder('sundial', PHONE_WIDTH, await findWearerWithOpenChoice());
    const { page } = visitor;
    const openChoice = async () => {
      await page.goto(visitor.origin + BUILDER);
      const row = page.getByRole('link', { name: /^Trousers or skirt/ });
      await row.click();
      await page.waitForURL(/choices|groups/);
      const change = page.getByRole('link', { name: /instead$/ });
      await change
        .or(page.getByRole('radio', { name: /^Trousers/ }))
        .first()
        .waitFor();
      if (await change.count()) await change.click();
      await page.getByRole('radio', { name: /^Skirt/ }).waitFor();
    };
    await openChoice();
    const { findings, check } = createAxeCollector(page);
    await check('either/or');
    await page.locator('label').filter({ hasText: 'Skirt' }).click();
    await page.getByRole('button', { name: 'Continue with skirt' }).click();
    await addButton(page).waitFor();
    await chooseMissing(page);
    const garment = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    await add(page);

    await openChoice();
    await page
      .locator('label')
      .filter({ hasText: /^Trousers/ })
      .click();
    await page.getByRole('button', { name: 'Continue with trousers' }).click();
    const question = page.getByRole('dialog', { name: 'Change to trousers?' });
    await question.getByText(garment).waitFor();
    await check('question');
    await question.getByRole('button', { name: 'Change and remove 2 pieces' }).click();
    await addButton(page).waitFor();
    expect(await page.getByText('Chosen so far').count()).toBe(0);
    expect(findings).toEqual([]);
    await visitor.close();

    const ordered = await openBuilder('sundial', PHONE_WIDTH, 'staff@meridian.example');
    await ordered.page.getByRole('link', { name: /^Trousers or skirt/ }).click();
    await ordered.page.getByRole('link', { name: 'Choose trousers instead' }).click();
    await ordered.page
      .locator('label')
      .filter({ hasText: /^Trousers/ })
      .click();
    await ordered.page.getByRole('button', { name: 'Continue with trousers' }).click();
    await ordered.page
      .getByRole('main')
      .getByRole('alert')
      .filter({ hasText: /ordered/ })
      .waitFor();
    await ordered.close();
  });
});

/** A wearer of the wardrobe with an either/or of which nothing is ordered, with the demonstration's password. */
async function findWearerWithOpenChoice(): Promise<string> {
  const { db } = database;
  const { id, email } = await db
    .selectFrom('customer as c')
    .innerJoin('entitlement_account as a', (join) =>
      join.onRef('a.customer_id', '=', 'c.id').onRef('a.organisation_id', '=', 'c.organisation_id'),
    )
    .where('c.organisation_id', '=', 1)
    .where('c.active', '=', true)
    .where('c.wardrobe_opt_out_at', 'is', null)
    .where('c.password_hash', 'is not', null)
    .where('a.super_group_id', 'is not', null)
    .where('a.kind', '=', 'group')
    .where('a.status', '!=', 'closed')
    .where('c.allocation_type_id', '=', 20)
    .groupBy(['c.id', 'c.email'])
    .having((eb) => eb.fn.sum(eb('a.used', '+', eb.ref('a.reserved'))), '=', 0)
    .select(['c.id', 'c.email'])
    .orderBy('c.id')
    .executeTakeFirstOrThrow();
  const { password_hash } = await db
    .selectFrom('customer')
    .where('email', '=', 'staff@meridian.example')
    .select('password_hash')
    .executeTakeFirstOrThrow();
  await db.updateTable('customer').set({ password_hash }).where('id', '=', id).execute();
  await portal.settled();
  return email;
}

describe('a wearer with points', () => {
  it('sees points instead of prices, and gives a reason for what is beyond them', async () => {
    const visitor = await openBuilder('alder', PHONE_WIDTH, 'staff@hallam.example');
    const { page } = visitor;
    await page.getByText('15 points', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Choose your service shirts/ }).click();
    await page.getByText('7 points', { exact: true }).waitFor();
    expect(await page.getByText('£').count()).toBe(0);
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await addButton(page).waitFor();
    await chooseMissing(page);
    await page.getByText('8 points left', { exact: false }).waitFor();
    await page.getByRole('button', { name: /^More: Quantity/ }).click();
    await page.getByText(/more than your entitlement/).waitFor();
    await add(page);
    await page.goto(`${visitor.origin}${BUILDER}/order`);
    const next = page.getByRole('button', { name: /^(Continue to checkout|Send \d+ pieces? for approval)$/ });
    await next.click();
    await page.getByText('Give a reason for what you need beyond your entitlement.').first().waitFor();
    await page.getByLabel(/^Reason for/).fill('Two shifts a day in June');
    await next.click();
    await getPlaceOrderButton(page).click();
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    await page.getByRole('heading', { level: 1, name: 'Sent for approval' }).waitFor();
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a wearer with a budget of money', () => {
  it('sees prices and what is left, at 200 % text, and gives the PO number that is required', async () => {
    const visitor = await openBuilder('brackwell', DESKTOP_WIDTH, 'staff@corvane.example');
    const { page } = visitor;
    await page.getByText('£91.20', { exact: true }).waitFor();
    await page
      .getByText(/£33\.50/)
      .first()
      .waitFor();
    await page.getByRole('main').getByRole('article').getByRole('link').first().click();
    await addButton(page).waitFor();
    await chooseMissing(page);
    await setTextSize(page, '200%');
    await expectFits(page, 'garment at 200 %');
    await add(page);
    await page.goto(`${visitor.origin}${BUILDER}/order`);
    await page.getByLabel('PO number').fill('PO-4711');
    await placeOrder(visitor);
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

describe('a wearer without limit', () => {
  it('chooses and orders by keyboard alone', async () => {
    const visitor = await openBuilder('sundial', DESKTOP_WIDTH, 'duty.manager@meridian.example');
    const { page } = visitor;
    await page.getByText('3 of 6 pieces', { exact: true }).waitFor();
    await addButton(page).waitFor();
    await tabTo(page, /^\d+\b.*/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Add 1/);
    await page.keyboard.press('Enter');
    await page.getByText('2 of 6 pieces', { exact: true }).waitFor();
    await tabTo(page, /^Order these 1 now/);
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`${BUILDER}/order`));
    await orderButton(page).waitFor();
    await tabTo(page, /^Order 1 piece/);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/index\/order-confirmation\/\d+/);
    expect(visitor.pageErrors).toEqual([]);
    await visitor.close();
  });
});

it('explains a closed ordering window and offers nothing that cannot be ordered', async () => {
  const visitor = await openBuilder('brackwell', PHONE_WIDTH, 'track@corvane.example');
  const { page } = visitor;
  await page.getByText(/closed on/).waitFor();
  expect(await page.getByRole('link', { name: /^(Choose your|Check and order)/ }).count()).toBe(0);
  await page.getByRole('link', { name: /^Gloves/ }).click();
  await addButton(page).waitFor();
  expect(await addButton(page).getAttribute('aria-disabled')).toBe('true');
  await visitor.close();
});

it('opens the wearer’s builder for someone who orders for them, below the banner', async () => {
  const visitor = await portal.openPage('sundial', PHONE_WIDTH);
  await logIn(visitor, 'sales@meridian.example', '/index/customers?q=shift.lead');
  const { page } = visitor;
  await page
    .getByRole('button', { name: /^Order for/ })
    .nth(1)
    .waitFor({ state: 'detached' });
  await page
    .getByRole('button', { name: /^Order for/ })
    .first()
    .click();
  await page.waitForURL(new RegExp(BUILDER));
  await page.getByRole('region', { name: 'Ordering for someone' }).waitFor();
  await page.getByRole('heading', { level: 1, name: /’s uniform$/ }).waitFor();
  // Both wardrobes of the shift lead can be opened; the choice is kept.
  const wardrobe = page.getByLabel('Wardrobe');
  const before = await wardrobe.inputValue();
  const other = await wardrobe.locator(`option:not([value="${before}"])`).getAttribute('value');
  await wardrobe.selectOption(other);
  await page.getByRole('link', { name: /^(Service shirts|Shirts)/ }).waitFor();
  await visitor.waitForNetworkIdle();
  await page.reload();
  await page.getByLabel('Wardrobe').waitFor();
  expect(await page.getByLabel('Wardrobe').inputValue()).toBe(other);
  expect(visitor.pageErrors).toEqual([]);
  await visitor.close();
});
