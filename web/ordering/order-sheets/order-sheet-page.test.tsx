import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { NARROW } from '#web/testing/render-page.tsx';
import { refuse } from '#web/testing/stubbed-api.ts';
import { checkOf, field, paste, rowOf, SHEET, showSheet, useSheetApi } from './show-sheet.tsx';

const api = useSheetApi();

describe('keys', () => {
  it('type over a cell, move, edit, cancel, empty and undo', async () => {
    const { user } = await showSheet();
    await user.keyboard('Ann Lee{Tab}Shirt{Enter}');
    expect(document.activeElement).toBe(field('Garment or SKU, row 2'));
    await user.keyboard('{ArrowUp}{ArrowLeft}');
    expect(field('Wearer, row 1').value).toBe('Ann Lee');
    await user.keyboard('{F2}y{Escape}');
    expect(field('Wearer, row 1').value).toBe('Ann Lee');
    await user.keyboard('Bo{ArrowRight}{ArrowLeft}');
    expect(field('Wearer, row 1').value).toBe('Bo');
    await user.keyboard('{Delete}');
    expect(field('Wearer, row 1').value).toBe('');
    await user.keyboard('{Control>}zz{/Control}');
    expect(field('Wearer, row 1').value).toBe('Ann Lee');
    await user.keyboard('{Control>}y{/Control}{End}');
    expect(document.activeElement).toBe(field('Name on garment, row 1'));
    await user.keyboard('{Home}');
    expect(field('Wearer, row 1').value).toBe('Bo');
  });

  it('fill down a selection, and copy it', async () => {
    const { user } = await showSheet();
    paste('Ann Lee\tShirt');
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}');
    const setData = vi.fn();
    fireEvent.copy(document.activeElement as Element, { clipboardData: { setData } });
    expect(setData).toHaveBeenCalledWith('text/plain', 'Ann Lee\tShirt\r\nAnn Lee\tShirt\r\nAnn Lee\tShirt');
  });

  it('leave the sheet with Escape, then Tab', async () => {
    const { user } = await showSheet();
    await user.keyboard('{Tab}');
    expect(document.activeElement).toBe(field('Garment or SKU, row 1'));
    await user.keyboard('{Escape}{Tab}');
    expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).not.toBe('Sheet');
  });
});

