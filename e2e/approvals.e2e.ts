import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aStockedProduct, aWardrobe, NORTH } from '#api/testing/builders.ts';
import { logIn } from './actions.ts';
import { BUILDER, expectFits, placeOrder } from './builder-pages.ts';
import { aPersonWithPassword, createAxeCollector } from './page-checks.ts';
import { DESKTOP_WIDTH, PHONE_WIDTH } from './portal.ts';
import { usePages } from './use-pages.ts';

const { portal, database } = usePages();

const APPROVER = 'approver@hallam.example';

const stateOf = async (orderId: number) =>
  (
    await sql<{ state: string; status: string; reason: string | null }>`
      select s.name as state, a.status, a.reason from orders o join order_state s on s.id = o.order_state_id
      join lateral (select * from approval a where a.order_id = o.id order by a.id desc limit 1) a on true
      where o.id = ${orderId}`.execute(database.db)
  ).rows[0];

/** The order that is open, by the first link of its card; another one may name the order that it replaces. */
const getOpenOrder = async (page: Page): Promise<number> =>
  Number(
    (
      await page
        .getByRole('link', { name: /^order \d+$/ })
        .first()
        .textContent()
    )?.replace('order ', ''),
  );

/** Waits for the message about an order, and for another order to be open. */
async function waitForDecision(page: Page, orderId: number, message: string): Promise<void> {
  await page.getByText(`Order ${orderId} ${message}`).waitFor();
  await page.getByRole('link', { name: `order ${orderId}`, exact: true }).waitFor({ state: 'detached' });
}

describe('the approver of Hallam', () => {
  it('approves, rejects, sends back and approves in part by key', async () => {
    const approver = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page, pageErrors } = approver;
    const { findings, check } = createAxeCollector(page);
    await logIn(approver, APPROVER, '/index/approvals');
    await page.getByText(/^13 orders need your decision/).waitFor();
    await page.getByRole('link', { name: /^order \d+$/ }).waitFor();
    await expectFits(page, 'approvals');

    // The keys move through the queue and back.
    const first = await getOpenOrder(page);
    await page.keyboard.press('j');
    await page.getByRole('link', { name: `order ${first}`, exact: true }).waitFor({ state: 'detached' });
    await page.keyboard.press('k');
    await page.getByRole('link', { name: `order ${first}`, exact: true }).waitFor();
    const focusedName = page.locator('h2:focus');
    await focusedName.waitFor();

    // Typing is not a decision.
    await page.getByLabel('PO number').fill('asrjk-1');
    await page.getByRole('heading', { level: 2 }).first().click();
    await page.keyboard.press('a');
    await waitForDecision(page, first, 'approved.');
    expect(await stateOf(first)).toMatchObject({ state: 'Pending', status: 'approved' });
    await focusedName.waitFor();

    const second = await getOpenOrder(page);
    await page.keyboard.press('r');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Reject order' }).click();
    await dialog.getByText('Please enter a reason.').waitFor();
    await check('the reason');
    await dialog.getByLabel('Reason').fill('Ask again after the season.');
    await dialog.getByRole('button', { name: 'Reject order' }).click();
    await waitForDecision(page, second, 'rejected.');
    expect(await stateOf(second)).toEqual({ state: 'Rejected', status: 'rejected', reason: 'Ask again after the season.' });

    const third = await getOpenOrder(page);
    await page.keyboard.press('s');
    await dialog.getByLabel('Reason').fill('Please choose black.');
    await dialog.getByRole('button', { name: 'Send back' }).click();
    await waitForDecision(page, third, 'sent back.');
    expect(await stateOf(third)).toEqual({ state: 'Cancelled', status: 'sent_back', reason: 'Please choose black.' });

    const fourth = await getOpenOrder(page);
    await page.getByLabel('PO number').fill('HH-4');
    await page.getByRole('button', { name: 'Remove', exact: true }).first().click();
    // What remains costs is shown first.
    const approvePart = page.getByRole('button', { name: /^Approve \d+ of \d+ pieces/ });
    await expect.poll(() => approvePart.isEnabled()).toBe(true);
    await page.keyboard.press('a');
    await dialog.getByLabel('Reason').fill('The store has this one.');
    await dialog.getByRole('button', { name: 'Approve the rest' }).click();
    await waitForDecision(page, fourth, 'approved in part.');
    expect(await stateOf(fourth)).toMatchObject({ state: 'Pending', status: 'approved' });
    await page.getByText(/^9 orders need your decision/).waitFor();
    expect([findings, pageErrors]).toEqual([[], []]);
    await approver.close();
  });

  it('decides on several orders at once, and reads what became of each', async () => {
    const approver = await portal.openPage('alder', DESKTOP_WIDTH);
    const { page, pageErrors } = approver;
    await logIn(approver, APPROVER, '/index/approvals');
    const boxes = page.getByRole('checkbox', { name: /^Select order/ });
    await boxes.nth(2).waitFor();
    const names = await Promise.all([0, 1].map((index) => boxes.nth(index).getAttribute('aria-label')));
    const [taken, other] = names.map((name) => Number(name?.match(/\d+/)?.[0])) as [number, number];
    await boxes.nth(0).check();
    await boxes.nth(1).check();
    // Someone else is first with one of them.
    const token = await portal.startSession(APPROVER);
    const status = await page.evaluate(
      async ([bearer, id]) => {
        const reply = await fetch('/api/orders/approvereject', {
          method: 'POST',
          headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
          body: JSON.stringify({ id, action: 'reject', rejectReason: 'Too many.' }),
        });
        return reply.status;
      },
      [token, taken] as const,
    );
    expect(status).toBe(200);

    await page.getByRole('button', { name: 'Approve 2 orders' }).click();
    await page.getByRole('dialog').getByLabel('PO number').fill('HH-5');
    await page.getByRole('dialog').getByRole('button', { name: 'Approve 2 orders' }).click();

    await page.getByText('1 order decided, 1 not').waitFor();
    await page.getByText(new RegExp(`^${taken} · .*not decided\\. .*rejected this order`)).waitFor();
    await page.getByText(new RegExp(`^${other} · .*Order ${other} approved\\.`)).waitFor();
    expect(await stateOf(other)).toMatchObject({ status: 'approved' });
    expect(pageErrors.filter((error) => !error.includes('409'))).toEqual([]);
    await approver.close();
  });
});

