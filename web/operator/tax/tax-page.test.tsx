import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { TaxPage } from './tax-page.tsx';
import { parseTaxPercent } from './tax-rate-form.tsx';

const api = useStubbedApi();
const rate = { countryCode: 'GB', countryName: 'United Kingdom', taxClass: 'standard' as const, lastOn: null };
const SETTINGS = {
  rates: [
    { ...rate, id: 1, percent: 20, startsOn: '2026-11-01', state: 'current' as const, refusal: 'It has begun.' },
    { ...rate, id: 2, percent: 22.5, startsOn: '2027-04-01', state: 'coming' as const, refusal: null },
  ],
  organisations: [{ id: 2, name: 'Hallam', countryCode: null, ownPercent: 19, percent: 19 }],
  countries: [
    { code: 'DE', name: 'Germany' },
    { code: 'GB', name: 'United Kingdom' },
  ],
  today: '2026-11-29',
};

it('shows the rates, adds one from a day, deletes one that is to come, and sets the country of a client', async () => {
  api.on('GET /api/operator/me', { operator: { kind: 'operator', rights: ['catalogue'], brands: [] } });
  const reply = { taxSettings: SETTINGS };
  for (const call of ['GET /api/operator/tax', 'POST /api/operator/tax/rates', 'DELETE /api/operator/tax/rates/:id'] as const)
    api.on(call, reply);
  api.on('PUT /api/operator/organisations/:id/tax', {
    taxSettings: { ...SETTINGS, organisations: [{ id: 2, name: 'Hallam', countryCode: 'GB', ownPercent: 19, percent: 20 }] },
  });
  const { user } = renderPage(<TaxPage />, { path: '/operator/prices/tax', route: '/operator/prices/tax', isOperator: true });
  const rates = within(await screen.findByRole('table', { name: 'Tax rates' }));
  rates.getByRole('row', { name: /United Kingdom\s*Standard 20% from 1 Nov 2026 Applies/ });
  expect(rates.getAllByRole('button')).toHaveLength(1);

  await user.selectOptions(screen.getByLabelText('Tax class'), 'Children’s clothing');
  await user.type(screen.getByLabelText('Rate (%)'), 'much');
  await user.click(screen.getByRole('button', { name: 'Add rate' }));
  await screen.findByText('Enter a percentage from 0 to 99, such as 20.');
  await user.clear(screen.getByLabelText('Rate (%)'));
  await user.type(screen.getByLabelText('Rate (%)'), '0');
  await user.type(screen.getByLabelText('First day'), '2027-04-06');
  await user.click(screen.getByRole('button', { name: 'Add rate' }));
  await waitFor(() =>
    expect(api.requests('POST /api/operator/tax/rates').at(-1)?.body).toEqual({
      ...{ countryCode: 'GB', taxClass: 'childrens_clothing', percent: 0, startsOn: '2027-04-06' },
    }),
  );

  await user.click(screen.getByRole('button', { name: 'Delete: United Kingdom, standard, 22.5% from 1 Apr 2027' }));
  await waitFor(() => expect(api.requests('DELETE /api/operator/tax/rates/:id')).toHaveLength(1));
  await user.selectOptions(screen.getByLabelText('Rates of Hallam'), 'United Kingdom');
  await waitFor(() =>
    expect(api.requests('PUT /api/operator/organisations/:id/tax').at(-1)?.body).toEqual({ countryCode: 'GB' }),
  );
  await screen.findByRole('row', { name: /Hallam.*20%/ });
});

it('reads percentages', () => {
  expect(['20', '17,5', ' 2.75 % ', '0', '100', '-1', '1.234', ''].map(parseTaxPercent)).toEqual([
    ...[20, 17.5, 2.75, 0, undefined, undefined, undefined, undefined],
  ]);
});
