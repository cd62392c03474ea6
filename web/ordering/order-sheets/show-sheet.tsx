import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, vi } from 'vitest';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage, WIDE } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OrderSheetPage } from './order-sheet-page.tsx';
import type { SheetCheck } from './sheet-checker.ts';

type Row = PartsOf<SheetCheck['rows'][number]>;

/** Judges rows as the server does, by a few rules: who is not Ann is unknown, and a size that is missing is 12. */
export function checkOf(
  rows: readonly { wearer?: string | null; size?: string | null; quantity?: string | null; number?: number | null }[],
): PartsOf<SheetCheck> {
  const checked = rows.map(({ wearer, size, quantity, number }, index): Row => {
    const isKnown = wearer === 'Ann Lee';
    return {
      number: number ?? index + 1,
      state: isKnown ? 'ready' : 'problem',
      wearer: isKnown ? { id: 7, name: 'Ann Lee' } : null,
      size: size || '12',
      proposedFrom: size ? null : 'kept',
      quantity: Number(quantity),
      coveredQuantity: Number(quantity),
      leftQuantity: 5,
      messages: isKnown
        ? []
        : [{ cell: 'wearer', kind: 'problem', text: 'You can’t order for anyone with this name.', choices: [] }],
    };
  });
  const ready = checked.filter(({ state }) => state === 'ready');
  const pieces = ready.reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);
  return {
    rows: checked,
    totals: {
      rows: rows.length,
      addableRows: ready.length,
      problemRows: rows.length - ready.length,
      wearers: ready.length > 0 ? 1 : 0,
      pieces,
      subTotal: pieces * 10,
      currencyCode: 'GBP',
      taxDisplayType: 10,
    },
    canAdd: ready.length === rows.length,
    fingerprint: `seen-${pieces}`,
  };
}

/** A saved sheet of the person's own. */
export const SHEET = { id: 3, name: 'Spring issue', isOwn: true, rowCount: 2, version: 1, updatedOnUtc: '2026-03-02T14:07:00Z' };

/** The API as the page of a sheet needs it, with one saved sheet. */
export function useSheetApi() {
  const api = useStubbedApi();
  let version = 1;
  beforeEach(() => {
    version = 1;
    sessionStorage.clear();
    // There is no layout: rows are drawn only as far as the height of the table has room for them.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(600);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(900);
    api.on('POST /api/ordersheets/check', ({ body }) => checkOf(body.rows));
    api.on('GET /api/ordersheets', { orderSheets: [SHEET], canSaveMore: true });
    api.on('GET /api/ordersheets/:id', () => ({
      orderSheet: { ...SHEET, version, rows: [{ wearer: 'Ann Lee', garment: 'Shirt', quantity: '2' }] },
    }));
    api.on('POST /api/ordersheets', ({ body }) => ({ orderSheet: { ...SHEET, name: body.orderSheet.name, version: 1 } }));
    api.on('PUT /api/ordersheets/:id', ({ body }) => {
      version += 1;
      const { name, isShared } = body.orderSheet;
      return { orderSheet: { ...SHEET, ...(name && { name }), ...(isShared !== undefined && { isShared }), version } };
    });
  });
  return api;
}

/** Shows the page for a person, at an address. */
export async function showSheet({
  width = WIDE,
  search = '',
  personId,
}: {
  width?: number;
  search?: string;
  personId?: number;
} = {}) {
  const page = renderPage(<OrderSheetPage />, {
    path: `/index/order-sheet${search}`,
    route: '/index/order-sheet',
    width,
    ...(personId && { caller: { id: personId } }),
  });
  if (width === WIDE) await page.user.click(await screen.findByRole('combobox', { name: 'Wearer, row 1' }));
  return page;
}
/** The field of the active cell. */
export const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
/** Pastes text where the focus is. */
export const paste = (text: string) =>
  fireEvent.paste(document.activeElement as Element, { clipboardData: { getData: () => text } });
/** What a row of the grid shows. */
export const rowOf = (number: number) =>
  within(screen.getByRole('row', { name: (name) => name === `Row ${number}` || name.startsWith(`Row ${number} `) }));
