import { resolve } from 'node:path';

/** Everything the server can be told from outside, validated once at start. */
export interface Config {
  port: number;
  host: string;
  /** Where the application's statements go; may be a pooler. */
  databaseUrl: string;
  /** Where LISTEN works; differs from `databaseUrl` only behind a transaction pooler. */
  databaseListenUrl: string;
  databasePoolSize: number;
  dataDir: string;
  /** The built web app; null when this process serves the API alone. */
  webDir: string | null;
  demo: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  smtpUrl: string | null;
  mailFrom: string;
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Number of anonymous requests per minute and network. */
  anonymousLimit: number;
}

type Environment = Record<string, string | undefined>;

function integer(env: Environment, name: string, fallback: number, least: number, most: number): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new Error(`${name} must be a whole number from ${least} to ${most}, not "${raw}".`);
  return value;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** Reads the environment. Throws an Error with a sentence that names the variable that is wrong. */
export function loadConfig(env: Environment): Config {
  const databaseUrl = env.DATABASE_URL ?? '';
  const logLevel = LOG_LEVELS.find((level) => level === (env.LOG_LEVEL ?? 'warn'));
  if (!logLevel) throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  const dataDir = resolve(env.DATA_DIR || 'data');
  return {
    port: integer(env, 'PORT', 3000, 0, 65535),
    host: env.HOST || '',
    databaseUrl,
    databaseListenUrl: env.DATABASE_LISTEN_URL || databaseUrl,
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 1, 100),
    dataDir,
    webDir: env.WEB_DIR === 'off' ? null : resolve(env.WEB_DIR || 'dist/web'),
    demo: env.LIVERY_DEMO !== 'off',
    logLevel,
    smtpUrl: env.SMTP_URL || null,
    mailFrom: env.MAIL_FROM || 'no-reply@livery.example',
    trustedProxies: (env.TRUSTED_PROXIES ?? '').split(',').filter(Boolean),
    anonymousLimit: integer(env, 'ANONYMOUS_LIMIT', 300, 1, 1_000_000),
  };
}
