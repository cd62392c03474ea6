import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { ApiDocsPage } from './api-docs-page.tsx';

const api = useStubbedApi();
beforeEach(() => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['warehouse'] } });
});
const show = () => renderPage(<ApiDocsPage />, { path: '/operator/docs', route: '/operator/docs', isOperator: true });

it('opens the documentation in this browser, and goes there', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  api.on('POST /api/operator/docs', { path: '/docs/api', expiresUtc: '2026-11-29T23:00:00.000Z' });
  const { user } = show();

  await user.click(await screen.findByRole('button', { name: 'Open the API documentation' }));

  await waitFor(() => expect(assign).toHaveBeenCalledWith('/docs/api'));
});

it('stays and says so when it cannot be opened', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  api.on('POST /api/operator/docs', refuse(503, { server: 'The portal is being updated.' }));
  const { user } = show();

  await user.click(await screen.findByRole('button', { name: 'Open the API documentation' }));

  await screen.findByText('The portal is being updated.');
  expect(assign).not.toHaveBeenCalled();
});
