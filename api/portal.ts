import type { Sessions } from './access/sessions.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Gate } from './http/endpoint.ts';
import type { Hosts } from './http/hosts.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { ReserveStock } from './stock/reservations.queries.ts';

/** What every area is given at start. */
export interface Portal {
  config: Config;
  db: Db;
  hosts: Hosts;
  sessions: Sessions;
  gate: Gate;
  jobs: JobQueue;
  /** How stock is taken; the chaos script puts a naive one in its place to see itself go red. */
  reserveStock: ReserveStock;
}
