import { demoConnection } from './demo-company.ts';
import { type BuyerProgram, startBuyer } from './server.ts';

/** Starts the buyer of the demonstration for the portal at this port: at the port that was asked for, or at any free one when another program has it. */
export async function startDemoBuyer({ portalPort, port }: { portalPort: number; port: number }): Promise<BuyerProgram> {
  const connection = demoConnection(`http://brackwell.localhost:${portalPort}`);
  try {
    return await startBuyer({ connection, port });
  } catch (error) {
    if ((error as { code?: string }).code !== 'EADDRINUSE') throw error;
    return startBuyer({ connection });
  }
}
