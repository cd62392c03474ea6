/** The portal in a process of its own, which reports how many statements it has sent and its peak memory. */

import { startServer } from '#api/main.ts';
import { loadConfig } from '#api/platform/config.ts';
import { reserveEntitlementWithoutLock } from './broken-entitlement.ts';
import { reserveWithoutLock } from './broken-stock.ts';

const fault = process.env.BENCH_FAULT;
const server = await startServer(
  loadConfig({
    LIVERY_DEMO: 'on',
    LOG_LEVEL: 'error',
    SECRET_KEY: Buffer.alloc(32, 'livery').toString('base64url'),
    WEB_DIR: 'off',
    ...process.env,
    PORT: process.env.PORT ?? '0',
    HOST: '127.0.0.1',
    ANONYMOUS_LIMIT: '1000000',
  }),
  {
    ...(fault === 'broken-stock' ? { reserveStock: reserveWithoutLock } : {}),
    ...(fault === 'broken-entitlement' ? { reserveEntitlement: reserveEntitlementWithoutLock } : {}),
  },
);
process.on('SIGTERM', () => void server.close({ drain: true }).then(() => process.exit(0)));
process.on('message', (message) => {
  if (message === 'metrics')
    process.send?.({ statements: server.statementsSent(), peakMemory: process.resourceUsage().maxRSS * 1024 });
  if (message === 'stop') void server.close().then(() => process.exit(0));
});
process.send?.({ port: Number(new URL(server.address).port) });