describe('the answer of the server', () => {
  it('proposes sizes, marks cells, leads to the next problem, and stays with its row', async () => {
    const { user } = await showSheet();
    paste('Ann Lee\tShirt\tWhite\t\t\t5\nJ. Parker\tShirt\tWhite\t16\t\t2');
    await screen.findByText('1 row of 2 needs a decision.');
    expect(rowOf(1).getByText('12').hasAttribute('data-proposed')).toBe(true);
    rowOf(1).getByText('5 of 5 left');
    expect((await screen.findByRole('button', { name: /Add 5 pieces for 1 person to the cart/ })).hasAttribute('disabled')).toBe(
      true,
    );

    await user.keyboard('{F8}');
    const wrong = field('Wearer, row 2');
    expect(document.activeElement).toBe(wrong);
    expect(wrong.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(wrong.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'You can’t order for anyone with this name.',
    );

    await user.click(screen.getByRole('button', { name: 'Show only rows with problems' }));
    expect(screen.queryByRole('row', { name: /^Row 1\b/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Show only rows with problems' }));
    await user.click(rowOf(1).getByText('Shirt'));
    await user.click(screen.getByRole('button', { name: 'Insert row' }));
    rowOf(3).getByText('✕');
  });

  it('says when the check failed, and tries again', async () => {
    api.on('POST /api/ordersheets/check', refuse(503, { server: 'Too busy.' }));
    const { user } = await showSheet();
    await user.keyboard('Ann Lee{Enter}');
    await screen.findByText(/could not be checked. Too busy/);
    api.on('POST /api/ordersheets/check', ({ body }) => checkOf(body.rows));
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(screen.queryByText(/could not be checked/)).toBeNull());
  });
});

describe('a name on a garment', () => {
  it('is filled in from the wearer, until another is typed', async () => {
    const { user } = await showSheet();
    api.on('POST /api/ordersheets/check', ({ body }) => {
      const check = checkOf(body.rows);
      const named = check.rows?.map((row, index) => ({ ...row, nameOnGarment: body.rows[index]?.nameOnGarment || 'Ann L.' }));
      return { ...check, rows: named };
    });
    paste('Ann Lee\tShirt\tNavy\tM\t\t1');
    await waitFor(() => expect(rowOf(1).getByText('Ann L.').hasAttribute('data-proposed')).toBe(true));
    await user.keyboard('{End}Annie{Enter}');
    await waitFor(() => expect(rowOf(1).getByText('Annie').hasAttribute('data-proposed')).toBe(false));
    await waitFor(() => expect(api.requests('POST /api/ordersheets/check').at(-1)?.body.rows[0]?.nameOnGarment).toBe('Annie'));
  });
});

describe('adding', () => {
  const CART = { items: [], totalQuantity: 5 };

  it('adds all rows with what was seen, and opens the cart', async () => {
    api.on('POST /api/ordersheets/add', CART);
    const { user, address } = await showSheet();
    paste('Ann Lee\tShirt\tWhite\t\t\t5');
    const button = await screen.findByRole('button', { name: 'Add 5 pieces for 1 person to the cart' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    await user.click(button);
    await waitFor(() => expect(address()).toBe('/index/cart'));
    const [request] = api.requests('POST /api/ordersheets/add');
    expect(request?.body).toMatchObject({ fingerprint: 'seen-5', rows: [{ wearer: 'Ann Lee', number: 1 }] });
    expect(request?.headers.get('idempotency-key')).toBeTruthy();
  });

  it('leaves out rows with problems, which stay', async () => {
    api.on('POST /api/ordersheets/add', CART);
    const { user, address } = await showSheet();
    paste('Ann Lee\tShirt\tWhite\t\t\t5\nJ. Parker\tShirt\tWhite\t16\t\t2');
    await user.click(await screen.findByRole('button', { name: 'leave it out and add the other 5 pieces' }));
    await waitFor(() => expect(address()).toBe('/index/cart'));
    // With the fingerprint of what was shown, in which the other row is not.
    expect(api.requests('POST /api/ordersheets/add')[0]?.body).toMatchObject({
      fingerprint: 'seen-5',
      rows: [{ wearer: 'Ann Lee' }],
    });
    expect(api.requests('POST /api/ordersheets/check').at(-1)?.body.rows).toHaveLength(2);
    const kept = Object.entries(sessionStorage).find(([key]) => key.includes('order-sheet'))?.[1];
    expect(kept).toContain('J. Parker');
    expect(kept).not.toContain('Ann Lee');
  });

  it('shows what has changed since the check, and the new outcome', async () => {
    api.on(
      'POST /api/ordersheets/add',
      refuse(409, { orderSheet: ['The sheet has changed since you opened it.', 'Prices have changed.'] }, 'changed'),
    );
    const { user } = await showSheet();
    paste('Ann Lee\tShirt\tWhite\t\t\t5');
    const button = await screen.findByRole('button', { name: 'Add 5 pieces for 1 person to the cart' });
    await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
    const checks = api.requests('POST /api/ordersheets/check').length;
    await user.click(button);
    await screen.findByText('Prices have changed.');
    await waitFor(() => expect(api.requests('POST /api/ordersheets/check').length).toBeGreaterThan(checks));
  });
});

describe('saving', () => {
  it('saves as it is typed, and finds everything again after the page was left', async () => {
    const { user, unmount } = await showSheet();
    await user.keyboard('Ann Lee{Tab}');
    await waitFor(() => expect(api.requests('POST /api/ordersheets')).toHaveLength(1));
    await screen.findByText(/saved \d\d:\d\d/);
    await user.keyboard('Shi');
    unmount();
    await showSheet();
    rowOf(1).getByText('Shi');
  });

  it('lets the person choose when the sheet was changed elsewhere', async () => {
    const { user } = await showSheet();
    await user.keyboard('Ann Lee{Tab}');
    await screen.findByText(/saved \d\d:\d\d/);
    api.on('PUT /api/ordersheets/:id', refuse(409, { orderSheet: 'Someone else changed Rows.' }));
    await user.keyboard('Shirt{Tab}');
    await screen.findByText(/was changed in another tab or by a colleague/);

    api.on('POST /api/ordersheets', ({ body }) => ({ orderSheet: { ...SHEET, id: 4, name: body.orderSheet.name } }));
    await user.click(screen.getByRole('button', { name: 'Keep mine as a copy' }));
    await waitFor(() => expect(screen.queryByText(/was changed in another tab/)).toBeNull());
    expect(api.requests('POST /api/ordersheets').at(-1)?.body.orderSheet).toMatchObject({
      name: expect.stringContaining('(my copy)'),
      rows: [{ wearer: 'Ann Lee', garment: 'Shirt' }],
    });
  });
});

describe('on a phone', () => {
  it('offers only the ways to fill the sheet that a phone has', async () => {
    await showSheet({ width: NARROW });
    await screen.findByText('Two ways to fill the sheet');
    expect(screen.queryByText(/paste|Ctrl/i)).toBeNull();
  });

  it('shows a card for each row, which opens as a form', async () => {
    const { user } = await showSheet({ width: NARROW });
    await user.click(await screen.findByRole('button', { name: 'Add a row' }));
    await user.type(await screen.findByRole('textbox', { name: 'Wearer' }), 'Bo');
    await user.click(screen.getByRole('button', { name: 'Done' }));
    await screen.findByText('You can’t order for anyone with this name.');
    expect(screen.getByRole('button', { name: 'Edit row 1' }).textContent).toContain('Bo');
  });
});
