import type { Config } from '#api/config.ts';
import type { Db } from '#api/db/database.ts';
import type { Gate } from '#api/http/endpoint.ts';
import type { Vault } from '#api/secrets/vault.ts';

/** What every part of the service is given at start. */
export interface Sizing {
  config: Pick<Config, 'sizingBaseUrl' | 'sizingOrigins'>;
  db: Db;
  gate: Gate;
  vault: Vault;
}
