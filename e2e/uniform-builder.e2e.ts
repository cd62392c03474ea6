import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { logIn } from './actions.ts';
import { add, addButton, BUILDER, chooseMissing, expectFits, openBuilder, placeOrder } from './builder-pages.ts';
import { createAxeCollector } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

/** Counts every tap on the page, those included that only look at something; the returned function returns their number. */
async function countTaps(page: Page): Promise<() => number> {
  let taps = 0;
  await page.exposeFunction('countTap', () => {
    taps += 1;
  });
  await page.evaluate(() =>
    addEventListener('pointerup', () => (window as unknown as { countTap: () => void }).countTap(), { capture: true }),
  );
  return () => taps;
}

describe('a wearer with a number of pieces in each group', () => {
  it('chooses the whole uniform on a phone with at most 25 taps, continues on another device, and orders without paying', async () => {
    const first = await openBuilder(portal, 'sundial', PHONE_WIDTH, 'new.starter@meridian.example');
    const { findings, check } = createAxeCollector(first.page);
    let visitor = first;
    const taps = [await countTaps(first.page)];
    await first.page.getByText('8 of 8 pieces', { exact: true }).waitFor();
    await check('overview');
    await first.page.getByRole('button', { name: 'Why 8?' }).click();
    await first.page.getByRole('dialog', { name: 'Why 8?' }).getByText('Total', { exact: true }).waitFor();
    await check('why');
    await first.page.keyboard.press('Escape');
    await first.page.getByRole('link', { name: 'Choose your service shirts' }).click();

    for (let garment = 0; garment < 4; garment += 1) {
      const { page } = visitor;
      await addButton(page).or(page.getByRole('main').getByRole('article').first()).first().waitFor();
      if ((await addButton(page).count()) === 0) {
        if (garment === 0) await check('garments of a group');
        await page.getByRole('main').getByRole('article').getByRole('link').first().click();
        await addButton(page).waitFor();
      }
      await chooseMissing(page);
      if (garment === 0) {
        await page.getByRole('link', { name: 'Find your size' }).waitFor();
      }
      await add(page);
      if (garment === 1) {
        // Another device shows what was chosen, and the next step.
        const other = await openBuilder(portal, 'sundial', PHONE_WIDTH, 'new.starter@meridian.example');
        await other.page.getByText('3 of 8 pieces', { exact: true }).waitFor();
        taps.push(await countTaps(other.page));
        await other.page.getByRole('link', { name: 'Choose your aprons' }).click();
        visitor = other;
      }
    }
    const { page } = visitor;
    await page.waitForURL(new RegExp(`${BUILDER}/order`));
    await page.getByText('8 of 8 pieces chosen. Nothing to pay.').waitFor();
    await page.getByText('Paid from your entitlement').first().waitFor();
    await expectFits(page, 'check and order');
    await placeOrder(visitor);
    const total = taps.reduce((sum, count) => sum + count(), 0);
    // Fewer than one for each garment, its size and its button would mean that some were not counted.
    expect(total).toBeGreaterThan(12);
    // At seven seconds for each tap, this is less than three minutes.
    expect(total).toBeLessThanOrEqual(25);

    await page.goto(visitor.origin + BUILDER);
    await page.getByText('8 pieces', { exact: true }).waitFor();
    await page.getByText('3 of 3 ordered').waitFor();
    expect(findings).toEqual([]);
    expect([...first.pageErrors, ...visitor.pageErrors]).toEqual([]);
    await first.close();
    await visitor.close();
  });
});

describe('a wearer with fixed garments', () => {
  it.each([PHONE_WIDTH, DESKTOP_WIDTH])(
    'is asked for the size, having kept another than the advised one, and has no choice of quantity, at %i px',
    async (width) => {
      const visitor = await openBuilder(portal, 'sundial', width, 'staff@meridian.example');
      const { page } = visitor;
      if (width < 1024) await page.getByRole('link', { name: /^Choose your shirts/ }).click();
      await page.getByRole('heading', { level: 1, name: 'Meridian Oxford blouse' }).waitFor();
      await page.getByRole('note', { name: 'Size advice' }).waitFor();
      const asked = page.getByRole('note', { name: 'Size kept' });
      await asked.getByText(/^You have kept 8 since \w+ \d+\. Your measurements suggest \d+\. Which do you want\?$/).waitFor();
      expect(await page.getByRole('radiogroup', { name: /^Size/ }).locator('input:checked').count()).toBe(0);
      await asked.getByRole('button', { name: 'Choose 8' }).click();
      await page.getByRole('radio', { name: /^8\b/, checked: true }).waitFor({ state: 'attached' });
      await page.getByText('Quantity set by your organisation').waitFor();
      expect(await page.getByRole('textbox', { name: /^Quantity of/ }).count()).toBe(0);
      await page.getByRole('link', { name: 'See it on your mannequin' }).waitFor();
      await expectFits(page, 'garment');
      if (width < 1024) {
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
        await page.getByText('Garments you choose will appear here.').or(page.getByText('Not added yet')).first().waitFor();
        expect(findings).toEqual([]);
      }
      expect(visitor.pageErrors).toEqual([]);
      await visitor.close();
    },
  );
});

describe('an either/or', () => {
  it('is changed after a question that names what goes, and not once pieces of it are ordered', async () => {
    const visitor = await openBuilder(portal, 'sundial', PHONE_WIDTH, await findWearerWithOpenChoice());
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

    const ordered = await openBuilder(portal, 'sundial', PHONE_WIDTH, 'staff@meridian.example');
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

it('explains a closed ordering window, and after a request for more time that is granted, lets the wearer order', async () => {
  const visitor = await openBuilder(portal, 'brackwell', PHONE_WIDTH, 'track@corvane.example');
  const { page } = visitor;
  await page.getByText(/closed on/).waitFor();
  expect(await page.getByRole('link', { name: /^(Choose your|Check and order)/ }).count()).toBe(0);
  await page.getByRole('link', { name: /^Gloves/ }).click();
  await page.waitForURL(/\/groups\//);
  await page.getByRole('button', { name: 'Ask for more time' }).waitFor();
  expect(await addButton(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Ask for more time' }).click();
  await page.getByLabel('Reason (optional)').fill('I was on leave');
  await page.getByRole('button', { name: 'Send request' }).click();
  await page.getByText(/^You asked for more time on/).waitFor();
  await expectFits(page, 'request for more time');

  const admin = await portal.openPage('brackwell', DESKTOP_WIDTH);
  await logIn(admin, 'admin@corvane.example');
  await admin.page.getByRole('link', { name: /1 request for more time/ }).click();
  await admin.page.getByRole('button', { name: /^Decide on the request of/ }).click();
  await admin.page.getByRole('dialog').getByText('I was on leave').waitFor();
  await admin.page.getByRole('button', { name: 'Give more time' }).click();
  await admin.page.getByText(/can order until/).waitFor();
  await admin.close();

  await page.goto(`${visitor.origin}${BUILDER}`);
  await page.getByText(/^Closes/).waitFor();
  await page.goto(`${visitor.origin}${BUILDER}/order`);
  await placeOrder(visitor);
  expect(visitor.pageErrors).toEqual([]);
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
