import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createFakeStripe, type FakeStripe } from '#api/testing/fake-stripe.ts';
import type { Merchant } from '#demo/payment-provider/ledger.ts';
import type { PaymentProviderProgram } from '#demo/payment-provider/program.ts';
import { startPaymentProvider } from '#demo/payment-provider/server.ts';
import { SIGNATURE_HEADER, sign, toBody } from '#demo/payment-provider/webhooks.ts';
import {
  type PaymentProvider,
  type PaymentToCreate,
  ProviderUnavailableError,
  RefundRefusedError,
  WebhookRefusedError,
} from './payment-provider.ts';
import { createSimulatedProvider } from './simulated-provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

const NOW = new Date();
const SECRETS = ['whsec_current', 'whsec_previous'] as const;
const OTHER_SECRET = 'whsec_of_another_brand';
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const aPayment = (orderId: number, overrides: Partial<PaymentToCreate> = {}): PaymentToCreate => ({
  idempotencyKey: `${orderId}-1`,
  organisationId: 3,
  orderId,
  attempt: 1,
  amountMinor: 5280,
  currencyCode: 'GBP',
  description: `Order ${orderId}`,
  returnUrl: `https://brackwell.example/index/orders/${orderId}?payment=return`,
  cancelUrl: `https://brackwell.example/index/orders/${orderId}`,
  expiresAt: later(3600),
  ...overrides,
});

interface Signing {
  secret?: string;
  at?: Date;
}

/** A provider behind one of the adapters, and what happens there. */
interface Behind {
  provider: PaymentProvider;
  /** The page is paid on; returns the payment's reference. */
  pay(sessionReference: string): string;
  /** The webhook that says so. */
  tellPaid(sessionReference: string, signing?: Signing): { raw: Buffer; headers: Record<string, string> };
  setRefunds(mode: 'done' | 'pending' | 'refused'): void;
  setDown(isDown: boolean): void;
  close(): Promise<void>;
}

async function behindSimulated(): Promise<Behind & { program: PaymentProviderProgram }> {
  const merchant: Merchant = {
    name: 'Brackwell Workwear',
    secretKey: 'sk_test',
    webhookSecret: SECRETS[0],
    webhookUrl: null,
  };
  const program = await startPaymentProvider({ merchants: [merchant], now: () => NOW });
  const access = { secretKey: merchant.secretKey, webhookSecrets: SECRETS, host: program.url, now: () => NOW };
  const find = (id: string) => program.ledger.get(merchant, id);
  return {
    program,
    provider: createSimulatedProvider(access),
    pay: (id) => {
      program.ledger.pay(find(id));
      return find(id).paymentId ?? '';
    },
    tellPaid: (id, { secret = SECRETS[0], at = NOW } = {}) => {
      const session = find(id);
      const none = { reason: null, refundId: null, disputeId: null };
      const body = toBody({
        id: 'evt_1',
        type: 'session.paid',
        occurredAt: NOW,
        session,
        amount: session.received ?? 0,
        ...none,
      });
      return { raw: Buffer.from(body), headers: { [SIGNATURE_HEADER]: sign(secret, at, body) } };
    },
    setRefunds: (mode) => {
      program.ledger.refundMode = mode;
    },
    setDown: (isDown) => {
      program.isDown = isDown;
    },
    close: () => program.close(),
  };
}

async function behindStripe(): Promise<Behind & { fake: FakeStripe }> {
  const fake = await createFakeStripe();
  const access = { secretKey: fake.secretKey, webhookSecrets: SECRETS, host: fake.url, now: () => NOW };
  return {
    fake,
    provider: createStripeProvider(access),
    pay: fake.pay,
    tellPaid: (id, { secret = SECRETS[0], at = NOW } = {}) =>
      fake.webhook('checkout.session.completed', fake.sessions.get(id)!, { secret, at, id: 'evt_1' }),
    setRefunds: (mode) => {
      fake.refunds = mode === 'done' ? 'succeeded' : mode;
    },
    setDown: (isDown) => {
      fake.isDown = isDown;
    },
    close: fake.close,
  };
}

