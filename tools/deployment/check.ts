/**
 * `npm run check:deployment`: checks the files in deploy/ with their linters, carries out the Dockerfile without a container engine, and runs what comes out as
 * a container would: as another user, with a read-only file system, and with the packages of production alone. Needs root on Linux, and takes some minutes.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '#api/platform/db/embedded/embedded.ts';
import { createVaultFromKeys } from '#api/platform/encryption/vault.ts';
import { createTestSmtp, type TestSmtp } from '#api/testing/smtp-server.ts';
import { seedDemo } from '#demo/seed.ts';
import { findFreePort } from '../attack/portal-process.ts';
import { formatError, runStep } from '../console.ts';
import { checkBackup, createEmptyDatabase } from './check-backup.ts';
import { checkSetUp } from './check-set-up.ts';
import { buildImages, type Image } from './image.ts';
import { planTour } from './portal-tour.ts';
import { containerOf, runInSandbox, type Sandbox, type SandboxProcess, signalSandbox, startInSandbox } from './sandbox.ts';

const project = join(import.meta.dirname, '../..');
const MAX_MEGABYTES = 250;
const START_DEADLINE_MS = 60_000;

/** What a working folder may hold and an image must not. */
const PRIVATE_FILES = ['.env', 'deploy/.env', 'data/secret-key', 'node_modules/left-over/index.js', '.git/config'];

/** The files of the repository as they are now, and some that must not get into an image. */
async function createContext(target: string): Promise<string> {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: project });
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await cp(join(project, file), join(target, file));
  }
  for (const file of PRIVATE_FILES) {
    await mkdir(dirname(join(target, file)), { recursive: true });
    await writeFile(join(target, file), 'private');
  }
  return target;
}

/** How RUN reaches the registry from here: with the cache and the certificates of this machine. */
function buildSettings(): Pick<Sandbox, 'env' | 'folders'> {
  const cache = execFileSync('npm', ['config', 'get', 'cache'], { encoding: 'utf8' }).trim();
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  return {
    folders: { '/npm-cache': cache },
    env: {
      npm_config_cache: '/npm-cache',
      npm_config_prefer_offline: 'true',
      npm_config_audit: 'false',
      npm_config_update_notifier: 'false',
      ...(certificates ? { NODE_EXTRA_CA_CERTS: certificates, npm_config_cafile: certificates } : {}),
    },
  };
}

async function waitUntilHealthy(image: Image, container: Sandbox, run: SandboxProcess): Promise<void> {
  for (const deadline = Date.now() + START_DEADLINE_MS; ; await delay(100)) {
    if (run.child.exitCode !== null) throw new Error(`The portal has ended:\n${run.output}`);
    const check = startInSandbox(container, image.healthCheck);
    if ((await check.ended) === 0) return;
    if (Date.now() > deadline) throw new Error(`The portal does not become healthy: ${check.output}\n${run.output}`);
  }
}

const measure = (folder: string) => Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0]);

async function checkImage(image: Image): Promise<string> {
  const size = measure(join(image.root, 'app/node_modules'));
  assert.ok(size <= MAX_MEGABYTES, `the packages take ${size} MB, of ${MAX_MEGABYTES}`);
  const found = PRIVATE_FILES.filter((file) => {
    const path = join('app', file);
    return execFileSync('find', [image.root, '-xdev', '-path', `*/${path}`], { encoding: 'utf8' }) !== '';
  });
  assert.deepEqual(found, [], 'files that must stay out of the image');
  assert.notEqual(image.user.split(':')[0], '0', 'the image runs as root');
  return `image: packages ${size} MB, /app ${measure(join(image.root, 'app'))} MB in all`;
}

interface Services {
  /** Addresses of the empty database. */
  url: string;
  ownerUrl: string;
  /** The address of a superuser. */
  adminUrl: string;
  smtp: TestSmtp;
  /** The volume of the portal, and the folder of backups. */
  data: string;
  backups: string;
  /** The volume of an installation that is set up, and a folder for anything else. */
  ownData: string;
  folder: string;
}

