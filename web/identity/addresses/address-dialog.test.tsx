import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { AddressDialog } from './address-dialog.tsx';

const api = useStubbedApi();

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/countries', {
    countries: [
      { id: 826, name: 'United Kingdom', hasPostcodes: true },
      { id: 344, name: 'Hong Kong', hasPostcodes: false },
    ],
  });
  api.on('GET /api/states/:countryId', { states: [] });
});

it('asks for a postcode only where the country has some', async () => {
  const { user } = renderPage(
    <AddressDialog
      title="New address"
      draftKey="address.test"
      initialValues={{ countryId: 826 }}
      submitLabel="Save address"
      save={() => Promise.resolve()}
      onClose={() => {}}
    />,
  );
  const postcode = await screen.findByLabelText(/^Postcode/);
  const isRequired = () => postcode.getAttribute('aria-required');
  await screen.findByRole('option', { name: 'Hong Kong' });
  expect(isRequired()).toBe('true');

  await user.selectOptions(screen.getByLabelText(/^Country/), 'Hong Kong');
  await waitFor(() => expect(isRequired()).toBe('false'));
});
