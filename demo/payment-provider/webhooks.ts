import { createHmac } from 'node:crypto';
import type { LedgerEvent, Merchant } from './ledger.ts';

/** The header that carries the signature of an event: `t=<seconds since 1970>,v1=<hex>`. */
export const SIGNATURE_HEADER = 'payment-signature';

/** What is sent, and how often it has been tried. */
export interface WebhookMessage {
  id: string;
  type: string;
  merchant: Merchant;
  body: string;
  /** `held` waits for `deliver`; `lost` is never sent. */
  state: 'due' | 'held' | 'delivered' | 'lost';
  attempts: number;
}

/** Sends one message; resolves with the status of the response. */
export type Send = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

/** `send`: at once, and again until it has been taken. `hold`: by `deliver` alone. `lose`: never. */
export type DeliveryMode = 'send' | 'hold' | 'lose';

/** The signature of a body at a time, as merchants check it. */
export function sign(secret: string, at: Date, body: string): string {
  const seconds = Math.floor(at.getTime() / 1000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const SEND_TIMEOUT_MS = 10_000;
const RETRY_SECONDS = [1, 5, 30, 120, 600, 3600] as const;

const sendByHttp: Send = async (url, headers, body) => {
  const response = await fetch(url, {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  });
  await response.body?.cancel();
  return response.status;
};

/** What is sent about an event. */
export function toBody({ id, type, occurredAt, session, amount, reason, refundId, disputeId }: LedgerEvent): string {
  const { organisationId, orderId, attempt, paymentId, currency } = session;
  const references = { session: session.id, payment: paymentId, refund: refundId, dispute: disputeId };
  return JSON.stringify({ id, type, occurredAt, ...references, organisationId, orderId, attempt, amount, currency, reason });
}

/** The events that merchants are told, how they are told, and what has become of them. */
export class WebhookOutbox {
  readonly messages: WebhookMessage[] = [];
  /** How events are delivered from now on. */
  mode: DeliveryMode = 'send';
  /** How often each is sent when it is due. */
  copies = 1;
  /** How long each waits before it is sent for the first time, in milliseconds. */
  delayMs = 0;
  readonly #send: Send;
  readonly #now: () => Date;
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor({ send = sendByHttp, now = () => new Date() }: { send?: Send; now?: () => Date } = {}) {
    this.#send = send;
    this.#now = now;
  }

  add(event: LedgerEvent): void {
    const { merchant } = event.session;
    const state = this.mode === 'lose' ? 'lost' : this.mode === 'hold' ? 'held' : 'due';
    const message: WebhookMessage = { id: event.id, type: event.type, merchant, body: toBody(event), state, attempts: 0 };
    this.messages.push(message);
    if (state === 'due') for (let copy = 0; copy < this.copies; copy++) this.#later(message, this.delayMs);
  }

  /** Delivers messages one after the other in the order given, whatever their state, and answers the statuses. `at` is when they are signed. */
  async deliver(messages: readonly WebhookMessage[], at?: Date): Promise<number[]> {
    const statuses: number[] = [];
    for (const message of messages) statuses.push(await this.#deliverOne(message, at));
    return statuses;
  }

  /** The messages that wait for `deliver`. */
  listHeld(): WebhookMessage[] {
    return this.messages.filter(({ state }) => state === 'held');
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #deliverOne(message: WebhookMessage, at = this.#now()): Promise<number> {
    const { merchant, body } = message;
    if (merchant.webhookUrl === null) return 0;
    message.attempts += 1;
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(merchant.webhookSecret, at, body) };
    const status = await this.#send(merchant.webhookUrl, headers, body).catch(() => 0);
    if (status >= 200 && status < 300) message.state = 'delivered';
    return status;
  }

  #later(message: WebhookMessage, ms: number): void {
    const timer = setTimeout(async () => {
      this.#timers.delete(timer);
      const status = await this.#deliverOne(message);
      const wait = RETRY_SECONDS[message.attempts - 1];
      if ((status < 200 || status >= 300) && wait !== undefined && message.merchant.webhookUrl !== null)
        this.#later(message, wait * 1000);
    }, ms);
    timer.unref();
    this.#timers.add(timer);
  }
}
