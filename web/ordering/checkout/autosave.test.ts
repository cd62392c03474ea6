import { describe, expect, it, vi } from 'vitest';
import { createAutosave } from './autosave.ts';
import type { CheckoutPayload, Summary } from './checkout-choices.ts';

/** A server that answers when told to. */
function setUp() {
  const open: { sent: CheckoutPayload; answer: () => void; refuse: () => void }[] = [];
  const keep = vi.fn();
  const send = (sent: CheckoutPayload) =>
    new Promise<Summary>((resolve, reject) =>
      open.push({ sent, answer: () => resolve({} as Summary), refuse: () => reject(new Error('No.')) }),
    );
  return { saver: createAutosave({ send, storeSummary: keep }), open, keep };
}
const turn = () => new Promise((resolve) => setTimeout(resolve));

describe('saving choices', () => {
  it('shows a choice at once and forgets it when it is confirmed', async () => {
    const { saver, open, keep } = setUp();
    void saver.save({ shippingOption: 'Express' });
    expect(saver.state()).toMatchObject({ unsaved: { shippingOption: 'Express' }, saving: true });
    await turn();
    open[0]?.answer();
    await saver.settled();
    expect(saver.state()).toEqual({ unsaved: {}, saving: false, failure: undefined });
    expect(keep).toHaveBeenCalledOnce();
  });

  it('sends what was chosen meanwhile together, last choice first', async () => {
    const { saver, open } = setUp();
    void saver.save({ shippingOption: 'Standard' });
    await turn();
    void saver.save({ shippingOption: 'Express' });
    void saver.save({ billingAddressId: 4 }, { poNumber: '12' });
    void saver.save({ shippingOption: 'Courier' });
    open[0]?.answer();
    await turn();
    expect(saver.state()).toMatchObject({ unsaved: { shippingOption: 'Courier', billingAddressId: 4 }, saving: true });
    expect(open[1]?.sent).toEqual({ shippingOption: { name: 'Courier' }, billingAddressId: 4, poNumber: '12' });
    open[1]?.answer();
    await saver.settled();
    expect(open).toHaveLength(2);
    expect(saver.state()).toMatchObject({ unsaved: {}, saving: false });
  });

  it('takes back what is refused, not what was chosen after it', async () => {
    const { saver, open } = setUp();
    void saver.save({ shippingAddressId: 1, billingAddressId: 1 });
    await turn();
    void saver.save({ billingAddressId: 2 });
    open[0]?.refuse();
    await turn();
    expect(saver.state()).toMatchObject({ unsaved: { billingAddressId: 2 }, failure: new Error('No.') });
  });
});
