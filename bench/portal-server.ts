/** The portal in a process of its own, which reports how many statements it has sent and its peak memory. */

import { setTimeout as delay } from 'node:timers/promises';
import { startServer } from '#api/main.ts';
import { loadConfig } from '#api/platform/config.ts';
import { type DatabaseHandle, openDatabase } from '#api/platform/db/database.ts';
import {
  halfFollowedWardrobes,
  refundsSentOnce,
  unlockedEntitlement,
  unlockedOrders,
  unlockedStock,
  withFaults,
} from '#api/testing/statement-faults.ts';

const FAULTS = {
  'unlocked-entitlement': unlockedEntitlement,
  // Slowly enough for both of two requests to have read the same.
  'unlocked-orders': { ...unlockedOrders, afterwards: () => delay(30) },
  'unlocked-stock': unlockedStock,
  'half-followed-wardrobes': halfFollowedWardrobes,
  'refunds-sent-once': refundsSentOnce,
};

const config = loadConfig({
  LIVERY_DEMO: 'on',
  LOG_LEVEL: 'error',
  SECRET_KEY: Buffer.alloc(32, 'livery').toString('base64url'),
  WEB_DIR: 'off',
  ...process.env,
  PORT: process.env.PORT ?? '0',
  HOST: '127.0.0.1',
  ANONYMOUS_LIMIT: '1000000',
});

/** The database of the portal with the fault that the script asks for. */
function openFaultyDatabase(name: keyof typeof FAULTS): DatabaseHandle {
  const database = openDatabase(config.databaseUrl, { poolSize: config.databasePoolSize });
  return { ...database, db: withFaults(database.db, [FAULTS[name]]) };
}

const fault = process.env.BENCH_FAULT as keyof typeof FAULTS | undefined;
const server = await startServer(config, fault ? { database: openFaultyDatabase(fault) } : {});
process.on('SIGTERM', () => void server.close({ drain: true }).then(() => process.exit(0)));
process.on('message', (message) => {
  if (message === 'metrics')
    process.send?.({ statements: server.statementsSent(), peakMemory: process.resourceUsage().maxRSS * 1024 });
  if (message === 'stop') void server.close().then(() => process.exit(0));
});
process.send?.({ port: Number(new URL(server.address).port) });
