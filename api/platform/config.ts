import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import { decodeSecretKey, KEY_RULE } from './encryption/secret-key.ts';
import {
  boolean,
  ConfigurationError,
  databaseUrl,
  type Environment,
  findUnknownVariables,
  integer,
  list,
  oneOf,
  readVariables,
  secret,
  text,
  url,
  type Values,
} from './environment.ts';
import { type ConnectionLimits, DEFAULT_CONNECTION_LIMITS } from './http/connection-limits.ts';
import { isProxyEntry } from './http/proxies.ts';
import { parseDsn } from './observability/error-reports/dsn.ts';

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

/** Where and to whom metrics are served. */
export interface MetricsConfig {
  /** A port of their own; null for `/metrics` of the portal. */
  port: number | null;
  /** The address or name on which that port listens. */
  host: string;
  /** What scrapers send as bearer token; null for a port of their own without one. */
  token: string | null;
}

/** How traces are recorded. Where they are sent, the exporter of OpenTelemetry reads from the environment itself. */
export interface TracingConfig {
  serviceName: string;
  protocol: OtlpProtocol;
  sampler: TraceSampler;
  /** The share of traces that samplers named after it record, from 0 to 1. */
  ratio: number;
}

/** Where unexpected errors are reported. */
export interface ErrorReportConfig {
  /** The address of a project of Sentry, or of a compatible service. */
  dsn: string;
  environment: string;
  /** Null for the version of Livery. */
  release: string | null;
}

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
  /** Whether an empty database is filled with the demonstration, whose passwords are published and whose mails are shown to everyone. */
  demo: boolean;
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  /** Null when metrics are neither collected nor served. */
  metrics: MetricsConfig | null;
  /** Null when no traces are recorded. */
  tracing: TracingConfig | null;
  /** Null when unexpected errors are only logged. */
  errorReports: ErrorReportConfig | null;
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
  /** The port of the service when it runs alone. */
  sizingPort: number;
  /** Those of the programs that a demonstration starts beside the portal; another one where one is in use. */
  demoPorts: { paymentProvider: number; punchoutBuyer: number };
  /** Whether webhooks may be sent to addresses of one's own networks; for receivers on the same premises. */
  webhookAllowPrivate: boolean;
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

const WEB = ['https:', 'http:'];
const webUrl = <F extends string | null>(fallback: F) => url(fallback, WEB, 'https://example.com');

function checkProxy(entry: string): void {
  if (!isProxyEntry(entry))
    throw new Error(`must list addresses or subnets, such as 10.0.0.1 or 10.0.0.0/8: "${entry}" is neither`);
}

function checkOrigin(origin: string): void {
  if (URL.canParse(origin) && WEB.includes(new URL(origin).protocol) && new URL(origin).origin === origin) return;
  throw new Error(`must list origins such as https://uniforms.example, without a path: "${origin}" is none`);
}

/** A path of a socket, or a host and a port. */
function parseScanner(value: string): Config['scanner'] {
  if (value.startsWith('/')) return { path: value };
  const [, host = '', port = ''] = /^([\w.-]+):(\d{1,5})$/.exec(value) ?? [];
  if (host === '' || Number(port) > 65535)
    throw new Error('must be the path of a socket, or a host and a port such as localhost:3310');
  return { host, port: Number(port) };
}

function parseBucket(value: string): string {
  if (/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) return value;
  throw new Error('must be the name of a bucket: 3 to 63 lower-case letters, digits, dots and hyphens');
}

function parseMailAddress(value: string): string {
  const [mailbox, domain, ...rest] = value.split('@');
  if (mailbox && domain && rest.length === 0 && !/[\s<>,]/.test(value)) return value;
  throw new Error('must be an email address such as no-reply@uniforms.example, without a name');
}

function parseSecretKey(value: string): string {
  if (decodeSecretKey(value)) return value;
  throw new Error(KEY_RULE);
}

function checkDsn(value: string): string {
  parseDsn(value);
  return value;
}

