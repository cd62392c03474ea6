import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './db/database.ts';
import type { Vault } from './encryption/vault.ts';
import type { FileStore } from './files/file-store.ts';
import type { Authenticator } from './http/endpoint.ts';
import type { Hosts } from './http/hosts.ts';
import type { JobQueue } from './jobs/queue.ts';

/** What the platform provides to every area's routes. Each declares the part that it uses. */
export interface ServerDependencies {
  clock: Clock;
  config: Config;
  db: Db;
  /** The files that people upload. */
  files: FileStore;
  hosts: Hosts;
  jobs: JobQueue;
  /** Encrypts what must not be readable in a dump of the database. */
  vault: Vault;
  authenticator: Authenticator;
  log: FastifyBaseLogger;
}
