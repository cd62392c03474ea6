import { sql } from 'kysely';
import { getSecretPurposes } from '#api/ordering/card-payments/providers/get-provider.ts';
import type { Clock } from '#api/platform/clock.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import type { Merchant, Session } from '#demo/payment-provider/ledger.ts';
import type { PaymentProviderProgram } from '#demo/payment-provider/program.ts';
import { startPaymentProvider } from '#demo/payment-provider/server.ts';
import { sign, type WebhookMessage } from '#demo/payment-provider/webhooks.ts';
import { TEST_KEY, type TestServer } from './portal.ts';

/** Corvane's brand. */
const CARD_BRAND = 3;

/** The payment provider of our own, in this process, with one brand of a test portal as its merchant. */
export interface TestPaymentProvider {
  program: PaymentProviderProgram;
  merchant: Merchant;
  /** The page of the last attempt to pay for an order. Throws when there is none. */
  findSession(orderId: number): Session;
  /** The last attempt for an order is paid, with what was asked for unless given, and the portal is told. Resolves with the statuses of the webhooks. */
  pay(orderId: number, amountMinor?: number): Promise<number[]>;
  /** The bank declines the last attempt, and the portal is told. */
  decline(orderId: number): Promise<number[]>;
  /** The page of the last attempt expires, and the portal is told. */
  expire(orderId: number): Promise<number[]>;
  /** Delivers events in the order given; those that have not been delivered unless given. They wait for this: nothing is told by itself. */
  deliver(messages?: readonly WebhookMessage[], at?: Date): Promise<number[]>;
  close(): Promise<void>;
}

/** The headers of a webhook that is signed now. */
export const signWebhook = (webhookSecret: string, body: string): Record<string, string> => ({
  'payment-signature': sign(webhookSecret, new Date(), body),
});

/** Makes a program of the payment provider the one of a brand. `webhookSecret` is its secret for webhooks. */
export async function savePaymentProvider(
  { db }: Pick<TestServer, 'db'>,
  { brandId, host, secretKey, webhookSecret }: { brandId: number; host: string; secretKey: string; webhookSecret: string },
): Promise<void> {
  const vault = createVaultFromKeys(TEST_KEY);
  const purposes = getSecretPurposes(brandId);
  const key = vault.seal(purposes.secretKey, secretKey);
  const webhook = vault.seal(purposes.webhookSecret, webhookSecret);
  await sql`
    insert into payment_provider (brand_id, provider, host, sealed_secret_key, sealed_webhook_secret)
    values (${brandId}, 'simulated', ${host}, ${key}, ${webhook})
    on conflict (brand_id) do update set provider = excluded.provider, host = excluded.host, sealed_secret_key = excluded.sealed_secret_key,
      sealed_webhook_secret = excluded.sealed_webhook_secret, active = true`.execute(db);
}

/**
 * Starts the provider, and configures it for a brand of a portal; webhooks reach the portal without a port. `now` is the time of its pages and
 * signatures; that of the portal unless given.
 */
export async function createTestPaymentProvider(
  portal: Pick<TestServer, 'app' | 'db'> & { clock?: Clock },
  { brandId = CARD_BRAND, now, seed = 'test' }: { brandId?: number; now?: () => Date; seed?: string } = {},
): Promise<TestPaymentProvider> {
  const merchant: Merchant = {
    name: 'Brackwell Workwear',
    secretKey: `sk_test_${brandId}`,
    webhookSecret: `whsec_test_${brandId}`,
    webhookUrl: `/api/paymentevents/${brandId}`,
  };
  const program = await startPaymentProvider({
    merchants: [merchant],
    seed,
    now: now ?? (() => new Date(portal.clock?.now() ?? Date.now())),
    send: async (url, headers, payload) => {
      const response = await portal.app.inject({ method: 'POST', url, headers: { host: 'localhost', ...headers }, payload });
      return response.statusCode;
    },
  });
  program.webhooks.mode = 'hold';
  await savePaymentProvider(portal, { brandId, host: program.url, ...merchant });

  const provider: TestPaymentProvider = {
    program,
    merchant,
    findSession: (orderId) => {
      const found = [...program.ledger.sessions.values()].filter((session) => session.orderId === orderId);
      const last = found.sort((one, other) => one.attempt - other.attempt).at(-1);
      if (!last) throw new Error(`No page was opened for the order ${orderId}.`);
      return last;
    },
    pay: (orderId, amountMinor) => {
      program.ledger.pay(provider.findSession(orderId), amountMinor);
      return provider.deliver();
    },
    decline: (orderId) => {
      program.ledger.decline(provider.findSession(orderId), 'The bank declined the card.');
      return provider.deliver();
    },
    expire: (orderId) => {
      program.ledger.expire(provider.findSession(orderId));
      return provider.deliver();
    },
    deliver: (messages = program.webhooks.listHeld(), at) => program.webhooks.deliver(messages, at),
    close: () => program.close(),
  };
  return provider;
}
