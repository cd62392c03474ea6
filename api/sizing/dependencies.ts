import type { Config } from '#api/platform/config.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Vault } from '#api/platform/encryption/vault.ts';
import type { Authenticator } from '#api/platform/http/endpoint.ts';

/** Dependencies of the service's routes. */
export interface SizingDependencies {
  config: Pick<Config, 'sizingBaseUrl' | 'sizingOrigins'>;
  db: Db;
  authenticator: Authenticator;
  vault: Vault;
}
