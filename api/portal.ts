import type { ReserveStock } from './catalogue/stock/reservations.queries.ts';
import type { Sessions } from './identity/sessions/sessions.ts';
import type { CartLines } from './ordering/cart/cart-lines.actions.ts';
import type { Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import type { Db } from './platform/db/database.ts';
import type { Vault } from './platform/encryption/vault.ts';
import type { Authenticator } from './platform/http/endpoint.ts';
import type { Hosts } from './platform/http/hosts.ts';
import type { JobQueue } from './platform/jobs/queue.ts';

/** What every area is given at start. */
export interface Portal {
  config: Config;
  db: Db;
  clock: Clock;
  hosts: Hosts;
  sessions: Sessions;
  authenticator: Authenticator;
  cartLines: CartLines;
  jobs: JobQueue;
  /** Seals what must not be readable in a dump of the database. */
  vault: Vault;
  /** How stock is taken; the chaos script puts a naive one in its place to see itself go red. */
  reserveStock: ReserveStock;
}
