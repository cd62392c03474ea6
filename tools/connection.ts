import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { isDatabaseUnavailable } from '#api/platform/db/database.ts';
import { formatSeconds, printDetail } from './console.ts';

/**
 * Connects to a database once.
 *
 * @param variable the environment variable that contains the address
 * @throws an error that names the variable and says why its database cannot be used
 */
export async function checkConnection(variable: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
  } catch (error) {
    // A name with several addresses fails with one error for each, and no message of its own.
    const reasons = error instanceof AggregateError ? error.errors : [error];
    const reason = reasons.map((each) => (each as Error).message).join(', ');
    throw new Error(`The database of ${variable} cannot be used: ${reason}.`, { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}

/** How long a start waits for a database that is not there yet. Containers start in any order, and a failover takes a while. */
const MAX_WAIT_MS = 120_000;
const PAUSE_MS = 500;
/** How often the reason is repeated. */
const REPEAT_MS = 30_000;

const isAway = (error: unknown) => {
  const { cause } = error as { cause?: unknown };
  const reasons: unknown[] = cause instanceof AggregateError ? cause.errors : [cause];
  return reasons.every(isDatabaseUnavailable);
};

/**
 * Waits for up to two minutes until the database of a variable accepts a connection, and says what it is waiting for.
 *
 * @throws as `checkConnection` does, at once for a reason that waiting does not change, such as a wrong password
 */
export async function waitForDatabase(variable: string, url: string, maxWaitMs = MAX_WAIT_MS): Promise<void> {
  const startedAt = performance.now();
  let reportedAt = -Infinity;
  for (;;) {
    try {
      return await checkConnection(variable, url);
    } catch (error) {
      const waitedMs = performance.now() - startedAt;
      if (!isAway(error) || waitedMs + PAUSE_MS > maxWaitMs) throw error;
      if (performance.now() - reportedAt > REPEAT_MS) {
        reportedAt = performance.now();
        printDetail(`waiting for the database, for ${formatSeconds(maxWaitMs - waitedMs)} at most. ${(error as Error).message}`);
      }
      await delay(PAUSE_MS);
    }
  }
}
