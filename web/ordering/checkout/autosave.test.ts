import { describe, expect, it, vi } from 'vitest';
import { createAutosave } from './autosave.ts';
import type { CheckoutPayload, Summary } from './checkout-choices.ts';

/** An autosave whose requests stay open until the test accepts or refuses them. */
function setUp() {
  const requests: { payload: CheckoutPayload; accept: () => void; refuse: () => void }[] = [];
  const storeSummary = vi.fn();
  const send = (payload: CheckoutPayload) =>
    new Promise<Summary>((resolve, reject) =>
      requests.push({ payload, accept: () => resolve({} as Summary), refuse: () => reject(new Error('No.')) }),
    );
  return { autosave: createAutosave({ send, storeSummary }), requests, storeSummary };
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

describe('saving choices', () => {
  it('shows a choice at once and clears it when it is confirmed', async () => {
    const { autosave, requests, storeSummary } = setUp();
    void autosave.save({ shippingOption: 'Express' });
    expect(autosave.state()).toMatchObject({ unsaved: { shippingOption: 'Express' }, saving: true });
    await nextTask();
    requests[0]?.accept();
    await autosave.settled();
    expect(autosave.state()).toEqual({ unsaved: {}, saving: false, failure: undefined });
    expect(storeSummary).toHaveBeenCalledOnce();
  });

  it('sends choices made during a request together; the last of each wins', async () => {
    const { autosave, requests } = setUp();
    void autosave.save({ shippingOption: 'Standard' });
    await nextTask();
    void autosave.save({ shippingOption: 'Express' });
    void autosave.save({ billingAddressId: 4 }, { poNumber: '12' });
    void autosave.save({ shippingOption: 'Courier' });
    requests[0]?.accept();
    await nextTask();
    expect(autosave.state()).toMatchObject({ unsaved: { shippingOption: 'Courier', billingAddressId: 4 }, saving: true });
    expect(requests[1]?.payload).toEqual({ shippingOption: { name: 'Courier' }, billingAddressId: 4, poNumber: '12' });
    requests[1]?.accept();
    await autosave.settled();
    expect(requests).toHaveLength(2);
    expect(autosave.state()).toMatchObject({ unsaved: {}, saving: false });
  });

  it('reverts a refused choice but not those made after it', async () => {
    const { autosave, requests } = setUp();
    void autosave.save({ shippingAddressId: 1, billingAddressId: 1 });
    await nextTask();
    void autosave.save({ billingAddressId: 2 });
    requests[0]?.refuse();
    await nextTask();
    expect(autosave.state()).toMatchObject({ unsaved: { billingAddressId: 2 }, failure: new Error('No.') });
  });
});
