import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import {
  type CheckoutAddress,
  type CheckoutChoices,
  type CheckoutOptions,
  getDefaultChoices,
  toCheckoutPayload,
} from './checkout-choices.ts';
import { findMissingReason, findRefusedStep, getFirstIncompleteStep, getNextIncompleteStep } from './steps.ts';

const address = (id: number, over: Partial<CheckoutAddress> = {}) =>
  ({ id, isDefault: false, source: 'customer', ...over }) as CheckoutAddress;
const option = (name: string, selected = false) =>
  ({ name, selected }) as NonNullable<CheckoutOptions['deliveryOptions']>[number];
const payment = (name: string, selected = false) =>
  ({ paymentMethodSystemName: name, selected }) as CheckoutOptions['paymentOptions'][number];
const nothing: CheckoutChoices = {
  shippingAddressId: null,
  billingAddressId: null,
  shippingOption: null,
  paymentMethodSystemName: null,
};
const everything: CheckoutChoices = {
  shippingAddressId: 1,
  billingAddressId: 2,
  shippingOption: 'Standard',
  paymentMethodSystemName: 'Account',
};
const lists = (over: Partial<CheckoutOptions> = {}): CheckoutOptions => ({
  shippingAddresses: [address(1, { isDefault: true }), address(2)],
  billingAddresses: [address(1, { isDefault: true }), address(9, { source: 'organisation' })],
  deliveryOptions: [option('Standard'), option('Express')],
  paymentOptions: [payment('Account', true)],
  ...over,
});
const typed = (poNumber = '') => ({ poNumber, comments: '', requestedDay: '' });

describe('what is chosen for the person', () => {
  it('is the default address, the organisation’s invoice address, the first delivery and the only payment', () => {
    expect(getDefaultChoices(nothing, lists())).toEqual({
      shippingAddressId: 1,
      billingAddressId: 9,
      shippingOption: 'Standard',
      paymentMethodSystemName: 'Account',
    });
  });

  it('is nothing that was chosen already', () => {
    expect(getDefaultChoices(everything, lists())).toEqual({});
    expect(getDefaultChoices({ ...everything, shippingOption: null }, lists())).toEqual({ shippingOption: 'Standard' });
  });

  it('is nothing that is not there', () => {
    expect(
      getDefaultChoices(nothing, lists({ shippingAddresses: [], billingAddresses: [], deliveryOptions: [], paymentOptions: [] })),
    ).toEqual({});
  });

  it('is no payment that nobody marked among several', () => {
    const two = [payment('Account'), payment('Card')];
    expect(getDefaultChoices(nothing, lists({ paymentOptions: two })).paymentMethodSystemName).toBeUndefined();
    const marked = [payment('Account'), payment('Card', true)];
    expect(getDefaultChoices(nothing, lists({ paymentOptions: marked })).paymentMethodSystemName).toBe('Card');
  });
});

describe('what is sent', () => {
  it('holds the option by name and what was typed without blanks around it', () => {
    expect(toCheckoutPayload(everything, { poNumber: ' 45 ', comments: '', requestedDay: '2026-12-01' })).toEqual({
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
    expect(toCheckoutPayload({}, { requestedDay: '' })).toEqual({ requestedDeliveryDateUtc: null });
    expect(toCheckoutPayload({ shippingOption: null })).toEqual({ shippingOption: null });
  });
});

describe('the steps', () => {
  it('open at the first gap, else at the last step', () => {
    expect(getFirstIncompleteStep(nothing, typed(), false)).toBe('address');
    expect(getFirstIncompleteStep({ ...everything, billingAddressId: null }, typed(), false)).toBe('invoice');
    expect(getFirstIncompleteStep(everything, typed(), false)).toBe('review');
    expect(getFirstIncompleteStep(everything, typed('  '), true)).toBe('payment');
    expect(getFirstIncompleteStep(everything, typed('7'), true)).toBe('review');
  });

  it('skip what is done', () => {
    expect(getNextIncompleteStep('address', everything, typed(), true)).toBe('payment');
    expect(getNextIncompleteStep('address', everything, typed(), false)).toBe('review');
  });

  it('ask for a PO number in the specified words', () => {
    expect(findMissingReason('payment', everything, typed(), true)).toBe('PO number is required.');
    expect(findMissingReason('payment', everything, typed(), false)).toBeUndefined();
  });

  it.each([
    ['shippingOption', 'delivery'],
    ['billingAddress', 'invoice'],
    ['poNumber', 'payment'],
    ['checkout.poNumber', 'payment'],
    ['address', 'address'],
  ])('know where a refusal of %s belongs', (field, step) => {
    expect(findRefusedStep(new ApiError(400, ['No.'], { [field]: ['No.'] }))).toMatchObject({ step, text: 'No.' });
  });

  it('leave a refusal of the cart to the whole page', () => {
    expect(findRefusedStep(new ApiError(400, ['Gone.'], { cart: ['Gone.'] }))).toBeUndefined();
  });
});
