import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { BodyOf } from '#contract/index.ts';
import type { PartsOf } from '#web/testing/example-reply.ts';
import { renderPage } from '#web/testing/render-page.tsx';
import { refuse, useStubbedApi } from '#web/testing/stubbed-api.ts';
import { CheckoutPage } from '../checkout/checkout-page.tsx';
import type { Question } from './answers.ts';

const api = useStubbedApi();

const ADDRESS = { id: 4, firstName: 'Ruth', lastName: 'Okafor', address1: '1 Quay', city: 'Leeds', isDefault: true } as const;
const STANDARD = { name: 'Standard delivery', rate: 4.95 };
const ACCOUNT = { paymentMethodSystemName: 'Payments.OnAccount', name: 'On account' };

type OpenQuestion = PartsOf<Question>;
const value = (id: number, name: string, priceAdjustment: number | null = 0) => ({ id, name, priceAdjustment, displayOrder: id });
const COST_CENTRES = Array.from({ length: 500 }, (_, index) => value(1000 + index, `${4000 + index} Depot ${index}`));
const COST_CENTRE: OpenQuestion = {
  ...{ id: 1, name: 'Cost centre', attributeControlTypeId: 1, isRequired: true, isCostCentre: true },
  ...{
    textPrompt: 'Who pays within the organisation.',
    defaultValue: null,
    values: COST_CENTRES,
    selected: '1007',
    notice: null,
  },
};
const PLAIN = { isRequired: false, defaultValue: null, textPrompt: null, selected: null, notice: null, values: [] };
const WRAP: OpenQuestion = {
  ...PLAIN,
  ...{ id: 2, name: 'Gift wrap', attributeControlTypeId: 2, values: [value(21, 'Paper', 4), value(22, 'Box', 9.5)] },
};
const LABELS: OpenQuestion = {
  ...PLAIN,
  ...{ id: 3, name: 'Labels', attributeControlTypeId: 3, values: [value(31, 'Name'), value(32, 'Department')] },
};
const REASON: OpenQuestion = { ...PLAIN, id: 4, name: 'Why is it needed?', attributeControlTypeId: 10, isRequired: true };
const DAY: OpenQuestion = { ...PLAIN, id: 5, name: 'First day at work', attributeControlTypeId: 20 };

/** The questions that the server asks; it keeps the answers that it is sent, and refuses texts with "4242". */
let asked: OpenQuestion[];

function showCheckout(ask: OpenQuestion[]) {
  asked = ask;
  api.on('POST /api/checkoutsummary', ({ body: { checkout } }) => {
    const answers = checkout.checkoutAttributes ?? [];
    if (answers.some((answer) => answer.value.includes('4242')))
      return refuse(422, { checkoutAttributes: 'Why is it needed?: This looks like a card number.' });
    asked = asked.map((question) => {
      const answer = answers.find(({ id }) => id === question.id);
      return answer ? { ...question, selected: answer.value || null } : question;
    });
    return {
      items: [{ id: 1, productName: 'Pique polo', quantity: 1, unitPrice: 10, subTotal: 10 }],
      ...{ billingAddress: ADDRESS, shippingAddress: ADDRESS, shippingOption: STANDARD, paymentOption: ACCOUNT },
      ...{ currencyCode: 'GBP', checkoutId: 'c1', poNumber: null, checkoutAttributes: asked },
    };
  });
  return renderPage(<CheckoutPage />, {
    path: '/index/checkout',
    route: '/index/checkout',
    caller: { roles: ['OrganisationBuyer'], pricesVisible: true },
  });
}
const lastAnswers = (): BodyOf<'POST /api/checkoutsummary'>['checkoutAttributes'] =>
  api
    .requests('POST /api/checkoutsummary')
    .flatMap(({ body }) => (body.checkout.checkoutAttributes ? [body.checkout.checkoutAttributes] : []))
    .at(-1);
const place = async (user: ReturnType<typeof renderPage>['user']) =>
  user.click((await screen.findAllByRole('button', { name: 'Place order' }))[0] as HTMLElement);

