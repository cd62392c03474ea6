import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createReply } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { useStubbedApi } from '#web/testing/stubbed-api.ts';
import { DeliveryChoice } from './delivery-choice.tsx';

useStubbedApi();

const EXPRESS = {
  ...{ name: 'Express', description: null, rate: 9.5, freeFrom: null, transitDays: 1 },
  ...{ cutOff: '14:00', collectFrom: null, openingHours: null },
};

/** Standard delivery, a dearer one and one that is collected, with what they say about approval. */
const open = (standard: boolean, express: boolean) =>
  renderPage(
    <DeliveryChoice
      options={
        createReply('GET /api/shippingoptions/:id', {
          shippingOptions: [
            {
              ...EXPRESS,
              name: 'Standard delivery',
              rate: 0,
              freeFrom: 75,
              transitDays: 3,
              cutOff: null,
              requiresApproval: standard,
            },
            { ...EXPRESS, requiresApproval: express },
            { ...EXPRESS, name: 'Collect', cutOff: null, transitDays: 0, collectFrom: 'Counter 2', requiresApproval: standard },
          ],
        }).shippingOptions
      }
      error={null}
      onRetry={() => {}}
      value="Standard delivery"
      currencyCode="GBP"
      onChange={() => {}}
    />,
    { caller: { pricesVisible: true, roles: ['OrganisationBuyer'] } },
  );

it('says of a delivery that the order then needs approval, and only where that is because of the delivery', () => {
  const page = open(false, true);
  screen.getByRole('radio', { name: /^Express.*About 1 working day · Order by 14:00 · This order then needs approval.*£9\.50$/ });
  expect(screen.getByRole('radio', { name: /^Standard delivery/ }).closest('label')?.textContent).not.toContain('approval');
  screen.getByText('Collect from Counter 2');
  page.unmount();
  const always = open(true, true);
  expect(screen.queryByText(/approval/)).toBeNull();
  always.unmount();
  open(false, false);
  expect(screen.queryByText(/approval/)).toBeNull();
});
