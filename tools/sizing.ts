/**
 * `npm run sizing`: runs the sizing service alone, at PORT_SIZING (3001), on the portal's database. SIZING_BASE_URL tells the portal its address, and
 * SIZING_ORIGINS lists the origins of the pages that may call it.
 */
import { loadConfig } from '#api/platform/config.ts';
import { startSizingServer } from '#api/sizing/main.ts';
import { formatError } from './console.ts';
import { openCommandDatabase } from './database.ts';
import { checkPort } from './port.ts';

try {
  const { host, sizingPort: port } = loadConfig(process.env);
  await checkPort(port, host);
  const database = await openCommandDatabase(process.env);
  const service = await startSizingServer(loadConfig({ ...process.env, DATABASE_URL: database.url }), port);
  console.log(`The sizing service is ready at ${service.address}/sizing/`);
  const stop = async (signal: NodeJS.Signals) => {
    await service.close({ drain: signal === 'SIGTERM' });
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(signal));
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