function parseMetricsToken(value: string): string {
  if (/^[\x21-\x7e]{16,}$/.test(value)) return value;
  throw new Error('must have at least 16 characters, without spaces');
}

const OTLP_PROTOCOLS = ['http/protobuf', 'http/json'] as const;
type OtlpProtocol = (typeof OTLP_PROTOCOLS)[number];
const TRACE_SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
type TraceSampler = (typeof TRACE_SAMPLERS)[number];
function parseRatio(value: string): number {
  const ratio = Number(value);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw new Error('must be a number from 0 to 1');
}

const { total, perAddress } = DEFAULT_CONNECTION_LIMITS;

/** Every variable of the server, with its kind, its default and its limits. */
const VARIABLES = {
  PORT: integer(3000, 0, 65535),
  HOST: text('localhost'),
  DATA_DIR: text('data'),
  DATABASE_URL: databaseUrl(),
  DATABASE_OWNER_URL: databaseUrl(),
  DATABASE_LISTEN_URL: databaseUrl(),
  DATABASE_POOL_SIZE: integer(10, 1, 100),
  DRAIN_SECONDS: integer(null, 0, 300),
  FILES_S3_BUCKET: { fallback: null, parse: parseBucket },
  FILES_S3_REGION: text(null),
  FILES_S3_ENDPOINT: webUrl(null),
  FILES_S3_PATH_STYLE: boolean(null),
  FILES_S3_ACCESS_KEY_ID: secret(),
  FILES_S3_SECRET_ACCESS_KEY: secret(),
  FILES_CLAMD: { fallback: null, parse: parseScanner },
  LIVERY_DEMO: boolean(null),
  LOG_LEVEL: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'warn'),
  METRICS_PORT: integer(null, 0, 65535),
  METRICS_HOST: text(null),
  METRICS_TOKEN: { ...secret(), parse: parseMetricsToken },
  OTEL_SDK_DISABLED: boolean(false),
  OTEL_TRACES_EXPORTER: oneOf(['otlp', 'none'], 'otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl(null),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: webUrl(null),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(OTLP_PROTOCOLS, 'http/protobuf'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: oneOf(OTLP_PROTOCOLS, null),
  OTEL_SERVICE_NAME: text('livery'),
  OTEL_TRACES_SAMPLER: oneOf(TRACE_SAMPLERS, 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: { fallback: 1, parse: parseRatio },
  SENTRY_DSN: { ...secret(), parse: checkDsn },
  SENTRY_ENVIRONMENT: text('production'),
  SENTRY_RELEASE: text(null),
  SMTP_URL: {
    ...url(null, ['smtp:', 'smtps:'], 'smtp://user:password@host:587 or smtps://user:password@host'),
    isSecret: true,
  },
  MAIL_FROM: { fallback: 'no-reply@livery.example', parse: parseMailAddress },
  MAIL_RETENTION_DAYS: integer(90, 7, 3650),
  WEBHOOK_ALLOW_PRIVATE: boolean(false),
  SECRET_KEY: { ...secret(), parse: parseSecretKey },
  SECRET_KEY_PREVIOUS: { ...secret(), parse: parseSecretKey },
  TRUSTED_PROXIES: list(checkProxy),
  MAX_CONNECTIONS: integer(total, 1, 1_000_000),
  MAX_CONNECTIONS_PER_ADDRESS: integer(perAddress, 1, 1_000_000),
  ANONYMOUS_LIMIT: integer(300, 1, 1_000_000),
  CAPTCHA_VERIFY_URL: webUrl('https://www.google.com/recaptcha/api/siteverify'),
  CAPTCHA_SCRIPT_URL: webUrl('https://www.google.com/recaptcha/api.js'),
  SIZING_BASE_URL: webUrl(null),
  SIZING_ORIGINS: list(checkOrigin),
  PORT_SIZING: integer(3001, 0, 65535),
  PORT_PAYMENT_PROVIDER: integer(3002, 0, 65535),
  PORT_PUNCHOUT_BUYER: integer(3003, 0, 65535),
  WEB_DIR: text('dist/web'),
};

type Variables = Values<typeof VARIABLES>;

/** Variables that other commands read, and those of the tests. */
const OTHER_VARIABLES = ['LIVERY_URL', 'LIVERY_API_KEY', 'DATABASE_URL_TEST'];

const CAPTCHA_SECRET = 'CAPTCHA_SECRET_';
const S3 = 'FILES_S3_';

/** What the names of variables begin with that no other program is likely to use. */
const PREFIXES = ['LIVERY_', 'DATABASE_', 'METRICS_', S3, 'FILES_', 'SMTP_', 'MAIL_', 'WEBHOOK_', 'SIZING_', 'CAPTCHA_'];

/** The names of all variables of the server; `CAPTCHA_SECRET_<BRAND>` is one more for each brand. */
export const variableNames: readonly string[] = Object.keys(VARIABLES);

/** One sentence for each variable of the environment whose name looks like one of the portal's, but is not. */
export function describeUnknownVariables(env: Environment): string[] {
  const others = Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith(CAPTCHA_SECRET)));
  return findUnknownVariables(others, [...variableNames, ...OTHER_VARIABLES], PREFIXES);
}

