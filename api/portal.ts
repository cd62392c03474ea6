import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Gate } from './http/endpoint.ts';
import type { Hosts } from './http/hosts.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Sessions } from './access/sessions.ts';

/** What every area is given at start. */
export interface Portal {
  config: Config;
  db: Db;
  hosts: Hosts;
  sessions: Sessions;
  gate: Gate;
  jobs: JobQueue;
}
