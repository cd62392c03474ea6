import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { anItem, aStockedProduct } from '#api/testing/builders.ts';
import { reservedOf } from '#api/testing/order-changes.ts';
import { shipOrder } from '#api/testing/returns.ts';
import { aPicture } from '#api/testing/uploads.ts';
import { logIn } from './actions.ts';
import { expectFits } from './builder-pages.ts';
import { aPersonWithPassword, createAxeCollector } from './page-checks.ts';
import { placeOrder } from './place-order.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const pages = usePages();
const { portal, database } = pages;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

describe('a wearer on a phone and an operator', () => {
  it('exchange a size with a picture and a label, and return and credit another piece', async () => {
    const { db } = database;
    const shirt = await aStockedProduct(db, { stock: [50, 50] });
    const person = await aPersonWithPassword(db, { role: 'Buyer', firstName: 'Bea' });
    await portal.settled();
    const visitor = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = visitor;
    const orderId = await placeOrder(pages, person, [anItem(shirt, 2)]);
    await shipOrder(db, orderId);

    // The wearer asks for another size of one piece, with a picture. A file that is no picture is refused by itself.
    await logIn(visitor, person.email, `/index/orders/${orderId}`);
    await page.getByRole('link', { name: `Return or exchange ${shirt.name}, Size 0` }).click();
    await button(page, 'Fewer: Pieces to return').click();
    await button(page, 'Too small').click();
    await button(page, 'Chest').click();
    await button(page, /^Size 1/).click();
    const picture = { name: 'sleeve.jpg', mimeType: 'image/jpeg', buffer: await aPicture() };
    const other = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear supplier') };
    await page.getByLabel('Add pictures').setInputFiles([picture, other]);
    await page.getByText('Uploaded', { exact: true }).waitFor();
    await page.getByText(/is not a JPEG, PNG or WebP picture or PDF/).waitFor();
    await button(page, 'Remove letter.jpg').click();
    const { findings, check } = createAxeCollector(page);
    await check('the request');
    await button(page, 'Exchange for Size 1 and get label').click();
    await page.getByText(/^R\d+ has been requested\.$/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('status')
        .getByRole('button', { name: /^Get label/ })
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^Return label R\d+\.pdf$/);
    await expectFits(page, 'returns');
    const number = /R\d+/.exec(download.suggestedFilename())?.[0] as string;

    // The operator scans the label, looks at the picture and receives the piece.
    const operator = await portal.openOperatorPage(DESKTOP_WIDTH);
    const desk = operator.page;
    await desk.goto(`${operator.origin}/operator/returns`);
    const search = desk.getByRole('searchbox');
    await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await desk.keyboard.type(number);
    await desk.keyboard.press('Enter');
    await desk.getByRole('heading', { name: `Return ${number}` }).waitFor();
    await desk.getByRole('button', { name: 'Enlarge sleeve.jpg' }).locator('img').waitFor();
    await desk.locator('h1').focus();
    await desk.keyboard.press('e');
    await button(desk, 'As new').click();
    await desk.getByText('The exchange is complete and can no longer be rejected.').waitFor();
    await button(desk, 'Receive 1 piece').click();
    await desk.getByText('Exchanged', { exact: true }).waitFor();
    // One piece of the new size waits for the warehouse; the other one is back in stock.
    expect(await reservedOf(database, shirt)).toEqual([0, 1]);

    // The order shows both sizes; the second piece is returned for a credit.
    await page.goto(`${visitor.origin}/index/orders/${orderId}`);
    await page
      .getByRole('link', { name: /^Size 1 \(order \d+\)$/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: `Return or exchange ${shirt.name}, Size 0` }).click();
    await button(page, 'Wrong product ordered').click();
    await button(page, 'Store credit').click();
    await button(page, 'Request return and get label').click();
    await page.getByText(/^R\d+ has been requested\.$/).waitFor();

    await desk.goto(`${operator.origin}/operator/returns?search=${orderId}`);
    await desk
      .getByRole('link', { name: /^R\d+$/ })
      .last()
      .click();
    await button(desk, /^Receive/).click();
    await button(desk, 'Worn').click();
    await button(desk, 'Receive 1 piece').click();
    await button(desk, /^Credit/).click();
    await desk.getByText(/^£\d+\.\d\d including tax is credited for 1 piece\.$/).waitFor();
    await desk.getByRole('dialog').getByRole('button', { name: 'Credit' }).click();
    await desk.getByText('Credited', { exact: true }).first().waitFor();

    await page.goto(`${visitor.origin}/index/returnrequests`);
    await page.getByText('Credited', { exact: true }).waitFor();
    expect([findings, visitor.pageErrors, operator.pageErrors]).toEqual([[], [], []]);
    await visitor.close();
    await operator.close();
  });
});
