import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from './http/connection-limits.ts';

/** Where the content of uploaded files is stored. */
export type FileStorage =
  | { kind: 'disk'; folder: string }
  | {
      kind: 's3';
      bucket: string;
      region: string;
      /** The URL of the service; undefined for that of Amazon in the region. */
      endpoint: string | undefined;
      /** Whether the bucket is in the path of addresses instead of the host name. */
      pathStyle: boolean;
      accessKeyId: string;
      secretAccessKey: string;
    };

/** The server's configuration from the environment, validated once at start. */
export interface Config {
  port: number;
  /** The address or name to listen on. */
  host: string;
  /** The connection for the application's statements; may be a pooler. */
  databaseUrl: string;
  /** The connection of the tables' owner, for migrations; `databaseUrl` unless the application has its own role. */
  databaseOwnerUrl: string;
  /** The connection for LISTEN; differs from `databaseUrl` only behind a transaction pooler. */
  databaseListenUrl: string;
  databasePoolSize: number;
  /** Seconds for which a process that is asked to stop by SIGTERM still accepts requests, while /readyz says that it should get none. */
  drainSeconds: number;
  dataDir: string;
  fileStorage: FileStorage;
  /** Where clamd, which scans uploaded files for malware, listens; null when they are not scanned. */
  scanner: { path: string } | { host: string; port: number } | null;
  /** The built web app; null when this process serves the API alone. */
  webDir: string | null;
  /**
   * Whether this is a demonstration: an empty database is filled with its data, its accounts can log in with their published password, and mail is
   * shown to everyone. By default only on the embedded database, without a proxy, on a loopback address.
   */
  demo: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** The server that sends mails; null when there is none. */
  smtpUrl: string | null;
  /** Whether mails stay in the database, to be read in the local mailbox: in a demonstration without an SMTP server. */
  hasMailbox: boolean;
  mailFrom: string;
  /** How many days sent mails are kept. */
  mailRetentionDays: number;
  /** Encrypts what must not be readable in a dump: 32 bytes in base64url; null for the key stored in the data folder. */
  secretKey: string | null;
  /** The previous key, while data encrypted with it still exists. */
  secretKeyPrevious: string | null;
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: string[];
  /** How many connections clients may hold, and how long their requests may take to arrive. */
  connectionLimits: ConnectionLimits;
  /** Number of anonymous requests per minute and network. */
  anonymousLimit: number;
  /** The URL that verifies captcha responses. */
  captchaVerifyUrl: string;
  /** The URL of the captcha's script; only brands with a captcha load it. */
  captchaScriptUrl: string;
  /** The secret keys of the captcha provider, by the brand's name. */
  captchaSecrets: Readonly<Record<string, string>>;
  /** The URL of the body and size service, ending in a slash; null while the portal's own process serves it. */
  sizingBaseUrl: string | null;
  /** Origins of the portal's pages that may call the service from another host. */
  sizingOrigins: string[];
  /** Whether webhooks may be sent to addresses of one's own networks; for receivers on the same premises. */
  webhookAllowPrivate: boolean;
}

type Environment = Record<string, string | undefined>;

function integer(env: Environment, name: string, fallback: number, min: number, max: number): number {
  const raw = env[name];
  if (raw === undefined || raw === '') return fallback;
  const value = Number(raw);
  if (!Number.isInteger(value) || value < min || value > max)
    throw new Error(`${name} must be a whole number from ${min} to ${max}, not "${raw}".`);
  return value;
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ...['on', 'true', 'yes', '1'].map((word) => [word, true] as const),
  ...['off', 'false', 'no', '0'].map((word) => [word, false] as const),
]);

/** Undefined when the variable is not set. */
function boolean(env: Environment, name: string): boolean | undefined {
  const raw = env[name];
  if (raw === undefined || raw === '') return undefined;
  const value = BOOLEANS.get(raw.trim().toLowerCase());
  if (value === undefined) throw new Error(`${name} must be on or off (or true, false, yes, no, 1, 0), not "${raw}".`);
  return value;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can connect to a server that listens on the address. Names other than `localhost` are not resolved. */
function isLoopback(host: string): boolean {
  const version = isIP(host);
  if (version === 0) return host.toLowerCase() === 'localhost';
  return loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
}

function httpUrl(env: Environment, name: string, fallback: string): string {
  const raw = env[name] || fallback;
  if (!URL.canParse(raw) || !/^https?:$/.test(new URL(raw).protocol))
    throw new Error(`${name} must be a URL that starts with https:// or http://, not "${raw}".`);
  return raw;
}

const CAPTCHA_SECRET = 'CAPTCHA_SECRET_';

/** `CAPTCHA_SECRET_SUNDIAL` is the secret of the brand `sundial`. */
const secretsByBrand = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, secret]) =>
      name.startsWith(CAPTCHA_SECRET) && secret ? [[name.slice(CAPTCHA_SECRET.length).toLowerCase(), secret]] : [],
    ),
  );

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

function parseSmtpUrl(raw: string | undefined): string | null {
  if (!raw) return null;
  if (URL.canParse(raw) && /^smtps?:$/.test(new URL(raw).protocol) && new URL(raw).hostname) return raw;
  // Not repeated in the message: it may contain a password.
  throw new Error('SMTP_URL must look like smtp://user:password@host:587 or smtps://user:password@host.');
}

