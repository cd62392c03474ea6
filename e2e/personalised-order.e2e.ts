import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { aDecoratedProduct, aNameDesign, anOrganisationDesign, approveProof } from '#api/testing/designs.ts';
import { setApprovalRules } from '#api/testing/order-changes.ts';
import { aSheetPerson } from '#api/testing/order-sheets.ts';
import { RETURN_ACTIONS, RETURN_REASONS } from '#api/testing/returns.ts';
import { aPicture } from '#api/testing/uploads.ts';
import type { ReplyOf } from '#contract/index.ts';
import { checkOut, logIn } from './actions.ts';
import { aPersonWithPassword, createAxeCollector } from './page-checks.ts';
import { callApi } from './place-order.ts';
import { DESKTOP_WIDTH, type PageSession } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const CREST =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 60"><path d="M10 50L35 10L60 50Z" fill="#fff"/><circle cx="88" cy="30" r="22" fill="#e8794a"/></svg>';
const NAMES = ['Niamh', 'Zoë', 'Seán', 'Łukasz', 'Robert'] as const;
/** As the design has them; the last one is written otherwise by hand. */
const LETTERED = ['Niamh H.', 'Zoë H.', 'Seán H.', 'Łukasz H.', 'Bobby'] as const;

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Uploads the logo as an administrator; returns its id. */
async function uploadLogo({ page, origin }: PageSession): Promise<number> {
  await page.goto(`${origin}/index/settings/logos`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'harbour-crest.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(CREST) });
  const logo = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Harbour crest' }) });
  await logo.getByText('Awaiting proof').waitFor();
  await expect
    .poll(() =>
      logo
        .getByRole('img')
        .first()
        .evaluate((image) => (image as HTMLImageElement).naturalWidth),
    )
    .toBeGreaterThan(0);
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from logo where organisation_id = 1`.execute(database.db);
  return rows[0]?.id as number;
}

/** Orders a piece for each wearer with a sheet, one of the names corrected; returns the order. */
async function orderForAll(visitor: PageSession, sku: string, wearers: readonly string[]): Promise<number> {
  const { page, context, origin } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${origin}/index/order-sheet`);
  await page.getByText('Three ways to fill the sheet').waitFor();
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    wearers.map((wearer) => [wearer, sku, '', '', '', '1'].join('\t')).join('\r\n'),
  );
  await page.getByRole('combobox', { name: 'Wearer, row 1' }).click();
  await page.keyboard.press('Control+V');
  const names = page.locator('[data-cell=nameOnGarment]');
  await names.filter({ hasText: 'Robert H.' }).click();
  await page.getByLabel('Name on garment, row 5').and(page.locator(':focus')).waitFor();
  await page.keyboard.type('Bobby');
  await page.keyboard.press('Enter');
  await names.filter({ hasText: 'Bobby' }).waitFor();
  await button(page, 'Add 5 pieces for 5 people to the cart').click();
  await page.waitForURL(`${origin}/index/cart`);
  await page.getByText('5 pieces added to your cart.').waitFor();
  for (const name of LETTERED) await page.getByText(`Right chest: name badge “${name}”`).waitFor();
  const id = Number(await checkOut(visitor));
  await page.getByText(/a proof of each new logo or text/).waitFor();
  return id;
}

/** Shows the client a version of the only proof that is to be made. */
async function sendProof({ page, origin }: PageSession, colours: string): Promise<void> {
  await page.goto(`${origin}/operator/proofs`);
  await page.getByRole('link', { name: 'Left chest: logo Harbour crest, embroidered' }).click();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'proof.png', mimeType: 'image/png', buffer: await aPicture('png') });
  await button(page, 'Choose another picture').waitFor();
  await page.getByLabel('Width in mm').fill('80');
  await page.getByLabel('Height in mm').fill('40,5');
  await page.getByLabel('Colours').fill(colours);
  await button(page, 'Send to the client').click();
  await page.getByText('Proof sent. We’ve emailed those who can approve it.').waitFor();
}

/** What was downloaded by a click on a button, as text. */
async function download(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFile(await file.path(), 'utf8');
}

/** Types a code as a scanner does, and waits for the answer. */
async function scan(page: Page, code: string, answer: RegExp): Promise<void> {
  await page.getByLabel('Scan a finished piece').fill(code);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await page.locator('output').allInnerTexts()).join(' ')).toMatch(answer);
}

const linesOf = async (orderId: number) =>
  (
    await sql<{ id: number; text: string }>`
    select l.id::int as id, string_agg(c.text, '') as text from order_line l join order_line_customisation c on c.organisation_id = l.organisation_id and c.order_line_id = l.id
    where l.order_id = ${orderId} group by l.id order by l.id`.execute(database.db)
  ).rows;

