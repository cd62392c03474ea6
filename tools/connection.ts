import { Client } from 'pg';

/**
 * Connects to a database once.
 *
 * @param variable the environment variable that contains the address
 * @throws an error that names the variable and says why its database cannot be used
 */
export async function checkConnection(variable: string, url: string): Promise<void> {
  const client = new Client({ connectionString: url });
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
