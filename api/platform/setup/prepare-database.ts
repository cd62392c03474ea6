import { grantToApplication, readRole } from '../db/application-role.ts';
import { migrate } from '../db/migrate.ts';
import { installJobQueue } from '../jobs/install.ts';

/** Two addresses of one database. They differ where the application has a role of its own. */
export interface DatabaseUrls {
  /** Of the application: reads and writes rows. */
  url: string;
  /** Of the owner of the tables: runs migrations. */
  ownerUrl: string;
}

/**
 * Brings the tables and the job queue up to date as their owner, and gives the application its rights. Resolves to the
 * number of migrations and files of repeatable SQL that were applied. Safe to run from several servers at the same time.
 */
export async function prepareDatabase({ url, ownerUrl }: DatabaseUrls, log: (line: string) => void = () => {}): Promise<number> {
  const { name: role } = await readRole(url);
  const applied = await migrate(ownerUrl, { log, role });
  await installJobQueue(ownerUrl);
  await grantToApplication(ownerUrl, url);
  return applied;
}
