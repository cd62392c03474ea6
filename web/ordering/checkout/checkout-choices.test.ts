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
const options = (over: Partial<CheckoutOptions> = {}): CheckoutOptions => ({
  shippingAddresses: [address(1, { isDefault: true }), address(2)],
  billingAddresses: [address(9, { source: 'organisation', isDefault: true }), address(1)],
  deliveryOptions: [option('Standard'), option('Express')],
  paymentOptions: [payment('Account', true)],
  ...over,
});
const formValues = (poNumber = '') => ({ poNumber, comments: '', requestedDay: '' });

describe('default choices', () => {
  it('are the default address, the organisation’s invoice address, the first delivery and the only payment', () => {
    expect(getDefaultChoices(nothing, options())).toEqual({
      shippingAddressId: 1,
      billingAddressId: 9,
      shippingOption: 'Standard',
      paymentMethodSystemName: 'Account',
    });
  });

  it('leave out anything chosen already', () => {
    expect(getDefaultChoices(everything, options())).toEqual({});
    expect(getDefaultChoices({ ...everything, shippingOption: null }, options())).toEqual({ shippingOption: 'Standard' });
  });

  it('are empty if there are no options', () => {
    expect(
      getDefaultChoices(
        nothing,
        options({ shippingAddresses: [], billingAddresses: [], deliveryOptions: [], paymentOptions: [] }),
      ),
    ).toEqual({});
  });

  it('include a payment method only if it is the only one or preselected', () => {
    const two = [payment('Account'), payment('Card')];
    expect(getDefaultChoices(nothing, options({ paymentOptions: two })).paymentMethodSystemName).toBeUndefined();
    const marked = [payment('Account'), payment('Card', true)];
    expect(getDefaultChoices(nothing, options({ paymentOptions: marked })).paymentMethodSystemName).toBe('Card');
  });
});

describe('the payload', () => {
  it('holds the delivery option by name and the form values trimmed', () => {
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

  it('omits unchanged fields and clears emptied ones', () => {
    expect(toCheckoutPayload({}, { requestedDay: '' })).toEqual({ requestedDeliveryDateUtc: null });
    expect(toCheckoutPayload({ shippingOption: null })).toEqual({ shippingOption: null });
  });
});

describe('the steps', () => {
  it('open at the first incomplete step, otherwise at the last', () => {
    expect(getFirstIncompleteStep(nothing, formValues(), false)).toBe('address');
    expect(getFirstIncompleteStep({ ...everything, billingAddressId: null }, formValues(), false)).toBe('invoice');
    expect(getFirstIncompleteStep(everything, formValues(), false)).toBe('review');
    expect(getFirstIncompleteStep(everything, formValues('  '), true)).toBe('payment');
    expect(getFirstIncompleteStep(everything, formValues('7'), true)).toBe('review');
  });

  it('skip completed steps', () => {
    expect(getNextIncompleteStep('address', everything, formValues(), true)).toBe('payment');
    expect(getNextIncompleteStep('address', everything, formValues(), false)).toBe('review');
  });

  it('use the specified message for a missing PO number', () => {
    expect(findMissingReason('payment', everything, formValues(), true)).toBe('PO number is required.');
    expect(findMissingReason('payment', everything, formValues(), false)).toBeUndefined();
  });

  it.each([
    ['shippingOption', 'delivery'],
    ['billingAddress', 'invoice'],
    ['poNumber', 'payment'],
    ['checkout.poNumber', 'payment'],
    ['address', 'address'],
  ])('assign a refusal of %s to its step', (field, step) => {
    expect(findRefusedStep(new ApiError(400, ['No.'], { [field]: ['No.'] }))).toMatchObject({ step, text: 'No.' });
  });

  it('leave a refusal of the cart to the page', () => {
    expect(findRefusedStep(new ApiError(400, ['Gone.'], { cart: ['Gone.'] }))).toBeUndefined();
  });
});
