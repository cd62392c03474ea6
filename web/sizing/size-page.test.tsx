import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { paths } from '#web/app/paths.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { SizePage } from './size-page.tsx';

const api = useStubbedApi();

it('leads on from the page of someone whose place is taken', async () => {
  api.on('GET /api/bodyme/tokenv3', {});
  api.on('GET /sizing/client', {});
  renderPage(<SizePage />, {
    caller: { impersonatedCustomer: { id: 2, firstName: 'Zoë', permissions: ['AllowUniformBuilder'] } },
  });
  expect((await screen.findByRole('link', { name: 'Choose garments' })).getAttribute('href')).toBe(paths.uniformBuilder());
  screen.getByRole('link', { name: 'View your orders' });
});
