/** `npm run punchout-buyer`: a buyer's procurement system for tests and demonstrations of PunchOut, without the portal. */
import { startBuyerAtFreePort } from '#demo/buyer/start-demo-buyer.ts';
import { runUntilStopped } from './lifecycle.ts';

const { PORT = '3000', PORT_PUNCHOUT_BUYER = '3003' } = process.env;

await runUntilStopped(async (onStop) => {
  const program = await startBuyerAtFreePort({ portalPort: Number(PORT), port: Number(PORT_PUNCHOUT_BUYER) });
  onStop(() => program.close());
  console.log(`The buyer is ready at ${program.origin}`);
});
