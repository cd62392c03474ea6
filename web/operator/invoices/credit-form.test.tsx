import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorInvoicePage } from './invoice-page.tsx';

const api = useStubbedApi();

const SHIRT = { id: 1, kind: 'goods', name: 'Ashdown shirt', quantity: 10, unitPrice: 20, netTotal: 200 } as const;
const COAT = { ...SHIRT, id: 2, name: 'Winter coat', creditedQuantity: 10, creditedTotal: 200 } as const;

/** Opens the dialog in which an invoice is credited. */
async function openCredit() {
  api.on('GET /api/operator/me', { operator: { rights: ['accounts'] } });
  api.on('GET /api/operator/invoices/:id', ({ params: { id } }) => ({
    invoices: [
      {
        id: Number(id),
        kind: 'invoice',
        number: id === '7' ? 'INV-7' : 'CN-8',
        organisationName: 'Meridian',
        currencyCode: 'GBP',
        openAmount: 100,
        issuedOn: '2026-03-02',
        dueOn: '2026-04-02',
        lines: [SHIRT, COAT],
      },
    ],
  }));
  api.on('POST /api/operator/invoices/:id/credit/preview', {
    credit: { currencyCode: 'GBP', netTotal: 50, taxTotal: 10, total: 60, settles: 40, remains: 20, fingerprint: 'ab12' },
  });
  const page = renderPage(<OperatorInvoicePage />, { path: '/operator/invoices/7', route: '/operator/invoices/:id' });
  await page.user.click(await screen.findByRole('button', { name: 'Credit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Credit INV-7' }));
  const fill = async (pieces: string, price: string, reason: string) => {
    for (const [label, text] of [
      ['Pieces of Ashdown shirt, at most 10', pieces],
      ['Price credited of one piece of Ashdown shirt', price],
      ['Reason', reason],
    ] as const)
      if (text) await page.user.type(await dialog.findByLabelText(label), text);
    await page.user.click(dialog.getByRole('button', { name: 'Show amounts' }));
  };
  return { ...page, dialog, fill };
}

const getIssued = () => api.requests('POST /api/operator/invoices/:id/credit').map(({ body }) => body);

describe('what is typed', () => {
  it.each([
    ['11', '', 'Enter 1 to 10'],
    ['0', '', 'Enter 1 to 10'],
    ['2', '20.01', 'More than was charged'],
    ['', '5', 'Enter the number of pieces'],
  ])('%j pieces at %j is refused before anything is sent: %s', async (pieces, price, problem) => {
    const { dialog, fill } = await openCredit();
    await fill(pieces, price, 'Late');
    await dialog.findByText('Correct the marked lines.');
    const field = dialog.getByLabelText(
      problem.startsWith('More') ? /^Price credited of one piece of Ash/ : /^Pieces of Ashdown/,
    );
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
    dialog.getByText(problem);
    expect(api.requests('POST /api/operator/invoices/:id/credit/preview')).toEqual([]);
  });

  it('needs at least one line, and a reason', async () => {
    const { dialog, fill } = await openCredit();
    await fill('', '', '');
    await dialog.findByText('Enter how many pieces to credit on at least one line.');
    dialog.getByText('Reason is required');
  });

  it('cannot be more than is left: a line that is wholly credited has no fields', async () => {
    const { dialog } = await openCredit();
    await dialog.findByLabelText('Pieces of Ashdown shirt, at most 10');
    dialog.getByText('Nothing left to credit.');
    expect(dialog.queryByLabelText(/^Pieces of Winter coat/)).toBeNull();
  });

  it('is kept when the dialog is closed, and gone after Cancel', async () => {
    const { user, dialog } = await openCredit();
    await user.type(await dialog.findByLabelText('Reason'), 'Late');
    await user.keyboard('{Escape}');
    const open = async () => {
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      await user.click(screen.getByRole('button', { name: 'Credit' }));
      return screen.findByLabelText<HTMLTextAreaElement>('Reason');
    };
    expect((await open()).value).toBe('Late');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect((await open()).value).toBe('');
  });
});

describe('the credit note', () => {
  it('is issued after its amounts and consequences are shown, and opened', async () => {
    const { user, dialog, fill, address } = await openCredit();
    api.on('POST /api/operator/invoices/:id/credit', { invoices: [{ id: 8, number: 'CN-8' }] });
    await fill('2', '12.50', ' Late ');
    const issue = await dialog.findByRole('button', { name: 'Issue credit note of £60.00' });
    dialog.getByText(/^£40\.00 settles the open amount of INV-7\. £20\.00 becomes credit for Meridian, .* cannot be changed/);
    expect(getIssued()).toEqual([]);
    await user.click(issue);
    await screen.findByText('Credit note CN-8 has been issued.');
    await waitFor(() => expect(address()).toBe('/operator/invoices/8'));
    expect(getIssued()).toEqual([
      {
        key: expect.stringMatching(/^[0-9a-f]{32}$/),
        reason: 'Late',
        lines: [{ lineId: 1, quantity: 2, unitPrice: 12.5 }],
        fingerprint: 'ab12',
      },
    ]);
  });

  it('is sent under the same key when it is tried again, and what was typed is still there', async () => {
    const { user, dialog, fill } = await openCredit();
    api.on('POST /api/operator/invoices/:id/credit', refuse(409, { lines: 'Someone has credited these pieces.' }));
    await fill('2', '', 'Late');
    await user.click(await dialog.findByRole('button', { name: /^Issue/ }));
    await screen.findByText('Someone has credited these pieces.');
    expect(await dialog.findByLabelText('Reason')).toHaveProperty('value', 'Late');
    await user.click(dialog.getByRole('button', { name: 'Show amounts' }));
    await user.click(await dialog.findByRole('button', { name: /^Issue/ }));
    await waitFor(() => expect(getIssued()).toHaveLength(2));
    const [first, second] = getIssued();
    expect(second?.key).toBe(first?.key);
  });
});

describe('an invoice', () => {
  it.each([
    ['/operator/invoices/0', undefined, 'Invoice not found'],
    ['/operator/invoices/9', refuse(404, { id: 'Not found.' }), 'Invoice not found'],
    ['/operator/invoices/9', refuse(500, { server: 'Please try again.' }), 'The invoice could not be loaded.'],
  ])('at %s that cannot be shown says so', async (path, refusal, text) => {
    if (refusal) api.on('GET /api/operator/invoices/:id', refusal);
    renderPage(<OperatorInvoicePage />, { path, route: '/operator/invoices/:id' });
    await screen.findByText(text);
  });
});

it('is not offered to operators who may only look invoices up', async () => {
  api.on('GET /api/operator/me', { operator: { rights: ['customerService'] } });
  const invoice = {
    id: 7,
    kind: 'invoice',
    number: 'INV-7',
    organisationName: 'Meridian',
    currencyCode: 'GBP',
    openAmount: 100,
    issuedOn: '2026-03-02',
    dueOn: '2026-04-02',
    lines: [SHIRT],
  } as const;
  api.on('GET /api/operator/invoices/:id', { invoices: [invoice] });
  renderPage(<OperatorInvoicePage />, { path: '/operator/invoices/7', route: '/operator/invoices/:id', isOperator: true });
  await screen.findByRole('heading', { name: /INV-7/ });
  await screen.findByRole('button', { name: 'Download PDF' });
  expect([screen.queryByRole('button', { name: 'Credit' }), screen.queryByRole('link', { name: 'Record payment' })]).toEqual([
    null,
    null,
  ]);
});
