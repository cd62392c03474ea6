import type { Ledger } from './ledger.ts';
import type { WebhookOutbox } from './webhooks.ts';

/** The running program. */
export interface PaymentProviderProgram {
  url: string;
  ledger: Ledger;
  webhooks: WebhookOutbox;
  /** While true, requests of merchants are answered with 503. */
  isDown: boolean;
  close(): Promise<void>;
}
