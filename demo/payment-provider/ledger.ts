import { createHash, randomUUID } from 'node:crypto';

/** A shop that takes payments through this provider. */
export interface Merchant {
  /** Its name, as people who pay read it. */
  name: string;
  /** What its requests carry as bearer token. */
  secretKey: string;
  webhookSecret: string;
  /** Where its events are sent; null where it has none. */
  webhookUrl: string | null;
}

/** `ended`: the merchant has ended the page. The page of an expired one can still be paid on, as it happens with real providers. */
export type SessionStatus = 'open' | 'failed' | 'expired' | 'ended' | 'paid';

/** What a merchant asks for. Amounts are minor units. */
export interface SessionRequest {
  amount: number;
  currency: string;
  description: string;
  /** Of the merchant, sent back with every event. */
  organisationId: number;
  orderId: number;
  attempt: number;
  returnUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** A page on which something can be paid, and what came of it. */
export interface Session extends SessionRequest {
  id: string;
  merchant: Merchant;
  status: SessionStatus;
  createdAt: Date;
  paymentId: string | null;
  /** What has been paid; null before. */
  received: number | null;
  paidAt: Date | null;
  reason: string | null;
}

/** Money that goes back. */
export interface Refund {
  id: string;
  session: Session;
  amount: number;
  status: 'done' | 'pending' | 'refused';
  createdAt: Date;
}

/** A payment that its payer disputes with their bank. */
export interface Dispute {
  id: string;
  session: Session;
  amount: number;
  state: 'opened' | 'won' | 'lost';
}

export type EventType =
  | `session.${'paid' | 'failed' | 'expired'}`
  | `refund.${'done' | 'refused'}`
  | `dispute.${'opened' | 'won' | 'lost'}`;

/** Something that a merchant is told. */
export interface LedgerEvent {
  id: string;
  type: EventType;
  occurredAt: Date;
  session: Session;
  amount: number;
  reason: string | null;
  refundId: string | null;
  disputeId: string | null;
}

/** How refunds turn out: at once, later by `settleRefund`, or not at all. */
export type RefundMode = 'done' | 'pending' | 'refused';

/** A request that cannot be fulfilled, with a code for programs. */
export class LedgerError extends Error {
  readonly code: 'not_found' | 'not_paid' | 'too_much' | 'refused';