describe.each([
  ['the simulated provider', behindSimulated],
  ['Stripe', behindStripe],
])('%s', (_, start) => {
  let behind: Behind;
  let provider: PaymentProvider;
  beforeAll(async () => {
    behind = await start();
    provider = behind.provider;
  });
  afterAll(() => behind.close());

  const payFor = async (orderId: number) => {
    const { sessionReference } = await provider.createPayment(aPayment(orderId));
    return { sessionReference, paymentReference: behind.pay(sessionReference) };
  };

  it('opens one page for one attempt, however often it is asked', async () => {
    const first = await provider.createPayment(aPayment(1));

    expect(await provider.createPayment(aPayment(1))).toEqual(first);
    expect(await provider.createPayment(aPayment(1, { idempotencyKey: '1-2', attempt: 2 }))).not.toMatchObject({
      sessionReference: first.sessionReference,
    });
    expect(first.redirectUrl).toMatch(/^https?:\/\//);
  });

  it('says how an attempt stands', async () => {
    const { sessionReference } = await provider.createPayment(aPayment(2));
    expect(await provider.getStatus(sessionReference)).toMatchObject({ kind: 'opened', paymentReference: null });

    const paymentReference = behind.pay(sessionReference);

    expect(await provider.getStatus(sessionReference)).toEqual({
      kind: 'paid',
      paymentReference,
      amountMinor: 5280,
      currencyCode: 'GBP',
      orderId: 2,
      reason: null,
    });
  });

  it('ends a page that has not been paid on, and no other', async () => {
    const { sessionReference } = await provider.createPayment(aPayment(3));

    expect(await provider.endPayment(sessionReference)).toBe(true);
    expect(await provider.endPayment(sessionReference)).toBe(false);
    expect(await provider.getStatus(sessionReference)).toMatchObject({ kind: 'expired' });
    expect(await provider.endPayment((await payFor(4)).sessionReference)).toBe(false);
  });

  it('refunds each refund once', async () => {
    const { paymentReference } = await payFor(5);
    const refund = { idempotencyKey: 'refund-1', paymentReference, amountMinor: 1000, currencyCode: 'GBP' };
    const sent = await provider.refund(refund);

    expect(sent.state).toBe('done');
    expect(await provider.refund(refund)).toEqual(sent);
  });

  it('says when a refund is pending or refused', async () => {
    const { paymentReference } = await payFor(6);
    const refund = { paymentReference, amountMinor: 1000, currencyCode: 'GBP' };
    behind.setRefunds('pending');
    expect(await provider.refund({ ...refund, idempotencyKey: 'refund-2' })).toMatchObject({ state: 'pending' });
    behind.setRefunds('refused');
    await expect(provider.refund({ ...refund, idempotencyKey: 'refund-3' })).rejects.toThrow(RefundRefusedError);
    behind.setRefunds('done');
  });

  it('is unavailable while it answers with errors of its own', async () => {
    const { sessionReference, paymentReference } = await payFor(7);
    behind.setDown(true);
    const refund = { idempotencyKey: 'refund-4', paymentReference, amountMinor: 1000, currencyCode: 'GBP' };

    await expect(provider.createPayment(aPayment(8))).rejects.toThrow(ProviderUnavailableError);
    await expect(provider.getStatus(sessionReference)).rejects.toThrow(ProviderUnavailableError);
    await expect(provider.endPayment(sessionReference)).rejects.toThrow(ProviderUnavailableError);
    await expect(provider.refund(refund)).rejects.toThrow(ProviderUnavailableError);
    await expect(provider.listMovements('2026-01-01')).rejects.toThrow(ProviderUnavailableError);
    behind.setDown(false);
  });

  it('lists what was paid and refunded on a day', async () => {
    const { paymentReference } = await payFor(9);
    const { refundReference } = await provider.refund({
      idempotencyKey: 'refund-5',
      paymentReference,
      amountMinor: 280,
      currencyCode: 'GBP',
    });
    const day = NOW.toISOString().slice(0, 10);
    const moved = await provider.listMovements(day);

    expect(moved).toContainEqual(expect.objectContaining({ kind: 'payment', reference: paymentReference, amountMinor: 5280 }));
    expect(moved).toContainEqual(expect.objectContaining({ kind: 'refund', reference: refundReference, amountMinor: 280 }));
    expect(await provider.listMovements('2000-01-01')).toEqual([]);
  });

  it('reads a webhook that it has signed', async () => {
    const { sessionReference, paymentReference } = await payFor(10);
    const { raw, headers } = behind.tellPaid(sessionReference);

    expect(provider.handleWebhook(raw, headers)).toEqual({
      eventId: 'evt_1',
      kind: 'paid',
      occurredAt: expect.any(Date),
      sessionReference,
      paymentReference,
      orderId: 10,
      amountMinor: 5280,
      currencyCode: 'GBP',
      refundReference: null,
      disputeReference: null,
      reason: null,
    });
    expect(provider.handleWebhook(...toArguments(behind.tellPaid(sessionReference, { secret: SECRETS[1] })))).toMatchObject({
      kind: 'paid',
    });
    expect(provider.handleWebhook(...toArguments(behind.tellPaid(sessionReference, { at: later(-299) })))).toBeDefined();
  });

  it('refuses a webhook that was changed, is old, or is signed with another secret or not at all', async () => {
    const { sessionReference } = await payFor(11);
    const { raw, headers } = behind.tellPaid(sessionReference);
    const tampered = Buffer.from(raw.toString('utf8').replace('5280', '1'));
    const refused: [Buffer, Record<string, string>][] = [
      [tampered, headers],
      [raw, {}],
      toArguments(behind.tellPaid(sessionReference, { secret: OTHER_SECRET })),
      toArguments(behind.tellPaid(sessionReference, { at: later(-301) })),
    ];

    for (const [body, signed] of refused) expect(() => provider.handleWebhook(body, signed)).toThrow(WebhookRefusedError);
  });
});

const toArguments = ({ raw, headers }: { raw: Buffer; headers: Record<string, string> }): [Buffer, Record<string, string>] => [
  raw,
  headers,
];

describe('Stripe', () => {
  let behind: Awaited<ReturnType<typeof behindStripe>>;
  beforeAll(async () => {
    behind = await behindStripe();
  });
  afterAll(() => behind.close());

  const read = (type: string, object: Record<string, unknown>) =>
    behind.provider.handleWebhook(
      ...toArguments(behind.fake.webhook(type, { id: 'x', ...object }, { secret: SECRETS[0], at: NOW })),
    );

  it('asks for a card alone, and says which order it is', async () => {
    await behind.provider.createPayment(aPayment(20));

    expect(behind.fake.requests.at(-1)).toMatchObject({
      key: '20-1',
      fields: {
        mode: 'payment',
        'allowed_payment_method_types[0]': 'card',
        'line_items[0][price_data][unit_amount]': '5280',
        'metadata[organisationId]': '3',
        'metadata[orderId]': '20',
        'metadata[attempt]': '1',
        'payment_intent_data[metadata][orderId]': '20',
        expires_at: String(Math.floor(later(3600).getTime() / 1000)),
      },
    });
  });

  it('opens another page when an old request cannot be repeated as it was', async () => {
    await behind.provider.createPayment(aPayment(21));
    const again = await behind.provider.createPayment(aPayment(21, { expiresAt: later(60) }));

    expect(again.sessionReference).toMatch(/^cs_/);
    expect(behind.fake.requests.slice(-2).map(({ key }) => key)).toEqual(['21-1', '21-1-again']);
  });

  test.each([
    ['checkout.session.completed', { payment_status: 'unpaid', currency: 'gbp', amount_total: 1 }, undefined],
    ['checkout.session.async_payment_failed', { currency: 'gbp', amount_total: 1 }, 'failed'],
    ['checkout.session.expired', { currency: 'gbp', amount_total: 1 }, 'expired'],
    ['refund.updated', { status: 'pending', currency: 'gbp', amount: 5 }, undefined],
    ['refund.updated', { status: 'succeeded', currency: 'gbp', amount: 5 }, 'refunded'],
    ['refund.failed', { status: 'failed', currency: 'gbp', amount: 5 }, 'refund_refused'],
    ['charge.refunded', { refunds: { data: [{ id: 're_1', status: 'succeeded', currency: 'gbp', amount: 5 }] } }, 'refunded'],
    ['charge.refunded', {}, undefined],
    ['charge.dispute.created', { currency: 'gbp', amount: 5, reason: 'fraudulent' }, 'dispute_opened'],
    ['charge.dispute.closed', { currency: 'gbp', amount: 5, status: 'won' }, 'dispute_won'],
    ['charge.dispute.closed', { currency: 'gbp', amount: 5, status: 'lost' }, 'dispute_lost'],
    ['customer.created', {}, undefined],
  ])('reads %s %j as %s', (type, object, kind) => {
    expect(read(type, object)?.kind).toBe(kind);
  });
});
