/**
 * `npm run sizing`: runs the sizing service alone, at PORT_SIZING (3001), on the portal's database. SIZING_BASE_URL tells the portal its address, and
 * SIZING_ORIGINS lists the origins of the pages that may call it.
 */
import { loadConfig } from '#api/platform/config.ts';
import { startSizingServer } from '#api/sizing/main.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';
import { checkPort } from './port.ts';

function readPort(text: string | undefined): number {
  const port = Number(text || 3001);
  if (Number.isInteger(port) && port >= 0 && port <= 65535) return port;
  throw new Error(`PORT_SIZING must be a whole number from 0 to 65535, not "${text}".`);
}

try {
  const port = readPort(process.env.PORT_SIZING);
  const { host } = loadConfig(process.env);
  await checkPort(port, host);
  const database = await openCommandDatabase(process.env);
  const service = await startSizingServer(loadConfig({ ...process.env, DATABASE_URL: database.url }), port);
  console.log(`The sizing service is ready at ${service.address}/sizing/`);
  const stop = async () => {
    await service.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
