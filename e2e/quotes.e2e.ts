import { expect, it } from 'vitest';
import { aStockedProduct, setProductPrice } from '#api/testing/builders.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { checkOut, logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector, tabTo } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

it('a product on request is asked for, quoted, accepted in sizes with the keyboard, ordered and approved', async () => {
  const { db } = database;
  await setApprovalRules(database, { kind: 'always' });
  const coat = await aStockedProduct(db, { callForPrice: true, price: 99_900, stock: [20, 20] });
  const approver = await aPersonWithPassword(db, { role: 'Admin', firstName: 'Ada', approver: true });
  const buyer = await aPersonWithPassword(db, { role: 'Buyer', firstName: 'Bea' });
  await portal.settled();

  // The buyer asks, without sizes.
  const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
  const { page, origin } = visitor;
  const { findings, check } = createAxeCollector(page);
  await logIn(visitor, buyer.email, `/index/products/${coat.id}`);
  await page.getByRole('link', { name: 'Ask for a price' }).click();
  await page.getByRole('heading', { name: 'Request a quote' }).waitFor();
  await page.getByLabel('Title').fill('Coats for night porters');
  await page.getByRole('textbox', { name: `Quantity of ${coat.name}` }).fill('7');
  await page.keyboard.press('Tab');
  // What is written is kept.
  await page.getByText('1 line, 7 pieces').waitFor();
  await page.reload();
  await page.getByText('1 line, 7 pieces').waitFor();
  await check('request');
  await page.getByRole('button', { name: 'Send request' }).dblclick();
  await page.getByRole('heading', { name: 'Coats for night porters' }).waitFor();
  await page.getByText('Submitted').first().waitFor();
  await check('submitted');
  const address = new URL(page.url()).pathname;
  expect(address).toMatch(/\/index\/quotes\/\d+$/);

  // The supplier answers.
  const operator = await portal.openOperatorPage(DESKTOP_WIDTH, { brandIds: [1], name: 'Olive Operator' });
  const desk = operator.page;
  await desk.goto(`${operator.origin}/operator/quotes`);
  await desk
    .getByRole('row', { name: /Coats for night porters/ })
    .getByRole('link', { name: /^Q\d+$/ })
    .click();
  await desk.getByRole('button', { name: 'Take', exact: true }).click();
  await desk.getByText('In review').first().waitFor();
  await desk.getByText('On request today').waitFor();
  await desk.getByRole('textbox', { name: 'Price each of line 1' }).fill('84.50');
  await desk.getByRole('textbox', { name: 'Set-up of line 1' }).fill('0');
  await desk.getByRole('textbox', { name: 'Lead time, days of line 1' }).fill('12');
  await desk.getByLabel('Note to the customer').fill('We cut them in Leeds.');
  await desk.getByRole('button', { name: 'Send answer' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Send answer' });
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await desk.getByText(/ sent\. We’ve emailed Bea Forthetest\./).waitFor();

  // The price list is of no matter any more.
  await setProductPrice(db, coat.id, 120_000);
  await page.reload();
  await page.getByText('We cut them in Leeds.').waitFor();
  await page.getByText('£84.50', { exact: false }).first().waitFor();
  await page.getByText('0 of 7 pieces in sizes').waitFor();
  await page.getByRole('textbox', { name: /^Size 0/ }).waitFor();
  await check('quoted');
  // Sizes by the keyboard alone: three and four.
  await tabTo(page, /^(Quantity of )?Size 0/);
  await page.keyboard.type('3');
  await tabTo(page, /^(Quantity of )?Size 1/);
  await page.keyboard.type('4');
  await page.getByText('7 of 7 pieces in sizes').waitFor();
  await page.getByText('£591.50 excl. tax').first().waitFor();
  await tabTo(page, /^Accept and add to cart$/);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/index/cart`);
  await page.getByText(/^Accepted: 7 pieces of Q\d+ added to your cart at the quoted price\.$/).waitFor();
  await page
    .getByText(/Quote Q\d+/)
    .first()
    .waitFor();
  await check('cart');
  const orderId = await checkOut(visitor);
  await page
    .getByText(/approv/i)
    .first()
    .waitFor();

  // The approver sees from where the price comes.
  const phone = await portal.openPage('sundial', PHONE_WIDTH);
  await logIn(phone, approver.email, `/index/approvals?order=${orderId}`);
  await phone.page
    .getByRole('link', { name: `order ${orderId}`, exact: true })
    .first()
    .waitFor();
  await phone.page
    .getByText(/quote Q\d+/i)
    .first()
    .waitFor();
  await phone.page.getByRole('button', { name: 'Approve order' }).click();
  await phone.page.getByText(`Order ${orderId} approved.`).waitFor();

  // The quote names its order, and the order its quote.
  await page.goto(`${origin}${address}`);
  await page
    .getByRole('link', { name: new RegExp(orderId) })
    .first()
    .click();
  await page.waitForURL(`${origin}/index/orders/${orderId}`);
  await page
    .getByRole('link', { name: /quote Q\d+/i })
    .first()
    .waitFor();
  await page.getByText('£591.50').first().waitFor();
  expect(findings).toEqual([]);
  for (const opened of [visitor, operator, phone]) {
    expect(opened.pageErrors).toEqual([]);
    await opened.close();
  }
});
