import { describe, expect, it } from 'vitest';
import { ApiError } from '../api-error.ts';
import { type Address, type Choices, defaultsFor, type Lists, toSent } from './choices.ts';
import { firstOpen, missingIn, stepAfter, stepOfRefusal } from './steps.ts';

const address = (id: number, over: Partial<Address> = {}) => ({ id, isDefault: false, source: 'customer', ...over }) as Address;
const option = (name: string, selected = false) => ({ name, selected }) as NonNullable<Lists['deliveryOptions']>[number];
const payment = (name: string, selected = false) =>
  ({ paymentMethodSystemName: name, selected }) as Lists['paymentOptions'][number];
const nothing: Choices = { shippingAddressId: null, billingAddressId: null, shippingOption: null, paymentMethodSystemName: null };
const everything: Choices = {
  shippingAddressId: 1,
  billingAddressId: 2,
  shippingOption: 'Standard',
  paymentMethodSystemName: 'Account',
};
const lists = (over: Partial<Lists> = {}): Lists => ({
  shippingAddresses: [address(1, { isDefault: true }), address(2)],
  billingAddresses: [address(1, { isDefault: true }), address(9, { source: 'organisation' })],
  deliveryOptions: [option('Standard'), option('Express')],
  paymentOptions: [payment('Account', true)],
  ...over,
});
const typed = (poNumber = '') => ({ poNumber, comments: '', requestedDay: '' });

describe('what is chosen for the person', () => {
  it('is the default address, the organisation’s invoice address, the first delivery and the only payment', () => {
    expect(defaultsFor(nothing, lists())).toEqual({
      shippingAddressId: 1,
      billingAddressId: 9,
      shippingOption: 'Standard',
      paymentMethodSystemName: 'Account',
    });
  });

  it('is nothing that was chosen already', () => {
    expect(defaultsFor(everything, lists())).toEqual({});
    expect(defaultsFor({ ...everything, shippingOption: null }, lists())).toEqual({ shippingOption: 'Standard' });
  });

  it('is nothing that is not there', () => {
    expect(
      defaultsFor(nothing, lists({ shippingAddresses: [], billingAddresses: [], deliveryOptions: [], paymentOptions: [] })),
    ).toEqual({});
  });

  it('is no payment that nobody marked among several', () => {
    const two = [payment('Account'), payment('Card')];
    expect(defaultsFor(nothing, lists({ paymentOptions: two })).paymentMethodSystemName).toBeUndefined();
    const marked = [payment('Account'), payment('Card', true)];
    expect(defaultsFor(nothing, lists({ paymentOptions: marked })).paymentMethodSystemName).toBe('Card');
  });
});

describe('what is sent', () => {
  it('holds the option by name and what was typed without blanks around it', () => {
    expect(toSent(everything, { poNumber: ' 45 ', comments: '', requestedDay: '2026-12-01' })).toEqual({
      shippingAddressId: 1,
      billingAddressId: 2,
      shippingOption: { name: 'Standard' },
      paymentMethodSystemName: 'Account',
      poNumber: '45',
      comments: '',
      requestedDeliveryDateUtc: '2026-12-01T00:00:00Z',
    });
  });

  it('leaves alone what was not touched, and clears what was emptied', () => {
    expect(toSent({}, { requestedDay: '' })).toEqual({ requestedDeliveryDateUtc: null });
    expect(toSent({ shippingOption: null })).toEqual({ shippingOption: null });
  });
});

describe('the steps', () => {
  it('open at the first gap, else at the last step', () => {
    expect(firstOpen(nothing, typed(), false)).toBe('address');
    expect(firstOpen({ ...everything, billingAddressId: null }, typed(), false)).toBe('invoice');
    expect(firstOpen(everything, typed(), false)).toBe('review');
    expect(firstOpen(everything, typed('  '), true)).toBe('payment');
    expect(firstOpen(everything, typed('7'), true)).toBe('review');
  });

  it('skip what is done', () => {
    expect(stepAfter('address', everything, typed(), true)).toBe('payment');
    expect(stepAfter('address', everything, typed(), false)).toBe('review');
  });

  it('ask for a PO number in the specified words', () => {
    expect(missingIn('payment', everything, typed(), true)).toBe('PO number is required.');
    expect(missingIn('payment', everything, typed(), false)).toBeUndefined();
  });

  it.each([
    ['shippingOption', 'delivery'],
    ['billingAddress', 'invoice'],
    ['poNumber', 'payment'],
    ['checkout.poNumber', 'payment'],
    ['address', 'address'],
  ])('know where a refusal of %s belongs', (field, step) => {
    expect(stepOfRefusal(new ApiError(400, ['No.'], { [field]: ['No.'] }))).toMatchObject({ step, text: 'No.' });
  });

  it('leave a refusal of the cart to the whole page', () => {
    expect(stepOfRefusal(new ApiError(400, ['Gone.'], { cart: ['Gone.'] }))).toBeUndefined();
  });
});
