import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStockedProduct, aWardrobe } from '#api/testing/builders.ts';
import { shipOrder } from '#api/testing/returns.ts';
import type { PaymentProviderProgram } from '#demo/payment-provider/program.ts';
import { startDemoPaymentProvider } from '#demo/payment-provider/start-demo-provider.ts';
import { logIn } from './actions.ts';
import { add, addButton, BUILDER, expectFits, openBuilder } from './builder-pages.ts';
import { aPersonWithPassword, createAxeCollector } from './page-checks.ts';
import { DESKTOP_WIDTH, type PageSession, PHONE_WIDTH } from './portal.ts';
import { usePagesWithMail } from './use-pages.ts';

const CORVANE = 3;

const { portal, database, mailJobs } = usePagesWithMail();
let provider: PaymentProviderProgram | undefined;
beforeAll(async () => {
  const portalPort = Number(new URL(portal.origin('brackwell')).port);
  provider = await startDemoPaymentProvider(portal.databaseUrl, { portalPort, port: 0 });
});
afterAll(() => provider?.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** What went wrong in a tab, without its visits to the payment page, which is on a host of its own. */
const errorsOf = ({ pageErrors }: PageSession) =>
  pageErrors.filter((error) => !error.includes(`left the host: ${provider?.url}`));

/** A wearer of Corvane whose wardrobe covers one garment at 10.00 without tax, and who pays for more. */
async function anOwnPayer() {
  const { db } = database;
  const garment = await aStockedProduct(db, { stock: [500] });
  const person = await aPersonWithPassword(db, { role: 'Staff', organisationId: CORVANE });
  await aWardrobe(db, person.id, [garment], {
    ...{ organisationId: CORVANE, quantity: null, allocationTypeId: 40, budgetMinor: 1000, beyond: 'own_payment' },
  });
  await portal.settled();
  return { ...person, garment };
}

/** Chooses three pieces on a phone, of which the wearer pays two, and opens "Check and order". */
async function chooseThree(email: string): Promise<PageSession> {
  const visitor = await openBuilder(portal, 'brackwell', PHONE_WIDTH, email);
  const { page } = visitor;
  await page.getByRole('link', { name: /^Garments/ }).click();
  const more = button(page, /^More: Quantity/);
  await more.click();
  await more.click();
  await page.getByText('1 covered by your entitlement, 2 paid by you: £24.00 including tax.').waitFor();
  await addButton(page).waitFor();
  await add(page);
  await page.goto(`${visitor.origin}${BUILDER}/order`);
  await page.getByLabel('PO number').fill('PO-4711');
  return visitor;
}

/** The order on which the payment page leads back. */
async function waitForReturn(page: Page): Promise<number> {
  await page.waitForURL(/\/index\/orders\/\d+\?payment=return/);
  return Number(/orders\/(\d+)/.exec(page.url())?.[1]);
}

const waitForThanks = (page: Page) => page.getByText('Thank you. Your payment of £24.00 was received.').waitFor();

describe('a wearer who pays for what is beyond the budget', () => {
  it('is declined on a phone, tries again and confirms with 3-D Secure; what comes back is refunded to the card', async () => {
    const payer = await anOwnPayer();
    const visitor = await chooseThree(payer.email);
    const { page } = visitor;
    const { findings, check } = createAxeCollector(page);
    await page.getByText('You pay by card, incl. tax').waitFor();
    await check('check and order');
    await expectFits(page, 'check and order');
    await button(page, 'Go to payment, £24.00').click();

    await page.getByText('£24.00', { exact: true }).waitFor();
    await expectFits(page, 'payment page');
    await button(page, /^Decline/).click();
    await page.getByRole('link', { name: /^Back to/ }).click();
    const orderId = await waitForReturn(page);
    await page.getByText('Your card was declined.').waitFor();
    await check('declined');
    await expectFits(page, 'declined');

    await button(page, 'Try again').click();
    await button(page, /^Ask for 3-D Secure/).click();
    await button(page, /^Confirm/).click();
    expect(await waitForReturn(page)).toBe(orderId);
    await waitForThanks(page);
    await check('paid');
    await expectFits(page, 'paid');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, /^Receipt .* as PDF$/)
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/RCP-\d+\.pdf$/);

    // Two pieces come back: those that the card paid come first.
    await shipOrder(database.db, orderId);
    await page.goto(`${visitor.origin}/index/orders/${orderId}`);
    await page.getByRole('link', { name: new RegExp(`^Return or exchange ${payer.garment.name}`) }).click();
    await button(page, 'Wrong product ordered').click();
    await button(page, /^Store credit|^Refund/).click();
    await button(page, /^Request return/).click();
    await page.getByText(/^R\d+ has been requested\.$/).waitFor();

    const operator = await portal.openOperatorPage(DESKTOP_WIDTH);
    const desk = operator.page;
    await desk.goto(`${operator.origin}/operator/returns?search=${orderId}`);
    await desk
      .getByRole('link', { name: /^R\d+$/ })
      .last()
      .click();
    await button(desk, /^Receive/).click();
    await button(desk, 'Worn').click();
    await button(desk, /^Receive \d piece/).click();
    await button(desk, /^(Credit|Refund)/).click();
    await desk
      .getByRole('dialog')
      .getByRole('button', { name: /^(Credit|Refund)/ })
      .click();
    await page.goto(`${visitor.origin}/index/orders/${orderId}`);
    await page.getByText('Refunded', { exact: true }).waitFor();
    await check('refunded');
    await expectFits(page, 'refunded');
    expect([findings, errorsOf(visitor), errorsOf(operator)]).toEqual([[], [], []]);
    await visitor.close();
    await operator.close();
  });

  it('pays by the link that is mailed once the order is approved', async () => {
    const payer = await anOwnPayer();
    const { email: approver } = await aPersonWithPassword(database.db, { role: 'Admin', organisationId: CORVANE });
    await sql`insert into approval_rule (organisation_id, kind) values (${CORVANE}, 'always')`.execute(database.db);
    await portal.settled();
    const visitor = await chooseThree(payer.email);
    const { page } = visitor;
    await page.getByText('You pay £24.00 by card after the approval. We will email you a link.').waitFor();
    await button(page, /^Send \d pieces for approval|^Send for approval/).click();
    await page.getByRole('heading', { level: 1, name: 'Sent for approval' }).waitFor();
    const orderId = Number(/order-confirmation\/(\d+)/.exec(page.url())?.[1]);

    const admin = await portal.openPage('brackwell', DESKTOP_WIDTH);
    await logIn(admin, approver, `/index/approvals?order=${orderId}`);
    await admin.page.getByRole('link', { name: `order ${orderId}`, exact: true }).waitFor();
    await button(admin.page, /^Approve/).click();
    await admin.page.getByText(`Order ${orderId} approved.`).waitFor();

    await page.goto(visitor.origin + (await mailJobs.waitForMailedLink(payer.email, `/index/orders/${orderId}`)));
    await button(page, 'Pay now').click();
    await button(page, /^Pay/).click();
    expect(await waitForReturn(page)).toBe(orderId);
    await waitForThanks(page);
    expect([errorsOf(visitor), errorsOf(admin)]).toEqual([[], []]);
    await sql`delete from approval_rule where organisation_id = ${CORVANE}`.execute(database.db);
    await visitor.close();
    await admin.close();
  });
});
