import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ProductSheetButton } from './product-sheet-button.tsx';

const saveFile = vi.hoisted(() => vi.fn());
vi.mock('#web/ui/browser/save-file.ts', () => ({ saveFile }));

const api = useStubbedApi();
const SHEET = 'GET /api/documents/productPdf/:id';

it('saves the sheet of its product, and says why it could not', async () => {
  let isRefused = false;
  api.on(SHEET, () => (isRefused ? refuse(404, { product: 'Product not found.' }) : 'PDF'));
  renderPage(<ProductSheetButton productId={42} />);
  const button = screen.getByRole('button', { name: 'Product sheet (PDF)' });

  await userEvent.click(button);
  await waitFor(() => expect(saveFile).toHaveBeenCalledTimes(1));
  expect(api.requests(SHEET).map(({ params }) => params)).toEqual([{ id: '42' }]);

  isRefused = true;
  await userEvent.click(button);
  expect(await screen.findByText('Product not found.')).toBeTruthy();
  expect(saveFile).toHaveBeenCalledTimes(1);
});