/** `CAPTCHA_SECRET_SUNDIAL` is the secret of the brand `sundial`. */
const secretsByBrand = (env: Environment): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(CAPTCHA_SECRET) && value ? [[name.slice(CAPTCHA_SECRET.length).toLowerCase(), value.trim()]] : [],
    ),
  );

/** A bucket if one of its variables is set, and otherwise a folder of the data folder. */
function toFileStorage(variables: Variables, dataDir: string): FileStorage {
  const isS3 = Object.entries(variables).some(([name, value]) => name.startsWith(S3) && value !== null);
  if (!isS3) return { kind: 'disk', folder: resolve(dataDir, 'files') };
  const required = (name: 'BUCKET' | 'REGION' | 'ACCESS_KEY_ID' | 'SECRET_ACCESS_KEY'): string => {
    const value = variables[`${S3}${name}`];
    if (value) return value;
    throw new ConfigurationError(
      `${S3}${name} must be set to store files in an S3 bucket, or no variable that starts with ${S3}.`,
    );
  };
  const endpoint = variables.FILES_S3_ENDPOINT ?? undefined;
  return {
    kind: 's3',
    bucket: required('BUCKET'),
    endpoint,
    // Services of one's own know no region, but a signature contains one.
    region: variables.FILES_S3_REGION ?? (endpoint ? 'us-east-1' : required('REGION')),
    pathStyle: variables.FILES_S3_PATH_STYLE ?? endpoint !== undefined,
    accessKeyId: required('ACCESS_KEY_ID'),
    secretAccessKey: required('SECRET_ACCESS_KEY'),
  };
}

/** Without DATABASE_URL the embedded server would be used, and the other addresses would have no effect. */
function checkDatabaseUrls({ DATABASE_URL, DATABASE_OWNER_URL, DATABASE_LISTEN_URL }: Variables): void {
  if (DATABASE_URL) return;
  const alone = DATABASE_OWNER_URL ? 'DATABASE_OWNER_URL' : DATABASE_LISTEN_URL ? 'DATABASE_LISTEN_URL' : undefined;
  if (alone) throw new ConfigurationError(`${alone} is set, but DATABASE_URL is not: set both, or neither.`);
}

function toMetrics({ METRICS_PORT, METRICS_HOST, METRICS_TOKEN, HOST, PORT }: Variables): MetricsConfig | null {
  if (METRICS_HOST !== null && METRICS_PORT === null)
    throw new ConfigurationError('METRICS_HOST is set, but METRICS_PORT is not: set both, or neither.');
  if (METRICS_PORT !== null && METRICS_PORT !== 0 && METRICS_PORT === PORT)
    throw new ConfigurationError(`METRICS_PORT must be another port than PORT, not ${PORT}.`);
  if (METRICS_PORT === null && METRICS_TOKEN === null) return null;
  return { port: METRICS_PORT, host: METRICS_HOST ?? HOST, token: METRICS_TOKEN };
}

