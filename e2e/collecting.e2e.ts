import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { anItem, aStockedProduct } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { placeOrder } from './place-order.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const pages = usePages();
const { portal, database } = pages;

it('an order that is collected is made ready, handed over and shown to its person as that', async () => {
  const { db } = database;
  await sql`delete from approval_rule where organisation_id = 1`.execute(db);
  const shirt = await aStockedProduct(db, { stock: [50] });
  const buyer = await aPersonWithPassword(db, { role: 'Buyer', firstName: 'Corinna' });
  await portal.settled();
  const orderId = await placeOrder(pages, buyer, [anItem(shirt, 2)], 'Collect from the depot');
  const expressId = await placeOrder(pages, buyer, [anItem(shirt, 1)], 'Next working day');

  const operator = await portal.openOperatorPage(DESKTOP_WIDTH, { brandIds: [1] });
  const { page, origin, pageErrors } = operator;
  const { findings, check } = createAxeCollector(page);
  await page.goto(`${origin}/operator/board?q=Corinna`);
  await page.getByRole('link', { name: String(expressId) }).waitFor();
  await page.goto(`${origin}/operator/board?q=Corinna&delivery=Collect+from+the+depot`);
  await page.getByText('1–1 of 1 order').waitFor();
  expect(await page.getByRole('link', { name: String(expressId) }).count()).toBe(0);
  await page.getByRole('link', { name: String(orderId) }).click();

  await page.getByRole('button', { name: 'Start picking' }).click();
  const sku = shirt.combinations[0]?.sku ?? '';
  await expect.poll(() => page.getByLabel('Scan a garment').isEnabled()).toBe(true);
  for (const count of [1, 2]) {
    await page.getByLabel('Scan a garment').fill(sku);
    await page.keyboard.press('Enter');
    await page.locator('output').getByText(`Added: ${shirt.name}. ${count} of 2 packed`, { exact: true }).waitFor();
  }
  await page.getByRole('button', { name: 'Close bag' }).click();
  await page.getByRole('button', { name: 'Ready to collect: 1 bag' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Make 1 bag ready' }).click();
  await page.getByRole('button', { name: 'Hand over' }).waitFor();
  await check('ready to collect');

  const person = await portal.openPage('sundial', PHONE_WIDTH);
  await logIn(person, buyer.email, `/index/orders/${orderId}`);
  await person.page.getByText('Counter of the depot', { exact: false }).first().waitFor();
  await person.page.getByText(`2 pieces are ready. Give the order number, ${orderId}.`).waitFor();
  expect(await getHorizontalOverflow(person.page)).toBe(0);

  await page.getByRole('button', { name: 'Hand over' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Collected by').fill('Ann Ash');
  await dialog.getByRole('button', { name: 'Hand over' }).click();
  await page.getByText('Collected by Ann Ash').waitFor();
  await person.page.reload();
  await person.page.getByText('By Ann Ash').waitFor();
  expect([findings, pageErrors, person.pageErrors]).toEqual([[], [], []]);
  await operator.close();
  await person.close();
});
