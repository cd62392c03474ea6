import { screen, waitFor, within } from '@testing-library/react';
import { useLocation } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { ReplyOf } from '#contract/index.ts';
import { queryClient } from '#web/app/query-client.ts';
import { createReply, type PartsOf } from '#web/testing/example-reply.ts';
import { NARROW, renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ApprovalNotice } from '../orders/order-notes.tsx';
import { ApprovalsPage } from './approvals-page.tsx';

const api = useStubbedApi();
const PATH = '/index/approvals';

type Card = PartsOf<ReplyOf<'GET /api/orders/:id/approval'>['approval']>;

const ADA = { firstName: 'Ada', lastName: 'Byron' };
const SHIRTS = { id: 71, productName: 'Ashdown shirt', quantity: 3, stock: { available: 9 } };
const COAT = { id: 72, productName: 'Winter coat', quantity: 1, stock: { available: 1 } };

/** The fingerprint of what is shown. */
const SEEN = 'ab12';
const REMAINING_COST = 'What remains costs £24.00, including tax and delivery.';

/** Answers with a queue of these orders, each with the same card. Orders that are decided on leave the queue. */
function stubQueue(orderIds: number[], card: Card = {}) {
  let waiting = orderIds;
  api.on('GET /api/approvals', () => ({
    approvals: waiting.map((orderId) => ({
      orderId,
      customer: ADA,
      pieces: 4,
      goodsValue: 40,
      fingerprint: SEEN,
    })),
    totalCount: waiting.length,
    currencyCode: 'GBP',
  }));
  api.on('GET /api/approvals/delegations', {});
  api.on('GET /api/orders/:id/approval', ({ params: { id } }) => ({
    approval: {
      orderId: Number(id),
      customOrderNumber: String(id),
      currencyCode: 'GBP',
      customer: ADA,
      status: 'requested',
      canDecide: true,
      items: [SHIRTS, COAT],
      fingerprint: SEEN,
      ...card,
    },
  }));
  api.on('POST /api/orders/approvereject', ({ body: { id, preview } }) => {
    if (preview) return { success: true, outcome: [REMAINING_COST] };
    waiting = waiting.filter((orderId) => orderId !== id);
    return { success: true, msg: 'Order 501 approved.' };
  });
}

const findOrder = (orderId: number) => screen.findByRole('link', { name: `order ${orderId}` });
const getDecisions = () => api.requests('POST /api/orders/approvereject').flatMap(({ body }) => (body.preview ? [] : [body]));

/** The notice on the page of an order, from which the card is opened. */
function OrderThenCard() {
  if (useLocation().pathname === PATH) return <ApprovalsPage />;
  const order = { id: 501, approvalAllowed: true, fingerprint: SEEN, approval: { status: 'requested' } } as const;
  return createReply('GET /api/orders/:id', { orders: [order] }).orders.map((shown) => (
    <ApprovalNotice key={shown.id} order={shown} />
  ));
}

describe('keys', () => {
  it('open the next and the previous order, and focus its heading', async () => {
    stubQueue([501, 502]);
    const { user, address } = renderPage(<ApprovalsPage />, { path: PATH });
    await findOrder(501);
    await user.keyboard('j');
    await findOrder(502);
    expect(address()).toBe(`${PATH}?order=502`);
    expect(screen.getByRole('heading', { level: 2, name: 'Ada Byron' })).toBe(document.activeElement);
    await user.keyboard('j');
    expect(address()).toBe(`${PATH}?order=502`);
    await user.keyboard('k');
    await findOrder(501);
  });

  it('approve the order that is open, and open the next', async () => {
    stubQueue([501, 502]);
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    await findOrder(501);
    await user.keyboard('a');
    await findOrder(502);
    expect(getDecisions()).toEqual([{ id: 501, action: 'approve', fingerprint: SEEN }]);
    await screen.findByText('Order 501 approved. We’ve emailed Ada Byron.');
    expect(screen.getByRole('heading', { level: 2 })).toBe(document.activeElement);
  });

  it('do nothing while something is typed, with Ctrl, or behind a dialog', async () => {
    stubQueue([501, 502], { poNumberRequired: true });
    const { user, address } = renderPage(<ApprovalsPage />, { path: PATH });
    await findOrder(501);
    await user.type(screen.getByLabelText('PO number'), 'ajrs');
    await user.click(screen.getByRole('heading', { level: 2 }));
    await user.keyboard('{Control>}a{/Control}');
    await user.keyboard('r');
    await screen.findByRole('dialog', { name: 'Reject the order?' });
    await user.keyboard('{Tab}ja');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect([getDecisions(), address()]).toEqual([[], PATH]);
  });
});