  constructor(code: LedgerError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const DAY_LENGTH = 'yyyy-mm-dd'.length;

/** Everything that the provider knows, in memory. Ids follow from `seed`, so that a test gets the same ones each time. */
export class Ledger {
  readonly sessions = new Map<string, Session>();
  readonly refunds = new Map<string, Refund>();
  readonly disputes = new Map<string, Dispute>();
  /** How the next refunds turn out. */
  refundMode: RefundMode = 'done';
  readonly #tell: (event: LedgerEvent) => void;
  readonly #now: () => Date;
  readonly #seed: string;
  readonly #byKey = new Map<string, string>();
  #issued = 0;

  constructor({
    tell,
    now = () => new Date(),
    seed = randomUUID(),
  }: {
    tell: (event: LedgerEvent) => void;
    now?: () => Date;
    seed?: string;
  }) {
    this.#tell = tell;
    this.#now = now;
    this.#seed = seed;
  }

  /** Opens a page. The same key of the same merchant again answers the page that exists. */
  open(merchant: Merchant, key: string, request: SessionRequest): Session {
    const existing = this.sessions.get(this.#byKey.get(`${merchant.secretKey} session ${key}`) ?? '');
    if (existing) return existing;
    const id = this.#newId('ses');
    const created: Pick<Session, 'status' | 'paymentId' | 'received' | 'paidAt' | 'reason'> = {
      status: 'open',
      paymentId: null,
      received: null,
      paidAt: null,
      reason: null,
    };
    const session: Session = { ...request, ...created, id, merchant, createdAt: this.#now() };
    this.#byKey.set(`${merchant.secretKey} session ${key}`, id);
    this.sessions.set(id, session);
    return session;
  }

  /** A page of a merchant. Throws where there is none. */
  get(merchant: Merchant, id: string): Session {
    const session = this.sessions.get(id);
    if (session?.merchant !== merchant) throw new LedgerError('not_found', 'There is no such session.');
    return session;
  }

  /** Pays on a page, also on one that has ended: money arrives when it arrives. Nothing happens when it has been paid. */
  pay(session: Session, amount: number = session.amount): void {
    if (session.status === 'paid') return;
    Object.assign(session, {
      status: 'paid',
      paymentId: this.#newId('pay'),
      received: amount,
      paidAt: this.#now(),
      reason: null,
    } satisfies Partial<Session>);
    this.#announce('session.paid', session, amount);
  }

  /** Declines the payment; the page has then ended. */
  decline(session: Session, reason: string): void {
    if (session.status !== 'open') return;
    session.status = 'failed';
    session.reason = reason;
    this.#announce('session.failed', session, session.amount, { reason });
  }

  /** Lets a page expire. */
  expire(session: Session): void {
    if (session.status !== 'open') return;
    session.status = 'expired';
    this.#announce('session.expired', session, session.amount);
  }

  /** Lets the pages expire whose time is over. */
  expireDue(): void {
    const now = this.#now();
    for (const session of this.sessions.values()) if (session.expiresAt <= now) this.expire(session);
  }

  /** Ends a page for its merchant. False when it has been paid or has ended. */
  end(session: Session): boolean {
    if (session.status !== 'open') return false;
    session.status = 'ended';
    return true;
  }

  /** Sends money back, never more than has been paid. The same key again answers the refund that exists. */
  refund(merchant: Merchant, key: string, { paymentId, amount }: { paymentId: string; amount: number }): Refund {
    const existing = this.refunds.get(this.#byKey.get(`${merchant.secretKey} refund ${key}`) ?? '');
    if (existing) return existing;
    const session = this.#findPaid(merchant, paymentId);
    if (amount > (session.received ?? 0) - this.#sumRefunds(session))
      throw new LedgerError('too_much', 'This is more than is left of the payment.');
    if (this.refundMode === 'refused') throw new LedgerError('refused', 'The bank of the card refuses the refund.');
    const refund: Refund = { id: this.#newId('ref'), session, amount, status: this.refundMode, createdAt: this.#now() };
    this.refunds.set(refund.id, refund);
    this.#byKey.set(`${merchant.secretKey} refund ${key}`, refund.id);
    if (refund.status === 'done') this.#announceRefund(refund);
    return refund;
  }

  /** Finishes a refund that is pending. */
  settleRefund(refund: Refund, status: 'done' | 'refused'): void {
    if (refund.status !== 'pending') return;
    refund.status = status;
    this.#announceRefund(refund);
  }

  /** The payer of a payment disputes it with their bank. */
  dispute(session: Session, reason = 'fraudulent'): Dispute {
    const amount = session.received;
    if (amount === null) throw new LedgerError('not_paid', 'Nothing has been paid here.');
    const dispute: Dispute = { id: this.#newId('dis'), session, amount, state: 'opened' };
    this.disputes.set(dispute.id, dispute);
    this.#announce('dispute.opened', session, amount, { reason, disputeId: dispute.id });
    return dispute;
  }

  /** The bank decides a dispute. */
  closeDispute(dispute: Dispute, state: 'won' | 'lost'): void {
    if (dispute.state !== 'opened') return;
    dispute.state = state;
    this.#announce(`dispute.${state}`, dispute.session, dispute.amount, { disputeId: dispute.id });
  }

  /** Payments and refunds of a merchant on a day in UTC. */
  listMovements(merchant: Merchant, day: string) {
    const isOn = (at: Date | null) => at?.toISOString().slice(0, DAY_LENGTH) === day;
    const payments = [...this.sessions.values()]
      .filter((session) => session.merchant === merchant && isOn(session.paidAt))
      .map(({ paymentId, received, currency, paidAt }) => ({
        kind: 'payment',
        reference: paymentId,
        amount: received,
        currency,
        occurredAt: paidAt,
      }));
    const refunds = [...this.refunds.values()]
      .filter(({ session, status, createdAt }) => session.merchant === merchant && status === 'done' && isOn(createdAt))
      .map(({ id, session, amount, createdAt }) => ({
        kind: 'refund',
        reference: id,
        amount,
        currency: session.currency,
        occurredAt: createdAt,
      }));
    return [...payments, ...refunds];
  }

  /** Takes a page as another run of the program left it, with what has been refunded of it. Keys are those of its merchant. */
  restore(session: Session, key: string, refunds: readonly (Omit<Refund, 'session'> & { key: string })[]): void {
    const { secretKey } = session.merchant;
    this.sessions.set(session.id, session);
    this.#byKey.set(`${secretKey} session ${key}`, session.id);
    for (const { key: refundKey, ...refund } of refunds) {
      this.refunds.set(refund.id, { ...refund, session });
      this.#byKey.set(`${secretKey} refund ${refundKey}`, refund.id);
    }
  }

  #findPaid(merchant: Merchant, paymentId: string): Session {
    const session = [...this.sessions.values()].find((one) => one.merchant === merchant && one.paymentId === paymentId);
    if (!session) throw new LedgerError('not_found', 'There is no such payment.');
    return session;
  }

  #sumRefunds(session: Session): number {
    return [...this.refunds.values()]
      .filter((refund) => refund.session === session && refund.status !== 'refused')
      .reduce((sum, { amount }) => sum + amount, 0);
  }

  #announceRefund(refund: Refund): void {
    const type = refund.status === 'done' ? 'refund.done' : 'refund.refused';
    const reason = refund.status === 'done' ? null : 'The bank of the card refuses the refund.';
    this.#announce(type, refund.session, refund.amount, { reason, refundId: refund.id });
  }

  #announce(type: EventType, session: Session, amount: number, more: Partial<LedgerEvent> = {}): void {
    const none = { reason: null, refundId: null, disputeId: null };
    this.#tell({ ...none, ...more, id: this.#newId('evt'), type, occurredAt: this.#now(), session, amount });
  }

  #newId(kind: string): string {
    this.#issued += 1;
    return `${kind}_${createHash('sha256').update(`${this.#seed} ${kind} ${this.#issued}`).digest('hex').slice(0, 24)}`;
  }
}
