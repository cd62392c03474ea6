import { PgBoss } from 'pg-boss';

/** Creates the tables of the job queue, or brings them up to the version of pg-boss. `ownerUrl` is that of their owner. */
export async function installJobQueue(ownerUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  try {
    await boss.start();
  } finally {
    await boss.stop({ graceful: false, close: true });
  }
  if (failures[0]) throw failures[0];
}