describe('a decision', () => {
  it('asks for the PO number that is missing, and sends it', async () => {
    stubQueue([501], { poNumberRequired: true });
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    const approve = await screen.findByRole('button', { name: /^Approve order/ });
    await user.click(approve);
    await screen.findByText('Please enter a PO number.');
    expect(screen.getByLabelText('PO number')).toBe(document.activeElement);
    await user.keyboard(' HH-4 {Enter}');
    await screen.findByRole('heading', { name: 'No orders to approve' });
    expect(getDecisions()).toEqual([{ id: 501, action: 'approve', fingerprint: SEEN, poNumber: 'HH-4' }]);
    expect(screen.getByRole('heading', { level: 1 })).toBe(document.activeElement);
  });

  it('shows what the server says about the PO number at its field', async () => {
    stubQueue([501], { poNumberRequired: true });
    api.on('POST /api/orders/approvereject', refuse(422, { poNumber: 'This number has been used.' }));
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    await user.type(await screen.findByLabelText('PO number'), 'HH-4{Enter}');
    await screen.findByText('This number has been used.');
    expect(screen.getByLabelText('PO number')).toBe(document.activeElement);
    await user.keyboard('5');
    expect(screen.queryByText('This number has been used.')).toBeNull();
  });

  it('drops lines and pieces, with a reason', async () => {
    stubQueue([501]);
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    const coat = within(await screen.findByRole('group', { name: 'Decision on Winter coat' }));
    await user.click(coat.getByRole('button', { name: 'Remove' }));
    await user.click(screen.getByRole('button', { name: 'Approve fewer of Ashdown shirt' }));
    await screen.findByText(REMAINING_COST);
    await user.click(screen.getByRole('button', { name: /^Approve 2 of 4 pieces/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Reason')).toBe(document.activeElement);
    await user.click(dialog.getByRole('button', { name: 'Approve the rest' }));
    await dialog.findByText('Please enter a reason.');
    await user.type(dialog.getByLabelText('Reason'), ' The store has this one. ');
    await user.click(dialog.getByRole('button', { name: 'Approve the rest' }));
    await screen.findByRole('heading', { name: 'No orders to approve' });
    expect(getDecisions()).toEqual([
      {
        id: 501,
        action: 'approve',
        fingerprint: SEEN,
        rejectReason: 'The store has this one.',
        items: [
          { id: 71, action: 'approve', quantity: 2 },
          { id: 72, action: 'reject' },
        ],
      },
    ]);
  });

  it('shows what a part costs before it can be approved, and why it cannot be', async () => {
    stubQueue([501]);
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    expect((await screen.findByRole('button', { name: /^Approve order/ })).hasAttribute('disabled')).toBe(false);
    expect(api.requests('POST /api/orders/approvereject')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Approve fewer of Ashdown shirt' }));
    await screen.findByText(REMAINING_COST);
    expect(api.requests('POST /api/orders/approvereject').map(({ body }) => body)).toEqual([
      { id: 501, action: 'approve', items: [{ id: 71, action: 'approve', quantity: 2 }], fingerprint: SEEN, preview: true },
    ]);
    api.on('POST /api/orders/approvereject', refuse(400, { order: 'What remains costs more than is left in Shirts.' }));
    await user.click(screen.getByRole('button', { name: 'Fewer: Approved pieces of Ashdown shirt' }));
    await screen.findByText('What remains costs more than is left in Shirts.');
    expect(screen.getByRole('button', { name: /^Approve 2 of 4 pieces/ })).toHaveProperty('disabled', true);
  });

  it('approves a part for what was shown, and shows what it would cost now', async () => {
    stubQueue([501]);
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    await user.click(await screen.findByRole('button', { name: 'Approve fewer of Ashdown shirt' }));
    await screen.findByText(REMAINING_COST);
    api.on('POST /api/orders/approvereject', ({ body: { preview, outcomeFingerprint } }) =>
      preview
        ? { outcome: ['What remains costs £72.00.'], outcomeFingerprint: 'dearer' }
        : outcomeFingerprint === 'dearer'
          ? { msg: 'Order 501 approved in part.' }
          : refuse(409, { order: 'The outcome has changed since it was shown.' }, 'outcome_changed'),
    );
    await user.click(screen.getByRole('button', { name: /^Approve 3 of 4 pieces/ }));
    // On the card, where it stays until something is chosen or decided.
    const notice = 'The outcome has changed since it was shown.';
    await waitFor(() =>
      expect(screen.getByText(notice).closest('[role=alert]')?.textContent).toContain('Nothing has been done yet.'),
    );
    await screen.findByText('What remains costs £72.00.');
    await user.click(screen.getByRole('button', { name: 'Fewer: Approved pieces of Ashdown shirt' }));
    expect(screen.queryByText(notice)).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Approve 2 of 4 pieces/ }));
    await waitFor(() => expect(getDecisions()).toHaveLength(2));
  });

  it('offers only numbers of pieces in which the product is sold', async () => {
    const socks = { ...SHIRTS, quantity: 12, leastRemaining: 1, allowedRemaining: [6, 12] };
    stubQueue([501], { items: [socks, { ...COAT, quantity: 4, leastRemaining: 4 }] });
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    await user.click(await screen.findByRole('button', { name: 'Approve fewer of Ashdown shirt' }));
    const field = screen.getByLabelText('Approved pieces of Ashdown shirt');
    expect(field).toHaveProperty('value', '6');
    expect(screen.getByRole('button', { name: 'Fewer: Approved pieces of Ashdown shirt' })).toHaveProperty('disabled', true);
    await user.clear(field);
    await user.type(field, '9{Enter}');
    expect(field).toHaveProperty('value', '12');
    expect(screen.queryByRole('button', { name: 'Approve fewer of Winter coat' })).toBeNull();
  });

  it('cannot approve an order of which nothing is left', async () => {
    stubQueue([501], { items: [COAT] });
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    const line = await screen.findByRole('group', { name: 'Decision on Winter coat' });
    await user.click(within(line).getByRole('button', { name: 'Send back' }));
    const approve = screen.getByRole('button', { name: /^Approve 0 of 1 piece/ });
    expect(approve).toHaveProperty('disabled', true);
    await user.keyboard('a');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the reason that was typed when the dialog is closed, and gives the focus back', async () => {
    stubQueue([501]);
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    const reject = await screen.findByRole('button', { name: /^Reject/ });
    await user.click(reject);
    await user.type(await screen.findByLabelText('Reason'), 'Ask again');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(reject).toBe(document.activeElement));
    await user.click(reject);
    expect(await screen.findByLabelText('Reason')).toHaveProperty('value', 'Ask again');
  });
});

