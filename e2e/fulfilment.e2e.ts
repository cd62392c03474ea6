import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { anItem, aStockedProduct } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { callApi, placeOrder } from './place-order.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const pages = usePages();
const { portal, database } = pages;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const scanner = (page: Page) => page.getByLabel('Scan a garment');

/** Types a code as a scanner does, wherever the focus is, and waits for the answer. */
async function scan(page: Page, code: string, answer: string): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await page.locator('output').getByText(answer, { exact: true }).waitFor();
}

it('an operator packs an order by scanner and ships it in two parts', async () => {
  const { db } = database;
  await sql`delete from approval_rule where organisation_id = 1`.execute(db);
  const shirt = await aStockedProduct(db, { stock: [50] });
  const jacket = await aStockedProduct(db, { stock: [1], backorderMode: 1 });
  const tie = await aStockedProduct(db, {});
  const buyer = await aPersonWithPassword(db, { role: 'Buyer', firstName: 'Piotr' });
  await portal.settled();
  const orderId = await placeOrder(pages, buyer, [anItem(shirt, 3), anItem(jacket, 2)]);
  const otherId = await placeOrder(pages, buyer, [anItem(tie, 1)]);
  await sql`update order_line set gtin = '05012345678900' where order_id = ${orderId} and product_id = ${shirt.id}`.execute(db);
  const [shirtCode, jacketCode, tieCode] = ['5012345678900', jacket.combinations[0]?.sku ?? '', tie.combinations[0]?.sku ?? ''];

  // From the board by keyboard.
  const operator = await portal.openOperatorPage(DESKTOP_WIDTH, { brandIds: [1], name: 'Petra Packer' });
  const { page, origin, pageErrors } = operator;
  const { findings, check } = createAxeCollector(page);
  await page.goto(`${origin}/operator`);
  await page.getByRole('heading', { name: 'Board' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('Piotr');
  await page.waitForURL(/q=Piotr/);
  // The list from before stays until the page has the next: the two orders of this story are found by the person alone.
  await expect
    .poll(() => page.locator('main').getByRole('link', { name: /^\d+$/ }).allTextContents())
    .toEqual([orderId, otherId].map(String));
  await page.getByRole('heading', { name: 'Board' }).focus();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/operator/orders/${orderId}`);

  // Nothing can be scanned before picking has started.
  await button(page, 'Start picking').click();
  await expect.poll(() => scanner(page).evaluate((field) => field === document.activeElement)).toBe(true);
  const where = 'packed';
  const destination = await page.locator('main h1').textContent();
  await scan(page, shirtCode, `Added: ${shirt.name}. 1 of 3 ${where}`);
  await scan(page, '4006381333931', 'Not added: no garment to pack for this destination has the code 4006381333931.');
  await scan(
    page,
    tieCode,
    `Not added: ${tie.name} is for order ${otherId} of Piotr Forthetest, which goes to ${destination} too.`,
  );
  await scan(page, jacketCode.toLowerCase(), `Added: ${jacket.name}. 1 of 2 ${where}`);
  await scan(page, jacketCode, `Not added: 1 of 2 × ${jacket.name} can be packed now. The rest has no date yet.`);
  await scan(page, ` 5 012345 678900`, `Added: ${shirt.name}. 2 of 3 ${where}`);
  await page.keyboard.press('Backspace');
  await page.getByText(`Undone: ${shirt.name}. 1 of 3 in Bag 1`).waitFor();
  await check('the bag');

  // A reload loses nothing. What is left out stays pending.
  await page.reload();
  await button(page, 'Close bag: 2 still to scan').waitFor();
  expect(await button(page, 'Close bag: 2 still to scan').isDisabled()).toBe(true);
  await button(page, 'Close short').click();
  await button(page, 'Ship 1 bag').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Carrier').fill('Northline Parcels');
  await dialog.getByLabel('Tracking number').fill('NL1');
  await dialog.getByLabel('Tracking link').fill('http://track.northline.example/NL1');
  await dialog.getByRole('button', { name: 'Ship 1 bag' }).click();
  await dialog.getByText('The tracking link must be an address that begins with https://.').waitFor();
  await dialog.getByLabel('Tracking link').fill('https://track.northline.example/NL1');
  await dialog.getByRole('button', { name: 'Ship 1 bag' }).dblclick();
  await page.getByRole('heading', { name: '1 parcel shipped' }).waitFor();
  await page.getByRole('link', { name: `Next order: ${otherId}` }).waitFor();
  await button(page, 'Close bag: 2 still to scan').waitFor();
  expect(await page.getByText('The order has changed while you were packing.').count()).toBe(0);

  // The second part, with the jacket that has arrived meanwhile.
  const token = await page.evaluate(() => localStorage.getItem('livery.operator.accessToken') ?? '');
  const receipt = { reference: 'DN-1', items: [{ code: jacketCode, quantity: 1 }] };
  await callApi(origin, token, 'POST', '/api/operator/stock/receipts', receipt);
  await page.reload();
  await expect.poll(() => scanner(page).isEnabled()).toBe(true);
  await scan(page, shirtCode, `Added: ${shirt.name}. 1 of 2 ${where}`);
  await scan(page, shirtCode, `Added: ${shirt.name}. 2 of 2 ${where}`);
  await scan(
    page,
    shirtCode,
    `Not added: ${shirt.name} is complete, 2 of 2. This piece was scanned twice or is one too many: put it back.`,
  );
  await scan(page, jacketCode, `Added: ${jacket.name}. 1 of 1 ${where}`);
  await button(page, 'Close bag').click();
  await button(page, 'Ship 1 bag').click();
  expect(await dialog.getByLabel('Carrier').inputValue()).toBe('Northline Parcels');
  await dialog.getByRole('button', { name: 'Ship 1 bag' }).click();
  await page.getByText('Delivery notes').waitFor();
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('packing') || key.includes('shipment'))),
  ).toEqual([]);

  const { rows } = await sql<{ id: number }>`select id from shipment where order_id = ${orderId} order by id`.execute(db);
  for (const { id } of rows) await callApi(origin, token, 'POST', `/api/operator/shipments/${id}/delivered`, {});
  await page.setViewportSize({ width: PHONE_WIDTH, height: 740 });
  await page.goto(`${origin}/operator/orders/${otherId}`);
  await button(page, 'Start picking').waitFor();
  expect(await getHorizontalOverflow(page)).toBe(0);
  expect([rows.length, findings, pageErrors]).toEqual([2, [], []]);
  await operator.close();

  const wearer = await portal.openPage('sundial', DESKTOP_WIDTH);
  await logIn(wearer, buyer.email, `/index/orders/${orderId}`);
  await wearer.page.getByText('Delivered').first().waitFor();
  expect(await wearer.page.getByRole('link', { name: 'Track parcel 1, opens in a new tab' }).getAttribute('href')).toBe(
    'https://track.northline.example/NL1',
  );
  await wearer.close();
});
