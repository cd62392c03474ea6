import type { Sessions } from './access/sessions.ts';
import type { CartLines } from './cart/cart-lines.actions.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Gate } from './http/endpoint.ts';
import type { Hosts } from './http/hosts.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Vault } from './secrets/vault.ts';
import type { ReserveStock } from './stock/reservations.queries.ts';

/** What every area is given at start. */
export interface Portal {
  config: Config;
  db: Db;
  hosts: Hosts;
  sessions: Sessions;
  gate: Gate;
  cartLines: CartLines;
  jobs: JobQueue;
  /** Seals what must not be readable in a dump of the database. */
  vault: Vault;
  /** How stock is taken; the chaos script puts a naive one in its place to see itself go red. */
  reserveStock: ReserveStock;
}
