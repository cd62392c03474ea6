import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import type { KeptDelivery } from './delivery-option-form.tsx';
import { DeliveryOptionsCard } from './delivery-options-card.tsx';

const api = useStubbedApi();
const READ = 'GET /api/operator/organisations/:id/deliveryoptions';
const ADD = 'POST /api/operator/organisations/:id/deliveryoptions';
const CHANGE = 'PUT /api/operator/organisations/:id/deliveryoptions/:deliveryOptionId';

const STANDARD: KeptDelivery = {
  id: 1,
  name: 'Standard delivery',
  description: null,
  rate: 4.95,
  freeFrom: 75,
  transitDays: 3,
  kind: 'sent',
  cutOff: null,
  collectFrom: null,
  openingHours: null,
  roleIds: [],
  isDefault: true,
  isOffered: true,
  version: 1,
};
const EXPRESS: KeptDelivery = {
  ...STANDARD,
  id: 2,
  name: 'Express',
  rate: 9.5,
  freeFrom: null,
  transitDays: 1,
  cutOff: '14:00',
  roleIds: [33],
  isDefault: false,
};
const COLLECT: KeptDelivery = {
  ...STANDARD,
  id: 3,
  name: 'Collect',
  rate: 0,
  freeFrom: null,
  transitDays: null,
  kind: 'collected',
  collectFrom: 'Counter 2',
  isDefault: false,
  isOffered: false,
};

const replyOf = (...options: KeptDelivery[]) => ({
  deliveryOptions: {
    organisationName: 'Meridian Resorts',
    currencyCode: 'GBP',
    roles: [
      { id: 33, name: 'Admin' },
      { id: 34, name: 'Staff' },
    ],
    options,
  },
});

function open() {
  api.on(READ, replyOf(STANDARD, EXPRESS, COLLECT));
  return renderPage(<DeliveryOptionsCard organisationId={1} />, { isOperator: true });
}

it('lists each way of delivery with its price, its days and who may choose it', async () => {
  open();
  const items = within(await screen.findByRole('list', { name: 'Delivery options' })).getAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Standard delivery Default£4.95, free from £75.00 · 3 working daysFor everyoneEdit',
    'Express £9.50 · 1 working day · cut-off 14:00For AdminEdit',
    'Collect Not offeredFree · collected from Counter 2For everyoneEdit',
  ]);
});

it('adds a way of delivery, and says at the field what is missing', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Add delivery option' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add delivery option' }));
  await user.click(dialog.getByRole('button', { name: 'Add delivery option' }));
  await dialog.findByText('Enter a name, such as Next working day');
  await user.type(dialog.getByLabelText('Name'), 'Saturday');
  await user.type(dialog.getByLabelText('Price (GBP, excl. tax)'), '12.50');
  await user.type(dialog.getByLabelText('Working days in transit (optional)'), '1');
  await user.click(dialog.getByLabelText('Collected: nothing is sent'));
  await user.type(dialog.getByLabelText('Cut-off time (optional)'), '09:30');
  await user.click(dialog.getByLabelText('Staff'));
  await user.click(dialog.getByLabelText(/^Default/));
  await user.click(dialog.getByRole('button', { name: 'Add delivery option' }));
  await dialog.findByText('The default must be offered to everyone');
  dialog.getByText('Enter where it is collected');
  await user.type(dialog.getByLabelText('Collect from'), 'Counter 2');
  await user.click(dialog.getByLabelText(/^Default/));
  const saturday = { ...EXPRESS, id: 4, name: 'Saturday', rate: 12.5, roleIds: [34] };
  api.on(ADD, replyOf(STANDARD, EXPRESS, saturday));
  await user.click(dialog.getByRole('button', { name: 'Add delivery option' }));
  await screen.findByText('For Staff');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.requests(ADD).map(({ body }) => body)).toEqual([
    {
      ...{ name: 'Saturday', description: null, rate: 12.5, freeFrom: null, transitDays: 1, roleIds: [34] },
      ...{ kind: 'collected', collectFrom: 'Counter 2', openingHours: null, cutOff: '09:30' },
      ...{ isDefault: false, isOffered: true },
    },
  ]);
});

it('sends only what was changed, shows what someone else has saved since, and then saves', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Express' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Express' }));
  const price = dialog.getByLabelText('Price (GBP, excl. tax)');
  await user.clear(price);
  await user.type(price, '11');
  const changed = { ...EXPRESS, rate: 10, transitDays: 2, version: 2 };
  api.on(READ, replyOf(STANDARD, changed, COLLECT));
  api.on(CHANGE, refuse(409, { deliveryOption: 'Someone else has changed this delivery option.' }));
  await user.click(dialog.getByRole('button', { name: 'Save delivery option' }));
  await dialog.findByText(/10\.00/);
  expect(dialog.getByLabelText('Working days in transit (optional)')).toHaveProperty('value', '2');
  api.on(CHANGE, replyOf(STANDARD, { ...changed, rate: 11, version: 3 }, COLLECT));
  await user.click(dialog.getByRole('button', { name: 'Save delivery option' }));
  await screen.findByText('£11.00 · 2 working days · cut-off 14:00');
  await waitFor(() =>
    expect(api.requests(CHANGE).map(({ body }) => body)).toEqual([
      { rate: 11, version: 1 },
      { rate: 11, version: 2 },
    ]),
  );
});

it('says why the last way of delivery for everyone cannot go', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Edit Express' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Express' }));
  await user.click(dialog.getByLabelText('Offered'));
  api.on(CHANGE, refuse(409, { deliveryOption: 'At least one delivery option must be offered to everyone.' }));
  await user.click(dialog.getByRole('button', { name: 'Save delivery option' }));
  await dialog.findByText('At least one delivery option must be offered to everyone.');
});
