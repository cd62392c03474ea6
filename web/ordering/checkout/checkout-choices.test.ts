import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/app/api-error.ts';
import {
  type CheckoutAddress,
  type CheckoutChoices,
  type CheckoutOptions,
  getDefaultChoices,
  toCheckoutPayload,
} from './checkout-choices.ts';
import {
  type CheckoutTerms,
  findProblem,
  findRefusedStep,
  getFirstIncompleteStep,
  getNextIncompleteStep,
  listOrderWarnings,
} from './steps.ts';

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
const optional: CheckoutTerms = { poNumberRequired: false, poNumber: null, refusals: [], checkoutAttributes: [] };
const required: CheckoutTerms = { ...optional, poNumberRequired: true };
const refusal = (field: string, message: string, isMissing = false) => ({ field, messages: [message], isMissing });
const formValues = (poNumber = '') => ({ poNumber, comments: '', requestedDay: '', answers: {} });

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

  it('leave the choice of another delivery to the person whose delivery is no longer offered', () => {
    expect(getDefaultChoices({ ...everything, shippingOption: null }, options(), true)).toEqual({});
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
    expect(getFirstIncompleteStep(nothing, formValues(), optional)).toBe('address');
    expect(getFirstIncompleteStep({ ...everything, billingAddressId: null }, formValues(), optional)).toBe('invoice');
    expect(getFirstIncompleteStep(everything, formValues(), optional)).toBe('review');
    expect(getFirstIncompleteStep(everything, formValues('  '), required)).toBe('payment');
    expect(getFirstIncompleteStep(everything, formValues('7'), required)).toBe('review');
  });

  it('skip completed steps', () => {
    expect(getNextIncompleteStep('address', everything, formValues(), required)).toBe('payment');
    expect(getNextIncompleteStep('address', everything, formValues(), optional)).toBe('review');
  });

  it('use the specified message for a missing PO number', () => {
    expect(findProblem('payment', everything, formValues(), required)).toEqual({
      field: 'poNumber',
      text: 'PO number is required.',
    });
    expect(findProblem('payment', everything, formValues(), optional)).toBeUndefined();
  });

  it('show a PO number that the summary refuses, as long as it is the one that was sent', () => {
    const terms = { ...optional, poNumber: '12', refusals: [refusal('poNumber', 'Eight digits, please.')] };
    expect(findProblem('payment', everything, formValues(' 12 '), terms)).toEqual({
      field: 'poNumber',
      text: 'Eight digits, please.',
    });
    expect(findProblem('payment', everything, formValues('123'), terms)).toBeUndefined();
    expect(getFirstIncompleteStep(everything, formValues('12'), terms)).toBe('payment');
  });

  it('name a delivery that is no longer offered', () => {
    const terms = { ...optional, refusals: [refusal('shippingOption', 'Express is no longer offered.')] };
    const withoutDelivery = { ...everything, shippingOption: null };
    expect(findProblem('delivery', withoutDelivery, formValues(), terms)?.text).toBe('Express is no longer offered.');
    expect(findProblem('delivery', withoutDelivery, formValues(), optional)?.text).toBe('Choose a delivery option.');
  });

  it('leave what concerns the whole order to the button', () => {
    const refusals = [
      refusal('credit', 'On hold.'),
      refusal('poNumber', 'Eight digits, please.'),
      refusal('items[7].reason', 'Please say why.', true),
    ];
    expect(listOrderWarnings({ refusals })).toEqual(['On hold.']);
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
