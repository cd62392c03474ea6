import { Client } from 'pg';
import { demoPunchout } from '../punchout-connections.ts';
import { demoConnection } from './demo-company.ts';
import { type BuyerProgram, startBuyer } from './server.ts';

/** Starts the buyer of the demonstration at the port that was asked for, or at any free one when another program has it. */
export async function startBuyerAtFreePort({ portalPort, port }: { portalPort: number; port: number }): Promise<BuyerProgram> {
  const connection = demoConnection(`http://brackwell.localhost:${portalPort}`);
  try {
    return await startBuyer({ connection, port });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    return startBuyer({ connection });
  }
}

/**
 * Starts the buyer of the demonstration, for the portal at this port, and lets its connections return carts to it and be shown in its frames. Returns undefined
 * where the demonstration's connections are not there.
 */
export async function startDemoBuyer(
  databaseUrl: string,
  ports: { portalPort: number; port: number },
): Promise<BuyerProgram | undefined> {
  const { key, returnOrigin } = demoPunchout;
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const found = await client.query('select from punchout_connection where key = $1', [key]);
    if (found.rowCount === 0) return undefined;
    const program = await startBuyerAtFreePort(ports);
    await client.query(
      'update punchout_connection set return_origins = $2, frame_origins = $2, permits_http = true where key = $1',
      [key, [returnOrigin, program.origin]],
    );
    return program;
  } finally {
    await client.end();
  }
}
