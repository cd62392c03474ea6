import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { OperatorMadeToMeasurePage } from './operator-made-to-measure-page.tsx';
import { OperatorRequestPage } from './operator-request-page.tsx';

const api = useStubbedApi();

beforeEach(() => {
  api.on('GET /api/operator/me', {});
  api.on('GET /api/operator/listsettings/:list', {});
  api.on('GET /api/operator/listviews/:list', {});
});

const REQUEST = {
  id: 5,
  productName: 'Suit jacket',
  attributeDescription: 'Navy, Made to measure',
  quantity: 1,
  customerName: 'Wendy Wearer',
  organisationName: 'Meridian Resorts',
  currencyCode: 'GBP',
  status: 'requested',
  hasMeasurements: true,
  isOffered: false,
  unitPrice: null,
  listPrice: 185,
  leadTimeDays: null,
  answer: null,
  orderId: null,
  orderedOnUtc: null,
  dueOn: null,
  expiresOnUtc: null,
  shippedQuantity: 0,
} as const;

function show(request: object = {}) {
  api.on('GET /api/operator/madetomeasure/:id', { request: { ...REQUEST, ...request } });
  api.on('GET /api/operator/madetomeasure/:id/measurements', {
    measurements: [{ name: 'Chest', value: 117.5, unit: 0 }],
    comments: 'Left arm 2 cm longer',
  });
  return renderPage(<OperatorRequestPage />, {
    path: '/operator/made-to-measure/5',
    route: '/operator/made-to-measure/:id',
    isOperator: true,
  });
}

it('lists what waits for an answer, what is to be made, and how many of each', async () => {
  api.on('GET /api/operator/madetomeasure', ({ query: { state } }) => ({
    totalCount: 1,
    counts: { toAnswer: 3, toMake: 1 },
    requests: [{ ...REQUEST, id: state === 'toMake' ? 8 : 5, status: state === 'toMake' ? 'ordered' : 'requested' }],
  }));
  const { user } = renderPage(<OperatorMadeToMeasurePage />, { path: '/operator/made-to-measure', isOperator: true });
  expect((await screen.findByRole('link', { name: 'M5' })).getAttribute('href')).toBe('/operator/made-to-measure/5');
  await user.click(await screen.findByRole('link', { name: /^To make\s?1/ }));
  await screen.findByRole('link', { name: 'M8' });
  expect(api.requests('GET /api/operator/madetomeasure').map(({ query }) => query.state)).toEqual(['toAnswer', 'toMake']);
});

it('opens measurements only when asked to', async () => {
  const { user } = show();
  const button = await screen.findByRole('button', { name: 'Show measurements' });
  expect(screen.queryByText('117.5 cm')).toBeNull();
  expect(api.requests('GET /api/operator/madetomeasure/:id/measurements')).toHaveLength(0);
  await user.click(button);
  await screen.findByText('117.5 cm');
  expect(screen.getByText('Left arm 2 cm longer')).toBeTruthy();
});

it('answers with price and lead time', async () => {
  const { user } = show();
  api.on('POST /api/operator/madetomeasure/:id/answer', {});
  await user.click(await screen.findByRole('button', { name: 'Answer with price and date' }));
  await user.click(screen.getByRole('button', { name: 'Send the answer' }));
  await screen.findByText('Enter the price of one piece, excluding tax.');
  screen.getByText('£185.00 in the range.');
  await user.type(screen.getByLabelText(/Unit price in GBP/), '240.50');
  await screen.findByText('£185.00 in the range. This is £55.50 more, which counts in the wearer’s budget.');
  await user.type(screen.getByLabelText('Lead time in days'), '35');
  await user.click(screen.getByRole('button', { name: 'Send the answer' }));
  await screen.findByText('M5 answered. We’ve emailed the wearer.');
  expect(api.requests('POST /api/operator/madetomeasure/:id/answer')[0]?.body).toEqual({
    unitPrice: 240.5,
    leadTimeDays: 35,
    answer: null,
  });
});

it('declines with a reason', async () => {
  const { user } = show();
  api.on('POST /api/operator/madetomeasure/:id/decline', {});
  await user.click(await screen.findByRole('button', { name: 'Decline' }));
  await user.type(screen.getByLabelText(/Reason/), 'This cloth is no longer woven.');
  await user.click(screen.getByRole('button', { name: 'Decline the request' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/madetomeasure/:id/decline')[0]?.body).toEqual({
      reason: 'This cloth is no longer woven.',
    }),
  );
});

it('marks what is ordered and released as made', async () => {
  const { user } = show({ status: 'ordered', orderId: 12, orderedOnUtc: '2026-11-29T10:00:00Z', dueOn: '2026-12-27' });
  api.on('POST /api/operator/madetomeasure/:id/made', {});
  await user.click(await screen.findByRole('button', { name: 'Mark as made' }));
  await screen.findByText('M5 is made. It can be picked now.');
});

it('does not offer to make what waits for approval', async () => {
  show({ status: 'ordered', orderId: 12 });
  await screen.findByText(/waits for approval/);
  expect(screen.queryByRole('button', { name: 'Mark as made' })).toBeNull();
});