beforeEach(() => {
  sessionStorage.clear();
  api.on('GET /api/shippingaddresses', { addresses: [ADDRESS] });
  api.on('GET /api/billingaddresses', { addresses: [ADDRESS] });
  api.on('GET /api/paymentoptions', { paymentOptions: [{ ...ACCOUNT, selected: true }] });
  api.on('GET /api/shippingoptions/:id', { shippingOptions: [STANDARD] });
});

describe('questions at checkout', () => {
  it('are a step of their own only where there are any', async () => {
    showCheckout([]);
    await screen.findByRole('heading', { name: /Comments and review/ });
    expect(screen.queryByRole('heading', { name: /Questions/ })).toBeNull();
  });

  it('are answered in every kind, with help, default and price, and sent with the order', async () => {
    const { user } = showCheckout([COST_CENTRE, WRAP, LABELS, REASON, DAY]);
    const step = (await screen.findByRole('heading', { name: /Questions/ })).closest('section') as HTMLElement;
    // Open, because an answer is missing.
    const centre = await screen.findByRole('combobox', { name: 'Cost centre' });
    expect((centre as HTMLInputElement).value).toBe('4007 Depot 7');
    within(step).getByText('Who pays within the organisation.');
    await user.clear(centre);
    await user.type(centre, 'dock 4321');
    expect(await screen.findByText('Nothing found. Try fewer words.')).toBeTruthy();
    await user.clear(centre);
    await user.type(centre, '4321');
    await user.click(await screen.findByRole('option', { name: '4321 Depot 321' }));
    await waitFor(() => expect(lastAnswers()).toContainEqual({ id: 1, value: '1321' }));

    await user.click(within(step).getByRole('radio', { name: /Box.*\+ £9\.50/ }));
    await user.click(within(step).getByRole('checkbox', { name: 'Department' }));
    await user.click(within(step).getByRole('checkbox', { name: 'Name' }));
    await user.type(within(step).getByLabelText('First day at work (optional)'), '2026-12-24');

    await place(user);
    await screen.findByText('Why is it needed? is required.');
    await waitFor(() => expect(document.activeElement).toBe(within(step).getByRole('textbox', { name: 'Why is it needed?' })));
    expect(api.requests('POST /api/setpaymentform')).toEqual([]);
    await user.keyboard('New starter');
    api.on('POST /api/setpaymentform', refuse(400, { cart: 'Stop here.' }));
    await place(user);
    await waitFor(() => expect(api.requests('POST /api/setpaymentform')).toHaveLength(1));
    expect(api.requests('POST /api/setpaymentform')[0]?.body.checkout.checkoutAttributes).toEqual([
      { id: 1, value: '1321' },
      { id: 2, value: '22' },
      { id: 3, value: '31,32' },
      { id: 4, value: 'New starter' },
      { id: 5, value: '2026-12-24' },
    ]);
  });

  it('show what the server refuses at the question it names, and keep what was typed', async () => {
    const { user } = showCheckout([REASON]);
    const field = await screen.findByRole('textbox', { name: 'Why is it needed?' });
    await user.type(field, '4242 4242');
    await user.tab();
    const error = await screen.findByText('This looks like a card number.');
    expect(field.getAttribute('aria-describedby')).toContain(error.id);
    expect((field as HTMLTextAreaElement).value).toBe('4242 4242');
    expect(screen.getAllByText(error.textContent ?? '')).toHaveLength(1);
  });

  it('are asked when one is added while the order is being checked', async () => {
    const { user } = showCheckout([]);
    await screen.findByRole('heading', { name: /Comments and review/ });
    api.on('POST /api/setpaymentform', () => {
      asked = [REASON];
      return refuse(422, { checkoutAttributes: 'Why is it needed?: Please enter an answer.' });
    });
    await place(user);
    const field = await screen.findByRole('textbox', { name: 'Why is it needed?' });
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('say what has become of an answer, and forget a value that is no longer offered', async () => {
    showCheckout([
      { ...WRAP, isRequired: true, selected: '99', notice: 'Silk is no longer available. Please choose another answer.' },
    ]);
    await screen.findByText('Silk is no longer available. Please choose another answer.');
    expect(screen.getAllByRole('radio').filter((radio) => (radio as HTMLInputElement).checked)).toEqual([]);
  });
});