/** Traces are recorded when there is somewhere to send them. */
function toTracing(variables: Variables): TracingConfig | null {
  const endpoint = variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === null || variables.OTEL_SDK_DISABLED || variables.OTEL_TRACES_EXPORTER === 'none') return null;
  return {
    serviceName: variables.OTEL_SERVICE_NAME,
    protocol: variables.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? variables.OTEL_EXPORTER_OTLP_PROTOCOL,
    sampler: variables.OTEL_TRACES_SAMPLER,
    ratio: variables.OTEL_TRACES_SAMPLER_ARG,
  };
}

/**
 * Reads the environment.
 *
 * @throws ConfigurationError that names each invalid variable
 */
export function loadConfig(env: Environment): Config {
  const variables = readVariables(VARIABLES, env);
  checkDatabaseUrls(variables);
  const { DATABASE_URL, HOST, TRUSTED_PROXIES, SMTP_URL, WEB_DIR, SIZING_BASE_URL } = variables;
  const dataDir = resolve(variables.DATA_DIR);
  const demo = variables.LIVERY_DEMO ?? (DATABASE_URL === '' && TRUSTED_PROXIES.length === 0 && isLoopback(HOST));
  return {
    port: variables.PORT,
    host: HOST,
    databaseUrl: DATABASE_URL,
    databaseOwnerUrl: variables.DATABASE_OWNER_URL || DATABASE_URL,
    databaseListenUrl: variables.DATABASE_LISTEN_URL || DATABASE_URL,
    databasePoolSize: variables.DATABASE_POOL_SIZE,
    // With the embedded database this is the only process, and no other could take over its requests.
    drainSeconds: variables.DRAIN_SECONDS ?? (DATABASE_URL === '' ? 0 : 5),
    dataDir,
    fileStorage: toFileStorage(variables, dataDir),
    scanner: variables.FILES_CLAMD,
    webDir: WEB_DIR === 'off' ? null : resolve(WEB_DIR),
    demo,
    logLevel: variables.LOG_LEVEL,
    metrics: toMetrics(variables),
    tracing: toTracing(variables),
    errorReports: variables.SENTRY_DSN
      ? { dsn: variables.SENTRY_DSN, environment: variables.SENTRY_ENVIRONMENT, release: variables.SENTRY_RELEASE }
      : null,
    smtpUrl: SMTP_URL,
    hasMailbox: demo && SMTP_URL === null,
    mailFrom: variables.MAIL_FROM,
    mailRetentionDays: variables.MAIL_RETENTION_DAYS,
    secretKey: variables.SECRET_KEY,
    secretKeyPrevious: variables.SECRET_KEY_PREVIOUS,
    trustedProxies: TRUSTED_PROXIES,
    connectionLimits: {
      ...DEFAULT_CONNECTION_LIMITS,
      total: variables.MAX_CONNECTIONS,
      perAddress: variables.MAX_CONNECTIONS_PER_ADDRESS,
    },
    anonymousLimit: variables.ANONYMOUS_LIMIT,
    captchaVerifyUrl: variables.CAPTCHA_VERIFY_URL,
    captchaScriptUrl: variables.CAPTCHA_SCRIPT_URL,
    captchaSecrets: secretsByBrand(env),
    sizingBaseUrl: SIZING_BASE_URL && `${SIZING_BASE_URL.replace(/\/$/, '')}/`,
    sizingOrigins: variables.SIZING_ORIGINS,
    sizingPort: variables.PORT_SIZING,
    demoPorts: { paymentProvider: variables.PORT_PAYMENT_PROVIDER, punchoutBuyer: variables.PORT_PUNCHOUT_BUYER },
    webhookAllowPrivate: variables.WEBHOOK_ALLOW_PRIVATE,
  };
}