const S3 = 'FILES_S3_';

/** A bucket if its variables are set, and otherwise a folder of the data folder. */
function fileStorage(env: Environment, dataDir: string): FileStorage {
  const isS3 = Object.entries(env).some(([name, value]) => name.startsWith(S3) && value);
  if (!isS3) return { kind: 'disk', folder: resolve(dataDir, 'files') };
  const required = (name: string): string => {
    const value = env[S3 + name];
    if (!value)
      throw new Error(`${S3}${name} must be set to store files in an S3 bucket, or no variable that starts with ${S3}.`);
    return value;
  };
  const endpoint = env.FILES_S3_ENDPOINT ? httpUrl(env, 'FILES_S3_ENDPOINT', '') : undefined;
  const bucket = required('BUCKET');
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error(
      `FILES_S3_BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens, not "${bucket}".`,
    );
  return {
    kind: 's3',
    bucket,
    endpoint,
    // Services of one's own know no region, but a signature contains one.
    region: env.FILES_S3_REGION || (endpoint ? 'us-east-1' : required('REGION')),
    pathStyle: boolean(env, 'FILES_S3_PATH_STYLE') ?? endpoint !== undefined,
    accessKeyId: required('ACCESS_KEY_ID'),
    secretAccessKey: required('SECRET_ACCESS_KEY'),
  };
}

/** A path of a socket, or a host and a port. */
function scanner(env: Environment): Config['scanner'] {
  const raw = env.FILES_CLAMD;
  if (!raw) return null;
  if (raw.startsWith('/')) return { path: raw };
  const [, host = '', port = ''] = /^([\w.-]+):(\d{1,5})$/.exec(raw) ?? [];
  if (host === '' || Number(port) > 65535)
    throw new Error(`FILES_CLAMD must be the path of a socket, or a host and a port such as localhost:3310, not "${raw}".`);
  return { host, port: Number(port) };
}

/** Reads the environment. Throws an Error that names the invalid variable. */
export function loadConfig(env: Environment): Config {
  const databaseUrl = env.DATABASE_URL ?? '';
  const logLevel = LOG_LEVELS.find((level) => level === (env.LOG_LEVEL ?? 'warn'));
  if (!logLevel) throw new Error(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}.`);
  const dataDir = resolve(env.DATA_DIR || 'data');
  const host = env.HOST || 'localhost';
  const trustedProxies = (env.TRUSTED_PROXIES ?? '').split(',').filter(Boolean);
  const demo = boolean(env, 'LIVERY_DEMO') ?? (databaseUrl === '' && trustedProxies.length === 0 && isLoopback(host));
  const smtpUrl = parseSmtpUrl(env.SMTP_URL);
  return {
    port: integer(env, 'PORT', 3000, 0, 65535),
    host,
    databaseUrl,
    databaseOwnerUrl: env.DATABASE_OWNER_URL || databaseUrl,
    databaseListenUrl: env.DATABASE_LISTEN_URL || databaseUrl,
    databasePoolSize: integer(env, 'DATABASE_POOL_SIZE', 10, 1, 100),
    // With the embedded database this is the only process, and no other could take over its requests.
    drainSeconds: integer(env, 'DRAIN_SECONDS', databaseUrl === '' ? 0 : 5, 0, 300),
    dataDir,
    fileStorage: fileStorage(env, dataDir),
    scanner: scanner(env),
    webDir: env.WEB_DIR === 'off' ? null : resolve(env.WEB_DIR || 'dist/web'),
    demo,
    logLevel,
    smtpUrl,
    hasMailbox: demo && smtpUrl === null,
    mailFrom: env.MAIL_FROM || 'no-reply@livery.example',
    mailRetentionDays: integer(env, 'MAIL_RETENTION_DAYS', 90, 7, 3650),
    secretKey: env.SECRET_KEY || null,
    secretKeyPrevious: env.SECRET_KEY_PREVIOUS || null,
    trustedProxies,
    connectionLimits: {
      ...DEFAULT_CONNECTION_LIMITS,
      total: integer(env, 'MAX_CONNECTIONS', DEFAULT_CONNECTION_LIMITS.total, 1, 1_000_000),
      perAddress: integer(env, 'MAX_CONNECTIONS_PER_ADDRESS', DEFAULT_CONNECTION_LIMITS.perAddress, 1, 1_000_000),
    },
    anonymousLimit: integer(env, 'ANONYMOUS_LIMIT', 300, 1, 1_000_000),
    captchaVerifyUrl: httpUrl(env, 'CAPTCHA_VERIFY_URL', 'https://www.google.com/recaptcha/api/siteverify'),
    captchaScriptUrl: httpUrl(env, 'CAPTCHA_SCRIPT_URL', 'https://www.google.com/recaptcha/api.js'),
    captchaSecrets: secretsByBrand(env),
    sizingBaseUrl: env.SIZING_BASE_URL ? httpUrl(env, 'SIZING_BASE_URL', '').replace(/\/*$/, '/') : null,
    webhookAllowPrivate: boolean(env, 'WEBHOOK_ALLOW_PRIVATE') ?? false,
    sizingOrigins: (env.SIZING_ORIGINS ?? '').split(',').filter(Boolean),
  };
}
