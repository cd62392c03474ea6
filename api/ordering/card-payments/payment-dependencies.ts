import { type Clock, systemClock } from '#api/platform/clock.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Hosts } from '#api/platform/http/hosts.ts';
import type { MailDependencies } from '#api/platform/mail/outbox.queries.ts';
import { getProvider } from './providers/get-provider.ts';
import type { PaymentProvider } from './providers/payment-provider.ts';

/** The provider that takes card payments for a brand, with its name as attempts keep it; undefined where there is none. */
export type FindPaymentProvider = (brandId: number) => Promise<{ name: string; provider: PaymentProvider } | undefined>;

/** What paying by card needs. */
export interface PaymentDependencies extends MailDependencies {
  db: Db;
  clock: Clock;
  hosts: Pick<Hosts, 'getBrandById'>;
  log: {
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  findPaymentProvider: FindPaymentProvider;
}

/** Finds the provider of a brand with its keys, as they are kept. */
export const createFindPaymentProvider =
  ({ db, vault, clock = systemClock }: { db: Db; vault: Vault; clock?: Clock }): FindPaymentProvider =>
  (brandId) =>
    getProvider(db, vault, brandId, () => new Date(clock.now()));
