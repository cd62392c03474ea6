import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { refuse } from '#web/testing/stubbed-api.ts';
import { field, paste, rowOf, SHEET, showSheet, useSheetApi } from './show-sheet.tsx';

const api = useSheetApi();

const THEIRS = { ...SHEET, id: 4, name: 'North desk', isOwn: false, isShared: true, ownerName: 'Bo Hart', rowCount: 12 };

async function showSaved() {
  const page = await showSheet({ search: '?sheet=3' });
  await screen.findByText(/saved \d\d:\d\d/);
  const choose = async (name: string | RegExp) => {
    await page.user.click(await screen.findByRole('button', { name: 'Saved sheets', expanded: false }));
    await page.user.click(await screen.findByRole('menuitem', { name }));
  };
  return { ...page, choose };
}

describe('the address', () => {
  it('opens a sheet, and names the one that is saved', async () => {
    const { address } = await showSaved();
    rowOf(1).getByText('Shirt');
    expect(address()).toBe('/index/order-sheet?sheet=3');
  });

  it('of a new sheet follows when it is saved, without reading it again', async () => {
    const { user, address } = await showSheet();
    await user.keyboard('Ann Lee{Enter}');
    await waitFor(() => expect(address()).toBe('/index/order-sheet?sheet=3'));
    expect(api.requests('GET /api/ordersheets/:id')).toHaveLength(0);
  });

  it('of a sheet that cannot be seen says so, and shows an empty one', async () => {
    api.on('GET /api/ordersheets/:id', refuse(404, { orderSheet: 'There is no such sheet.' }));
    const { address } = await showSheet({ search: '?sheet=99' });
    await screen.findByText(/was deleted, or is not shared with you/);
    screen.getByText('Three ways to fill the sheet');
    await waitFor(() => expect(address()).toBe('/index/order-sheet'));
  });
});

describe('the menu of saved sheets', () => {
  it('shows whose they are, their rows and last change, and opens one', async () => {
    api.on('GET /api/ordersheets', { orderSheets: [SHEET, THEIRS], canSaveMore: false });
    const { choose, address, user } = await showSaved();
    await user.click(await screen.findByRole('button', { name: 'Saved sheets', expanded: false }));
    await screen.findByText(/^12 rows · shared by Bo Hart · 2 Mar/);
    screen.getByText(/You have 100 saved sheets, which is the limit/);
    await user.keyboard('{Escape}');
    api.on('GET /api/ordersheets/:id', {
      orderSheet: { ...THEIRS, rows: [{ wearer: 'Cy', garment: 'Coat' }], hiddenRowCount: 3 },
    });
    await choose(/North desk/);
    await screen.findByText(/3 rows of this sheet are for people you can’t order for/);
    rowOf(1).getByText('Coat');
    expect(address()).toBe('/index/order-sheet?sheet=4');
  });

  it('renames and shares', async () => {
    const { choose, user } = await showSaved();
    await choose('Rename');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Summer issue');
    await user.click(screen.getByRole('button', { name: 'Rename sheet' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
    await choose('Share with colleagues');
    await screen.findByText('Colleagues who order for others now see the rows of their own people.');
    expect(api.requests('PUT /api/ordersheets/:id').map(({ body }) => body.orderSheet)).toEqual([
      { name: 'Summer issue', version: 1 },
      { isShared: true, version: 2 },
    ]);
  });

  it('deletes, and undoes that', async () => {
    api.on('DELETE /api/ordersheets/:id', {});
    const { choose, user } = await showSaved();
    await choose('Delete');
    await screen.findByText('Deleted “Spring issue”.');
    screen.getByText('Three ways to fill the sheet');
    const undo = screen.getAllByRole('button', { name: 'Undo' }).filter((button) => !button.closest('[role=toolbar]'));
    await user.click(undo[0] as HTMLElement);
    await waitFor(() => expect(rowOf(1).queryByText('Shirt')).not.toBeNull());
    expect(api.requests('POST /api/ordersheets')[0]?.body.orderSheet).toMatchObject({
      name: 'Spring issue',
      rows: [{ wearer: 'Ann Lee' }],
    });
  });

  it('asks before it deletes rows that only colleagues see, and offers no undo for them', async () => {
    api.on('DELETE /api/ordersheets/:id', {});
    api.on('GET /api/ordersheets/:id', {
      orderSheet: { ...SHEET, isShared: true, rows: [{ wearer: 'Ann Lee', garment: 'Shirt' }], hiddenRowCount: 3 },
    });
    const { choose, user } = await showSaved();
    await user.click(rowOf(1).getByText('Shirt'));
    paste('Cap');
    await waitFor(() => expect(api.requests('PUT /api/ordersheets/:id')).toHaveLength(1));
    await choose('Delete');
    await screen.findByText(/Colleagues entered 3 rows for people you can’t order for/);
    expect(api.requests('DELETE /api/ordersheets/:id')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Delete sheet' }));
    await screen.findByText('Deleted “Spring issue”.');
    expect(screen.queryAllByRole('button', { name: 'Undo' }).filter((button) => !button.closest('[role=toolbar]'))).toHaveLength(
      0,
    );
  });

  it('opens no other sheet while changes would be lost', async () => {
    api.on('GET /api/ordersheets', { orderSheets: [SHEET, THEIRS], canSaveMore: true });
    api.on('PUT /api/ordersheets/:id', refuse(409, { orderSheet: 'Someone else changed Rows.' }));
    const { choose, address, user } = await showSaved();
    await user.click(rowOf(1).getByText('Shirt'));
    paste('Cap');
    await choose(/North desk/);
    await screen.findByText('Save or discard your changes first.');
    await waitFor(() => expect(address()).toBe('/index/order-sheet?sheet=3'));
    expect(field('Garment or SKU, row 1').value).toBe('Cap');
    await screen.findByRole('button', { name: 'Load the saved sheet' });
  });
});

describe('an ordered sheet', () => {
  it('can be deleted', async () => {
    api.on('POST /api/ordersheets/add', { items: [] });
    api.on('DELETE /api/ordersheets/:id', {});
    const { user, address } = await showSaved();
    const add = await screen.findByRole('button', { name: 'Add 2 pieces for 1 person to the cart' });
    await waitFor(() => expect(add.hasAttribute('disabled')).toBe(false));
    await user.click(add);
    await waitFor(() => expect(address()).toBe('/index/cart'));
    await user.click(await screen.findByRole('button', { name: 'Delete the saved sheet' }));
    await screen.findByText('Deleted “Spring issue”.');
    expect(api.requests('DELETE /api/ordersheets/:id').map(({ params }) => params.id)).toEqual(['3']);
  });
});

describe('when the session ends', () => {
  it('keeps what was typed for the same person, and for no one else', async () => {
    api.on('POST /api/ordersheets', refuse(503, { server: 'Too busy.' }));
    const { user, unmount } = await showSheet({ personId: 5 });
    await user.keyboard('Ann Lee{Tab}Shi');
    unmount();
    const other = await showSheet({ personId: 6 });
    screen.getByText('Three ways to fill the sheet');
    other.unmount();
    await showSheet({ personId: 5 });
    rowOf(1).getByText('Shi');
  });
});
