import type { FindPaymentProvider } from '#api/ordering/card-payments/payment-dependencies.ts';
import {
  type CreatedPayment,
  type PaymentEvent,
  type PaymentProvider,
  type PaymentStatusNow,
  type PaymentToCreate,
  ProviderUnavailableError,
} from '#api/ordering/card-payments/providers/payment-provider.ts';

/** A page of the fake provider, with what was asked for and how it stands. */
interface FakeSession extends CreatedPayment {
  asked: PaymentToCreate;
  kind: PaymentStatusNow['kind'];
  paymentReference: string;
}

/** A provider in memory that does what a test says, for what concerns us alone: the adapters have tests with programs of their own. */
export interface FakePaymentProvider {
  find: FindPaymentProvider;
  sessions: FakeSession[];
  /** Keys of the refunds that were sent, each once. */
  refunds: Map<string, number>;
  /** Calls that reached it, by name. */
  calls: string[];
  /** While true, no call reaches it. */
  isDown: boolean;
  /** The newest page of an order; throws when there is none. */
  sessionOf(orderId: number): FakeSession;
  /** Pays or otherwise ends a page at the provider, as its person does; no event is sent. */
  settle(session: FakeSession, kind: FakeSession['kind']): void;
}

/** An event about a page as its provider would send it, each with an id of its own unless given. */
export function anEventOf(session: FakeSession, kind: PaymentEvent['kind'], overrides: Partial<PaymentEvent> = {}): PaymentEvent {
  const { asked, sessionReference, paymentReference } = session;
  return {
    eventId: `evt:${sessionReference}:${kind}`,
    kind,
    occurredAt: new Date(),
    sessionReference,
    paymentReference,
    orderId: asked.orderId,
    amountMinor: asked.amountMinor,
    currencyCode: asked.currencyCode,
    refundReference: null,
    disputeReference: null,
    reason: null,
    ...overrides,
  };
}

export function createFakePaymentProvider(): FakePaymentProvider {
  const prefix = Math.random().toString(36).slice(2, 8);
  const fake: FakePaymentProvider = {
    sessions: [],
    refunds: new Map(),
    calls: [],
    isDown: false,
    find: async () => ({ name: 'simulated', provider }),
    sessionOf: (orderId) => {
      const found = fake.sessions.findLast(({ asked }) => asked.orderId === orderId);
      if (!found) throw new Error(`Order ${orderId} has no page.`);
      return found;
    },
    settle: (session, kind) => {
      session.kind = kind;
    },
  };
  const reach = (call: string) => {
    if (fake.isDown) throw new ProviderUnavailableError('It does not answer.');
    fake.calls.push(call);
  };
  const read = (reference: string) => {
    const found = fake.sessions.find(({ sessionReference }) => sessionReference === reference);
    if (!found) throw new Error(`There is no page ${reference}.`);
    return found;
  };
  const provider: PaymentProvider = {
    createPayment: async (asked) => {
      reach('createPayment');
      const known = fake.sessions.find((session) => session.asked.idempotencyKey === asked.idempotencyKey);
      if (known) return known;
      const id = `${prefix}-${asked.idempotencyKey}`;
      const session: FakeSession = {
        ...{ asked, kind: 'opened', sessionReference: `session-${id}`, paymentReference: `payment-${id}` },
        redirectUrl: `https://pay.example/${id}`,
      };
      fake.sessions.push(session);
      return session;
    },
    handleWebhook: () => undefined,
    refund: async ({ idempotencyKey, amountMinor }) => {
      reach('refund');
      fake.refunds.set(idempotencyKey, amountMinor);
      return { refundReference: `refund-${idempotencyKey}`, state: 'done' };
    },
    getStatus: async (reference) => {
      reach('getStatus');
      const { kind, paymentReference, asked } = read(reference);
      const { amountMinor, currencyCode, orderId } = asked;
      return {
        kind,
        paymentReference: kind === 'paid' ? paymentReference : null,
        amountMinor,
        currencyCode,
        orderId,
        reason: null,
      };
    },
    endPayment: async (reference) => {
      reach('endPayment');
      const session = read(reference);
      if (session.kind !== 'opened') return false;
      session.kind = 'expired';
      return true;
    },
    listMovements: async () => [],
  };
  return fake;
}