describe('a line that is sent back', () => {
  it('is ordered again and approved the second time, on a phone', async () => {
    const { db } = database;
    await sql`insert into approval_rule (organisation_id, kind) values (1, 'always')`.execute(db);
    const garments = [await aStockedProduct(db), await aStockedProduct(db)];
    const group = await sql<{
      id: number;
    }>`insert into organisation_group (organisation_id, name) values (1, 'Boat house') returning id`.execute(db);
    const groupIds = [group.rows[0]?.id as number];
    const person = await aPersonWithPassword(db, { role: 'Staff', groupIds, resortId: NORTH.resortId, firstName: 'Wendy' });
    const boss = await aPersonWithPassword(db, { role: 'Buyer', groupIds, approver: true, firstName: 'Ben' });
    const { collectionId, groupId } = await aWardrobe(db, person.id, garments, { quantity: null, allocationTypeId: 50 });
    await portal.settled();

    const wearer = await portal.openPage('sundial', PHONE_WIDTH);
    const added = await fetch(`${wearer.origin}/api/shopping_cart_items/multiple`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await portal.startSession(person.email)}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        items: garments.map(({ id, combinations }, index) => ({
          productId: id,
          combinationId: combinations[0]?.id,
          quantity: 2 - index,
          organisationCollectionId: collectionId,
          collectionGroupId: groupId,
          source: 'builder',
        })),
      }),
    });
    expect(added.status).toBe(200);
    await logIn(wearer, person.email, `${BUILDER}/order`);
    await placeOrder(wearer);

    const approver = await portal.openPage('sundial', PHONE_WIDTH);
    const { page } = approver;
    const { findings, check } = createAxeCollector(page);
    await logIn(approver, boss.email, '/index/orders');
    await page.getByRole('link', { name: 'Approvals (1)' }).click();
    await page.getByRole('button', { name: /Wendy Forthetest/ }).click();
    const first = await getOpenOrder(page);
    await check('the card on a phone');
    await expectFits(page, 'card');
    await page
      .getByRole('group', { name: `Decision on ${garments[1]?.name}` })
      .getByRole('button', { name: 'Send back' })
      .click();
    await page.getByRole('button', { name: 'Approve 2 of 3 pieces' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('One size smaller, please.');
    await check('the reason on a phone');
    await dialog.getByRole('button', { name: 'Approve the rest' }).click();
    await page.getByText(`Order ${first} approved in part.`).waitFor();
    await page.getByRole('heading', { name: 'No orders to approve' }).waitFor();

    await wearer.page.goto(`${wearer.origin}${BUILDER}/order`);
    await wearer.page.getByRole('button', { name: /^(Order|Send) 1 piece\b/ }).waitFor();
    await placeOrder(wearer);
    await page.reload();
    await page.getByRole('button', { name: /Wendy Forthetest/ }).click();
    const second = await getOpenOrder(page);
    await page.getByRole('button', { name: 'Approve order' }).click();
    await page.getByText(`Order ${second} approved.`).waitFor();

    const { rows } = await sql<{
      replaces: number | null;
    }>`select replaces_order_id as replaces from orders where id = ${second}`.execute(db);
    expect(rows).toEqual([{ replaces: first }]);
    expect(await stateOf(second)).toMatchObject({ state: 'Pending', status: 'approved' });
    expect([findings, wearer.pageErrors, approver.pageErrors]).toEqual([[], [], []]);
    await approver.close();
    await wearer.close();
  });
});
