import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createProof } from '#api/testing/operator-accounts.ts';
import { logIn } from './actions.ts';
import { createAxeCollector, getHorizontalOverflow } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

interface OpenInvoice {
  number: string;
  order_id: number;
  total_minor: number;
}

/** An open invoice of an order that has been delivered and has no other invoice. */
async function findOpenInvoice(): Promise<OpenInvoice> {
  const { rows } = await sql<OpenInvoice>`
    select i.number, l.order_id, i.total_minor
    from invoice i join lateral (select min(order_id) as order_id from invoice_line where organisation_id = i.organisation_id and invoice_id = i.id) l on true
    join orders o on o.organisation_id = i.organisation_id and o.id = l.order_id and o.shipping_state_id = 40
    where i.organisation_id = 3 and i.kind = 'invoice' and i.settled_minor = 0 and (
      select count(distinct x.invoice_id) from invoice_line x where x.organisation_id = i.organisation_id and x.order_id = l.order_id) = 1
    order by i.due_on desc limit 1`.execute(database.db);
  return rows[0] as OpenInvoice;
}

it('a payment that an operator records completes an order, and the Admin sees it and saves the invoice', async () => {
  const { number, order_id: orderId, total_minor: totalMinor } = await findOpenInvoice();
  const amount = (totalMinor / 100).toFixed(2);
  const supplier = await portal.openOperatorPage(DESKTOP_WIDTH);
  const { page } = supplier;
  const { findings, check } = createAxeCollector(page);
  await page.goto(`${supplier.origin}/operator/invoices?search=${number}`);
  await page.getByRole('link', { name: number, exact: true }).click();
  await page.getByRole('heading', { name: `Invoice ${number}` }).waitFor();
  await page.getByRole('link', { name: 'Record payment' }).click();
  const dialog = page.getByRole('dialog');
  const record = dialog.getByRole('button', { name: /^Record payment/ });
  await dialog.getByLabel('Amount', { exact: true }).fill('12,50');
  await record.click();
  await dialog.getByText('Enter an amount with at most two decimals').waitFor();
  await dialog.getByLabel('Amount', { exact: true }).fill(`£${amount}`);
  await dialog.getByLabel('Reference').fill('Story 1');
  // The proposal covers what has been due for longest; this payment is for one invoice.
  for (const field of await dialog.getByLabel(/^Amount for /).all()) if ((await field.inputValue()) !== '') await field.fill('');
  await dialog.getByLabel(`Amount for ${number}`).fill(amount);
  await check('recording a payment');
  await record.dblclick();
  await dialog.getByText(`Invoice ${number} is paid.`).waitFor();
  await dialog.getByText(`Order ${orderId} is paid and complete.`).waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  // The list is fetched again after the dialog.
  await page.getByRole('rowheader', { name: 'Story 1' }).first().waitFor();
  expect(await page.getByRole('rowheader', { name: 'Story 1' }).count()).toBe(1);
  expect([findings, supplier.pageErrors]).toEqual([[], []]);
  await supplier.close();

  const admin = await portal.openPage('brackwell', PHONE_WIDTH);
  await logIn(admin, 'admin@corvane.example', `/index/invoices?search=${number}`);
  const card = admin.page.getByRole('list', { name: 'Invoices, newest first' }).getByRole('listitem');
  await card.getByText('Paid', { exact: true }).waitFor();
  const saved = admin.page.waitForEvent('download');
  await card.getByRole('button', { name: `PDF of Invoice ${number}` }).click();
  expect((await saved).suggestedFilename()).toBe(`${number}.pdf`);
  expect(await getHorizontalOverflow(admin.page)).toBe(0);
  expect(admin.pageErrors).toEqual([]);
  await admin.close();
});

it('an operator adds a webhook, sees its secret once, and sends an event again', async () => {
  const { page, origin, pageErrors, close } = await portal.openOperatorPage(DESKTOP_WIDTH);
  await page.goto(`${origin}/operator/webhooks`);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  const dialog = page.getByRole('dialog');
  const { rows } = await sql<{ id: number }>`select max(id) as id from operator`.execute(database.db);
  const { callerPassword, callerOtp } = await createProof(database.db, rows[0]?.id as number);
  await dialog.getByLabel('Your password', { exact: true }).fill(callerPassword);
  await dialog.getByLabel('Code', { exact: true }).fill(callerOtp);
  await dialog.getByLabel('Address').fill('https://127.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await dialog.getByText(/public internet/).waitFor();
  await dialog.getByLabel('Address').fill('https://receiver.invalid/hook');
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Send test' }).click();
  await page.getByText(/^Not delivered\. /).waitFor();
  await page.getByRole('link', { name: /^Log of / }).click();
  await page.getByRole('button', { name: /^Send again: Test/ }).click();
  await page.getByText(/2 attempts/).waitFor();
  expect(pageErrors).toEqual([]);
  await close();
});