/** The metrics are on a port of their own, and not on that of the portal. */
async function checkMetrics(port: number, metricsPort: number): Promise<string> {
  const text = await (await fetch(`http://localhost:${metricsPort}/metrics`)).text();
  assert.match(text, /^livery_http_requests_total\{/m);
  assert.equal((await fetch(`http://localhost:${port}/metrics`)).status, 404);
  return `metrics on their own port: ${text.length} bytes`;
}

/** Starts the portal, uses it, does something else while it runs, and stops it. */
async function visitPortal(image: Image, portal: Sandbox, smtp: TestSmtp, during: () => Promise<void>): Promise<void> {
  const { PORT = '', METRICS_PORT = '' } = portal.env;
  const startedAt = performance.now();
  const run = startInSandbox(portal, [...image.entrypoint, ...image.command]);
  await runStep('serve, until the health check passes', () => waitUntilHealthy(image, portal, run));
  await runStep(`ready ${((performance.now() - startedAt) / 1000).toFixed(1)} s after the start of the container`, () => {});
  try {
    for (const [title, visit] of planTour(`http://localhost:${PORT}`, smtp))
      await runStep(title, visit, (seen) => `${title}: ${seen}`);
    await runStep(
      'metrics',
      () => checkMetrics(Number(PORT), Number(METRICS_PORT)),
      (seen) => seen,
    );
    await during();
    await runStep(`stop by ${image.stopSignal}`, async () => {
      signalSandbox(run, image.stopSignal as NodeJS.Signals);
      assert.equal(await run.ended, 0, run.output);
    });
  } catch (error) {
    console.error(run.output);
    throw error;
  } finally {
    signalSandbox(run, 'SIGKILL');
  }
  assert.match(run.output, /Livery has stopped/);
}

async function checkPortal(image: Image, backup: Image, services: Services): Promise<void> {
  const { url, ownerUrl, smtp, data } = services;
  const key = randomBytes(32).toString('base64url');
  const portal = containerOf(
    image,
    {
      DATABASE_URL: url,
      PORT: String(await findFreePort()),
      METRICS_PORT: String(await findFreePort()),
      SECRET_KEY: key,
      // The demonstration is what there is to look at.
      LIVERY_DEMO: 'on',
      SMTP_URL: `${smtp.url}?tls=optional`,
    },
    { [image.volumes[0] ?? '']: data },
  );
  const refused = startInSandbox(portal, [...image.entrypoint, ...image.command]);
  assert.equal(await refused.ended, 1);
  assert.match(refused.output, /The database lacks 0001-baseline/);
  await runStep('a database without migrations is refused', () => {});

  const migration = { ...portal, env: { ...portal.env, DATABASE_OWNER_URL: ownerUrl } };
  await runStep('migrate', () => runInSandbox(migration, [...image.entrypoint, 'tools/migrate.ts']));
  await runStep('demonstration data', () => seedDemo(ownerUrl, { vault: createVaultFromKeys(key) }));

  const operate = () => runInSandbox(portal, [...image.entrypoint, 'tools/mail.ts']);
  const own = await createEmptyDatabase({ url, ownerUrl }, services.adminUrl, 'own');
  await checkSetUp(image, { ...own, key, folder: services.folder, data: services.ownData });
  const backups = checkBackup(backup, { ...services, key });
  await visitPortal(image, portal, smtp, async () => {
    await runStep('operators’ command', operate);
    await runStep('backup while it runs', backups.backUp, (said) => said);
  });
  const restored = await backups.restore();
  await visitPortal(image, { ...portal, env: { ...portal.env, DATABASE_URL: restored } }, smtp, async () => {});
}

/** A port for the embedded server, whose socket the user of the image may not open. */
async function relayToSocket(address: string): Promise<{ addressOf(url: string): string; close(): void }> {
  const path = join(new URL(address).searchParams.get('host') ?? '', '.s.PGSQL.5432');
  const server = createServer((incoming) => {
    const socket = connect(path);
    const end = () => {
      incoming.destroy();
      socket.destroy();
    };
    for (const side of [incoming, socket]) side.once('error', end).once('close', end);
    incoming.pipe(socket).pipe(incoming);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (url) => {
      const { username, password, pathname } = new URL(url);
      return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
    },
    close: () => server.close(),
  };
}

/** Runs the tests of the files in deploy/. Returns how many there were, and how many could not be run here. */
function checkFiles(folder: string): string {
  const report = join(folder, 'tests.json');
  const reporters = ['--reporter', 'json', `--outputFile.json=${report}`];
  const words = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', ...reporters, 'tools/deployment'];
  const { stdout, stderr } = spawnSync(process.execPath, words, { cwd: project, encoding: 'utf8', maxBuffer: 1e8 });
  assert.ok(existsSync(report), `The tests could not be run:\n${stdout}${stderr}`);
  const result = JSON.parse(readFileSync(report, 'utf8')) as TestResult;
  const failed = result.testResults.flatMap(({ message, assertionResults }) => [
    ...(message ? [message] : []),
    ...assertionResults.flatMap(({ fullName, failureMessages = [] }) => failureMessages.map((text) => `${fullName}: ${text}`)),
  ]);
  assert.ok(result.success, failed.join('\n\n'));
  return `files in deploy/: ${result.numPassedTests} tests, ${result.numPendingTests} skipped`;
}

interface TestResult {
  success: boolean;
  numPassedTests: number;
  numPendingTests: number;
  testResults: { message: string; assertionResults: { fullName: string; failureMessages?: string[] }[] }[];
}

async function check(folder: string): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Error('This check needs root on Linux: it mounts folders, and runs the portal as another user.');
  await runStep(
    'files in deploy/, with their linters and proxies',
    () => checkFiles(folder),
    (summary) => summary,
  );
  const context = await createContext(join(folder, 'context'));
  const { stages, image } = await runStep('Dockerfile', () =>
    buildImages({ context, target: join(folder, 'stages'), build: buildSettings(), log: (line) => console.log(`    ${line}`) }),
  );
  await runStep(
    'image',
    () => checkImage(image),
    (line) => line,
  );

  const backup = stages.get('backup');
  assert.ok(backup, 'the Dockerfile has no stage for backups');
  const [data, backups, ownData] = ['volume', 'backups', 'own-volume'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [data, backups, ownData]) {
    await mkdir(each, { mode: 0o700 });
    await chown(each, 1000, 1000);
  }
  const postgres = await runStep('PostgreSQL', () =>
    startEmbeddedPostgres({ dataDir: join(folder, 'database'), settings: { fsync: 'off' } }),
  );
  const relay = await relayToSocket(postgres.url);
  const smtp = await createTestSmtp();
  try {
    const [url, ownerUrl] = [relay.addressOf(postgres.url), relay.addressOf(postgres.ownerUrl)];
    await checkPortal(image, backup, { url, ownerUrl, adminUrl: postgres.adminUrl, smtp, data, backups, ownData, folder });
  } finally {
    await smtp.close();
    relay.close();
    await postgres.stop();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'livery-deployment-'));
await chmod(folder, 0o711);
try {
  await check(folder);
  console.log('The images can be built, serve, back up and restore.');
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
