import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Brand } from '#api/platform/http/hosts.ts';
import { composeMail } from '#api/platform/mail/compose.ts';
import { MAIL_SAMPLES } from '#api/testing/mail-samples.ts';
import { addUpOrderRows, readHtmlRows, readTextRows } from '#api/testing/printed-sums.ts';
import { brands } from '#brands/brands.ts';
import { type OrderForMail, type OrderLineForMail, toMailedOrder } from './mailed-order.rules.ts';

const line = fc
  .record({
    quantity: fc.integer({ min: 0, max: 30 }),
    unitMinor: fc.integer({ min: 0, max: 40_000 }),
    taxRate: fc.constantFrom(0, 0.05, 0.175, 0.2, 0.0275),
    wearerName: fc.constantFrom(null, 'Niamh Dlamini'),
    share: fc.constantFrom(null, 0, 0.4, 1),
    unitPoints: fc.constantFrom(null, 7),
    name: fc.constantFrom('Oxford shirt, White: long', 'Cap', 'A&B <jacket>'),
  })
  .map(
    ({ share, ...rest }): OrderLineForMail => ({
      ...rest,
      sku: 'SKU-1',
      wearerId: null,
      coveredQuantity: share === null ? null : Math.floor(rest.quantity * share),
    }),
  );

const order: fc.Arbitrary<OrderForMail> = fc
  .record({
    isTaxIncluded: fc.boolean(),
    placedBy: fc.constantFrom(null, 'Priya Shah'),
    poNumber: fc.constantFrom(null, 'PO-1'),
    shippingMethod: fc.constantFrom(null, 'Next working day'),
    expectedOn: fc.constantFrom(null, '2026-12-03'),
    requestedOn: fc.constantFrom(null, '2026-12-24'),
    payment: fc.constantFrom(null, 'On account'),
    shippingMinor: fc.constantFrom(0, 495, 999),
    feeMinor: fc.constantFrom(0, 150),
    taxRate: fc.constantFrom(0, 0.2, 0.175),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
  })
  .map((given) => ({
    ...given,
    currencyCode: 'GBP',
    customerId: 3,
    personName: 'Zoë Quinn',
    shippingAddress: { firstName: 'Zoë', lastName: 'Quinn', address1: '1 Road', city: 'Bath' },
    shippingTaxMinor: Math.round(given.shippingMinor * given.taxRate),
  }));

const VIEWERS = {
  charges: { customerId: 4, pricesVisible: true, roles: ['OrganisationAdmin'] },
  garments: { customerId: 3, pricesVisible: true, roles: ['OrganisationStaff'] },
  nothing: { customerId: 3, pricesVisible: false, roles: ['OrganisationAdmin'] },
};
const BRANDS = Object.values(brands).map(
  ({ name, company }): Brand => ({
    ...{ id: 1, name, companyName: company, canonicalOrigin: `https://${name}.example`, termsUrl: null, privacyUrl: null },
    ...{ captchaEnabled: false, captchaPublicKey: null, helpEmail: null, helpPhone: null, helpText: null },
  }),
);

/** The mails that contain this order. */
const mailsOf = (content: ReturnType<typeof toMailedOrder>) =>
  BRANDS.flatMap((brand) =>
    (['order-placed', 'approval-requested', 'order-approved', 'order-partly-approved', 'order-changed'] as const).map((name) => {
      const { definition, data } = MAIL_SAMPLES[name];
      const mail = composeMail(brand, definition, {
        recipient: 'zoe@meridian.example',
        data: { ...data, ...content, order: content, dropped: [], sentBack: [], outcome: [], explanations: [], reasons: [] },
        secrets: undefined,
      });
      return { name: `${name} of ${brand.name}`, ...mail };
    }),
  );