it('a logo goes from its proof onto the garments of five people, with their names, and a faulty one is made again', async () => {
  const { db } = database;
  await setApprovalRules(database, { kind: 'always' });
  const polo = await aDecoratedProduct(db);
  const sku = polo.combinations[0]?.sku ?? '';
  const names = await aNameDesign(db, { product_id: polo.id });
  await approveProof(db, `design:${names}`, { garmentDesignId: names });
  const wearers: string[] = [];
  for (const name of NAMES) wearers.push((await aSheetPerson(database, [], { name: [name, 'Harbourhand'] })).name);
  const [admin, buyer] = [
    await aPersonWithPassword(db, { role: 'Admin', firstName: 'Ada', approver: true }),
    await aPersonWithPassword(db, { role: 'Buyer', firstName: 'Bea' }),
  ];
  await portal.settled();

  // The client's administrator has a logo; the supplier puts it on the garment by itself.
  const client = await portal.openPage('sundial', DESKTOP_WIDTH);
  const { findings, check } = createAxeCollector(client.page);
  await logIn(client, admin.email, '/index/home');
  const logoId = await uploadLogo(client);
  await check('logos');
  await anOrganisationDesign(db, {
    name: 'Harbour crest',
    logo_id: logoId,
    is_mandatory: true,
    product_id: polo.id,
    setup_minor: 1200,
  });
  await portal.settled();

  const visitor = await portal.openPage('sundial', DESKTOP_WIDTH);
  await logIn(visitor, buyer.email, '/index/home');
  const orderId = await orderForAll(visitor, sku, wearers);
  const adminToken = await portal.startSession(admin.email);
  await callApi(client.origin, adminToken, 'POST', '/api/orders/approvereject', { id: orderId, action: 'approve' });
  const releasedAt = async () =>
    (await sql<{ released: boolean }>`select released_at is not null as released from orders where id = ${orderId}`.execute(db))
      .rows[0]?.released;
  expect(await releasedAt()).toBe(false);

  // The proof: a change is asked for, the second version is approved.
  const operator = await portal.openOperatorPage(DESKTOP_WIDTH, { brandIds: [1] });
  const desk = operator.page;
  await sendProof(operator, 'White 0015, Orange 1106');
  await client.page.goto(`${client.origin}/index/proofs`);
  await client.page.getByText('80 × 40.5 mm').waitFor();
  await button(client.page, 'Request a change').click();
  await client.page.getByLabel('What should be changed?').fill('The circle in red, please.');
  await button(client.page, 'Send request').click();
  await client.page.getByText('Change requested. We’ve emailed your supplier.').waitFor();
  await desk.goto(`${operator.origin}/operator/proofs`);
  await desk.getByText('Change requested').waitFor();
  await sendProof(operator, 'White 0015, Red 1703');
  await client.page.reload();
  await client.page.getByText('White 0015, Red 1703').waitFor();
  await check('proofs');
  await button(client.page, 'Approve proof').click();
  await client.page.getByText('Proof approved: Left chest: logo Harbour crest, embroidered.').waitFor();
  await expect.poll(releasedAt).toBe(true);

  // The work order says what is put on each piece, and where; each is counted by a scan.
  const lines = await linesOf(orderId);
  expect(lines.map(({ text }) => text).sort()).toEqual([...LETTERED].sort());
  await desk.goto(`${operator.origin}/operator/decoration`);
  await desk.getByText('Bobby').first().waitFor();
  const table = await download(desk, 'Work order (CSV)');
  for (const { id, text } of lines) expect(table).toMatch(new RegExp(`,${text},.*,L${id},`));
  expect((await download(desk, 'Work order (PDF)')).slice(0, 5)).toBe('%PDF-');
  for (const { id } of lines) await scan(desk, `L${id}`, new RegExp(`1 of 1 for order ${orderId}\\.`));

  // What is in the bag is checked against its designs.
  await desk.goto(`${operator.origin}/operator/orders/${orderId}`);
  await button(desk, 'Start picking').or(desk.getByLabel('Scan a garment')).first().waitFor();
  for (const name of LETTERED) await desk.getByText(name, { exact: true }).first().waitFor();
  const token = await desk.evaluate(() => localStorage.getItem('livery.operator.accessToken') ?? '');
  const items = lines.map(({ id }) => ({ orderItemId: id, quantity: 1 }));
  const { shipments } = await callApi<{ shipments: { id: number }[] }>(
    operator.origin,
    token,
    'POST',
    '/api/operator/shipments',
    {
      parcels: [{ carrier: 'Northline Parcels', trackingNumber: 'NL1', items }],
    },
  );
  await callApi(operator.origin, token, 'POST', `/api/operator/shipments/${shipments[0]?.id}/delivered`, {});

  // One is faulty: it is made once more, without another proof.
  const faulty = lines.find(({ text }) => text === 'Bobby')?.id as number;
  const { returnRequests } = await callApi<ReplyOf<'POST /api/returnrequest'>>(
    visitor.origin,
    await portal.startSession(buyer.email),
    'POST',
    '/api/returnrequest',
    {
      returnRequest: {
        ...{ orderId, returnRequestReasonId: RETURN_REASONS.faulty, returnRequestActionId: RETURN_ACTIONS.replacement },
        items: [{ id: faulty, quantity: 1 }],
      },
    },
  );
  const returnPath = `/api/operator/returns/${returnRequests[0]?.id}`;
  await callApi(operator.origin, token, 'POST', `${returnPath}/receive`, { quantity: 1, condition: 'faulty' });
  await callApi(operator.origin, token, 'POST', `${returnPath}/decide`, { decision: 'replace' });
  await desk.goto(`${operator.origin}/operator/decoration`);
  await desk.getByText('Bobby').first().waitFor();
  const { rows } = await sql<{ id: number; order: number }>`
    select id::int as id, order_id::int as order from order_line where exchange_of_line_id = ${faulty}`.execute(db);
  const again = rows[0] as { id: number; order: number };
  await scan(desk, `L${again.id}`, new RegExp(`1 of 1 for order ${again.order}\\.`));

  await visitor.page.goto(`${visitor.origin}/index/orders/${again.order}`);
  await visitor.page.getByText('Right chest: name badge “Bobby”').first().waitFor();
  expect(await visitor.page.getByText(/waits for a proof/i).count()).toBe(0);
  expect([findings, client.pageErrors, visitor.pageErrors, operator.pageErrors]).toEqual([[], [], [], []]);
  for (const opened of [client, visitor, operator]) await opened.close();
});