describe('an order that has changed since it was opened', () => {
  const CHANGES = [
    'Order 501 has changed since you opened it.',
    'Winter coat: 4 instead of 3.',
    'Total £840.78 instead of £750.60.',
  ];

  it('is shown again with what has changed, and nothing chosen', async () => {
    stubQueue([501]);
    api.on('POST /api/orders/approvereject', refuse(409, { order: CHANGES }, 'changed'));
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    await user.click(await screen.findByRole('button', { name: 'Approve fewer of Ashdown shirt' }));
    await user.click(await screen.findByRole('button', { name: /^Reject/ }));
    // Behind the dialog the card is loaded again; what was seen before counts.
    stubQueue([501], { fingerprint: 'cd34', goodsValue: 840.78 });
    api.on('POST /api/orders/approvereject', refuse(409, { order: CHANGES }, 'changed'));
    await queryClient.invalidateQueries({ queryKey: ['GET /api/orders/:id/approval'] });
    await user.type(await screen.findByLabelText('Reason'), 'Too many');
    await user.click(screen.getByRole('button', { name: 'Reject order' }));

    const notice = (await screen.findByText('Order 501 has changed since you opened it.')).closest<HTMLElement>('[role=alert]');
    if (!notice) throw new Error('The notice is not announced.');
    expect(notice.textContent).toContain('Order 501 has changed since you opened it. Nothing was decided.');
    expect(
      within(notice)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(CHANGES.slice(1));
    expect(screen.queryByRole('dialog')).toBeNull();
    await screen.findByText('£840.78');
    expect(screen.queryByLabelText('Approved pieces of Ashdown shirt')).toBeNull();
    stubQueue([501], { fingerprint: 'cd34' });
    await user.click(screen.getByRole('button', { name: /^Approve order/ }));
    await screen.findByRole('heading', { name: 'No orders to approve' });
    expect(getDecisions()).toMatchObject([
      { action: 'reject', fingerprint: SEEN },
      { action: 'approve', fingerprint: 'cd34' },
    ]);
  });

  it('says so when it is opened from its page, which showed something else', async () => {
    stubQueue([501], { fingerprint: 'cd34' });
    const { user } = renderPage(<OrderThenCard />, { path: '/index/orders/501' });
    await user.click(screen.getByRole('link', { name: /approv|decide|review/i }));

    await screen.findByText('Order 501 has changed since you opened its page.');
    await user.click(screen.getByRole('button', { name: /^Approve order/ }));
    await screen.findByRole('heading', { name: 'No orders to approve' });
    expect(getDecisions()).toMatchObject([{ fingerprint: 'cd34' }]);
  });

  it('is left out of several that are decided at once, and has to be selected again', async () => {
    stubQueue([501, 502]);
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    for (const box of await screen.findAllByRole('checkbox', { name: /^Select order/ })) await user.click(box);
    await user.click(screen.getByRole('button', { name: 'Approve 2 orders' }));
    const decide = ({ body: { id } }: { body: { id: number } }) =>
      id === 501 ? refuse(409, { order: CHANGES }, 'changed') : { success: true, msg: 'Order 502 approved.' };
    api.on('POST /api/orders/approvereject', decide);
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Approve 2 orders' }));

    await screen.findByText('1 order decided, 1 not');
    await screen.findByText(/^501 · Ada Byron: not decided\. Order 501 has changed since you opened it\./);
    expect(getDecisions().map(({ id, fingerprint }) => [id, fingerprint])).toEqual([
      [501, SEEN],
      [502, SEEN],
    ]);
    expect(screen.getByRole('checkbox', { name: /^Select order 501/ })).toHaveProperty('checked', false);
  });
});

describe('an order', () => {
  it.each([
    [{ status: 'approved', decidedBy: 'Tom Ashby', closedOnUtc: '2026-03-05T10:00:00Z' }, /^Tom Ashby approved this order on /],
    [{ status: 'expired', closedOnUtc: '2026-03-05T10:00:00Z' }, /^No one decided in time\. The order was cancelled on /],
    [{ status: 'withdrawn' }, 'The order was cancelled or changed before anyone decided.'],
    [{ status: 'requested' }, 'You cannot decide on this order.'],
  ] as const)('that no longer waits says what became of it: %j', async (card, text) => {
    stubQueue([501], { ...card, canDecide: false });
    renderPage(<ApprovalsPage />, { path: PATH });
    await screen.findByText(text);
    expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull();
  });

  it('shows no amounts to those who see no prices', async () => {
    stubQueue([501], { goodsValue: null });
    renderPage(<ApprovalsPage />, { path: `${PATH}?order=501` });
    await findOrder(501);
    expect(screen.queryByRole('columnheader', { name: 'Cost' })).toBeNull();
  });

  it('that the caller may not see is called not found; others can be loaded again', async () => {
    stubQueue([501]);
    api.on('GET /api/orders/:id/approval', refuse(404, { id: 'Not found.' }));
    const { user } = renderPage(<ApprovalsPage />, { path: `${PATH}?order=9` });
    await screen.findByRole('heading', { name: 'Order not found' });
    api.on('GET /api/orders/:id/approval', refuse(500, { server: 'Please try again.' }));
    await user.click(screen.getByRole('button', { name: /Ada Byron/ }));
    await screen.findByText('The order could not be loaded.');
    stubQueue([501]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await findOrder(501);
  });
});

describe('the queue', () => {
  it('comes first on a phone, with a link back from the card', async () => {
    stubQueue([501]);
    const { user, address } = renderPage(<ApprovalsPage />, { path: PATH, width: NARROW });
    await user.click(await screen.findByRole('button', { name: /Ada Byron/ }));
    await screen.findByRole('heading', { level: 1, name: 'Order 501' });
    expect(screen.queryByRole('list', { name: 'Orders waiting for approval' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Approvals' }));
    await screen.findByRole('list', { name: 'Orders waiting for approval' });
    expect(address()).toBe(PATH);
  });

  it('loads more when it is long', async () => {
    stubQueue([501]);
    api.on('GET /api/approvals', ({ query }) => ({
      approvals: Array.from({ length: Number(query.limit) }, (_, index) => ({ orderId: 1000 + index, customer: ADA })),
      totalCount: 120,
    }));
    const { user } = renderPage(<ApprovalsPage />, { path: PATH });
    await screen.findByText(/^120 orders need your decision\./);
    await user.click(screen.getByRole('button', { name: 'Show more of 120' }));
    await waitFor(() => expect(screen.getAllByRole('checkbox', { name: /^Select order/ })).toHaveLength(100));
  });

  it('says who decides meanwhile when it is empty', async () => {
    stubQueue([]);
    const person = { id: 1, name: 'Ruth Okafor' };
    api.on('GET /api/approvals/delegations', {
      delegations: [{ approver: person, delegate: { id: 2, name: 'Tom Ashby' }, endsOn: '2026-03-09', isRunning: true }],
    });
    renderPage(<ApprovalsPage />, { path: PATH });
    await screen.findByText('Tom Ashby decides for you until 9 Mar 2026.');
    screen.getByRole('link', { name: 'View delegations' });
  });
});