describe('the sums of an order in mails', () => {
  it('add up as printed, in text and HTML, to whoever sees amounts', () => {
    let sums = 0;
    fc.assert(
      fc.property(order, fc.constantFrom('charges' as const, 'garments' as const), (given, viewer) => {
        for (const { name, text, html } of mailsOf(toMailedOrder(given, VIEWERS[viewer])))
          for (const rows of [readTextRows(text), readHtmlRows(html)]) {
            const added = addUpOrderRows(rows);
            expect([name, added.faults]).toEqual([name, []]);
            expect(added.sums).toBeGreaterThan(0);
            sums += added.sums;
          }
      }),
      { numRuns: 100 },
    );
    expect(sums).toBeGreaterThan(3000);
  });

  it('are the same in text and HTML', () => {
    fc.assert(
      fc.property(order, (given) => {
        const [mail] = mailsOf(toMailedOrder(given, VIEWERS.charges));
        expect(readHtmlRows(mail?.html ?? '').map(({ figure }) => figure)).toEqual(
          readTextRows(mail?.text ?? '').map(({ figure }) => figure),
        );
      }),
      { numRuns: 50 },
    );
  });

  it('are not there for people who see no prices, who read pieces and points', () => {
    fc.assert(
      fc.property(order, (given) => {
        for (const { text, html } of mailsOf(toMailedOrder(given, VIEWERS.nothing)))
          expect(`${text}${html.replaceAll(/<[^>]*>/g, ' ')}`).not.toMatch(/[£€]|\d\.\d\d\b|[Tt]otal/);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a mail about an order', () => {
  const { definition, data } = MAIL_SAMPLES['order-placed'];
  const compose = (changed: object) =>
    composeMail(BRANDS[0] as Brand, definition, { recipient: 'z@m.example', data: { ...data, ...changed }, secrets: undefined });

  it('says for whom, where to, when, under which PO number, and what the entitlement and what someone else pays', () => {
    const { text } = compose({});

    expect(text).toContain('10 × Marlow poplin apron, Stone (MPA-STN, for Niamh Dlamini): £95.00');
    expect(text.slice(text.indexOf('Subtotal'), text.indexOf('View order')).split('\n').filter(Boolean)).toEqual([
      'Subtotal incl. tax: £232.28',
      'Delivery: £7.80',
      'Total incl. tax: £240.08',
      'of which tax 20%: £24.18',
      'Paid from your entitlement: −£47.88',
      'To pay: £192.20',
      'Placed by: Priya Shah',
      'Deliver to: Zoë Quinn-Okafor, Torbay Heights, 12 Sea View Road, Torquay, TQ1 2AB, United Kingdom',
      'Delivery: Next working day',
      'Expected: by Thursday 3 December 2026',
      'PO number: PO-2211',
      'Entitlement: 2 pieces, 24 points, 1 piece beyond it',
      'Payment: On account',
    ]);
  });

  it('that was queued before mails named delivery and address is sent as it was stored', () => {
    const lines = [{ quantity: 2, name: 'Cap', sku: 'C', inclTaxMinor: 2628 }];
    const { facts: _, sums: __, ...earlier } = { ...data, lines, totalMinor: 3258 };
    const { text } = composeMail(BRANDS[0] as Brand, definition, { recipient: 'z@m.example', data: earlier, secrets: undefined });

    expect(addUpOrderRows(readTextRows(text))).toEqual({ faults: [], sums: 2 });
    expect(text).toContain('2 × Cap (C): £26.28');
    expect(text).toContain('Total incl. tax: £32.58');
  });
});

describe('a mail about an order to collect', () => {
  const COLLECTED = { collectFrom: ['Counter of the depot', 'Monday to Friday, 7:30 to 16:00'] };
  const given = fc.sample(order, { numRuns: 1, seed: 3 })[0] as OrderForMail;
  const textsOf = (over: Partial<OrderForMail>) =>
    mailsOf(toMailedOrder({ ...given, expectedOn: '2026-12-03', ...over }, VIEWERS.charges)).map(({ text }) => text);

  it('that is collected names its place and hours, and says that it will be ready, not that it is sent', () => {
    for (const text of textsOf(COLLECTED)) {
      expect(text).toContain('Collect from: Counter of the depot, Monday to Friday, 7:30 to 16:00');
      expect(text).toContain('Ready: by Thursday 3 December 2026');
      expect(text).not.toMatch(/Deliver to|on its way/);
    }
    expect(textsOf(COLLECTED).join()).toContain('when it is ready to collect.');
  });

  it('that is sent names its address', () => {
    for (const text of textsOf({})) expect(text).toMatch(/Deliver to: .*Bath[\s\S]*Expected: by Thursday/);
  });
});
