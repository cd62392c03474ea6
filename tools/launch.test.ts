import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRestartPolicy, EXIT_CODES, getInstallReason, isSuitableNode, markInstalled } from './launch.mjs';

let project: string;

beforeEach(async () => {
  project = await mkdtemp(join(tmpdir(), 'livery-launch-'));
  await writeLock({ pg: '8.0.0' });
});

afterEach(() => rm(project, { recursive: true }));

function packages(versions: Record<string, string>, more: object = {}) {
  const entries = Object.entries(versions).map(([name, version]) => [`node_modules/${name}`, { version, ...more }]);
  return Object.fromEntries(entries);
}

async function writeLock(versions: Record<string, string>, optional: Record<string, string> = {}): Promise<void> {
  const all = { '': { name: 'livery' }, ...packages(versions), ...packages(optional, { optional: true }) };
  await writeFile(join(project, 'package-lock.json'), JSON.stringify({ packages: all }));
}

/** As npm leaves it after an install that went through. */
async function writeInstalled(versions: Record<string, string>): Promise<void> {
  await mkdir(join(project, 'node_modules'), { recursive: true });
  await writeFile(join(project, 'node_modules/.package-lock.json'), JSON.stringify({ packages: packages(versions) }));
}

test('without packages there is a reason to install', () => {
  expect(getInstallReason(project)).toBe('the packages are not installed yet');
});

test('an install that was cut off is a reason', async () => {
  await mkdir(join(project, 'node_modules/pg'), { recursive: true });
  expect(getInstallReason(project)).toBe('the packages are incomplete');
});

test('the packages of the lock file are no reason, however they were installed', async () => {
  await writeInstalled({ pg: '8.0.0' });
  expect(getInstallReason(project)).toBeUndefined();
});

test('a package of another version is a reason', async () => {
  await writeInstalled({ pg: '7.0.0' });
  expect(getInstallReason(project)).toBe('the packages are incomplete');
});

test('a package for other machines may be missing', async () => {
  await writeLock({ pg: '8.0.0' }, { 'for-windows': '1.0.0' });
  await writeInstalled({ pg: '8.0.0' });
  expect(getInstallReason(project)).toBeUndefined();
});

test('a lock file that changed since is a reason', async () => {
  await writeInstalled({ pg: '8.0.0' });
  markInstalled(project);
  expect(getInstallReason(project)).toBeUndefined();

  await writeLock({ pg: '8.0.1' });
  expect(getInstallReason(project)).toBe('the packages are not those of package-lock.json');
});

test('without the packages for development, only what is for production can run', async () => {
  const lock = { packages: { ...packages({ pg: '8.0.0' }), ...packages({ vite: '8.0.0' }, { dev: true }) } };
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
  await writeInstalled({ pg: '8.0.0' });
  expect(getInstallReason(project, { production: true })).toBeUndefined();
  expect(getInstallReason(project)).toBe('the packages are incomplete');

  await writeInstalled({ pg: '7.0.0' });
  expect(getInstallReason(project, { production: true })).toBe('the packages are incomplete');
});

test('packages for development that were removed after a complete install are a reason', async () => {
  const lock = { packages: { ...packages({ pg: '8.0.0' }), ...packages({ vite: '8.0.0' }, { dev: true }) } };
  await writeFile(join(project, 'package-lock.json'), JSON.stringify(lock));
  await writeInstalled({ pg: '8.0.0', vite: '8.0.0' });
  markInstalled(project);
  await writeInstalled({ pg: '8.0.0' });
  expect(getInstallReason(project)).toBe('the packages are not those of package-lock.json');
});

test.each([
  ['26.10.0', true],
  ['26.11.3', true],
  ['26.9.1', false],
  ['27.0.0', false],
  ['24.15.0', false],
])('Node %s can take the place of 26.10.0: %s', (version, expected) => {
  expect(isSuitableNode(version, '26.10.0')).toBe(expected);
});

test('a linked node_modules is left alone', async () => {
  await mkdir(join(project, 'elsewhere'));
  await symlink(join(project, 'elsewhere'), join(project, 'node_modules'));
  expect(getInstallReason(project)).toBeUndefined();
});

const crash = { code: EXIT_CODES.crashed, signal: null, ranMs: 500 };

test('a crash is followed by a pause that doubles up to a minute', () => {
  const getPause = createRestartPolicy();
  const pauses = Array.from({ length: 8 }, () => getPause(crash));
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
});

test('the pause starts again after a minute without a crash', () => {
  const getPause = createRestartPolicy();
  getPause(crash);
  getPause(crash);
  expect(getPause({ ...crash, ranMs: 60_000 })).toBe(1000);
});

test('a killed process is a crash', () => {
  expect(createRestartPolicy()({ code: null, signal: 'SIGKILL', ranMs: 500 })).toBe(1000);
});

test('a start that fails is repeated only after a crash, and not if the configuration is wrong', () => {
  const getPause = createRestartPolicy();
  const failed = { code: EXIT_CODES.failedToStart, signal: null, ranMs: 500 };
  expect(getPause(failed)).toBeUndefined();
  getPause(crash);
  expect(getPause(failed)).toBe(2000);
  expect(getPause({ ...failed, code: EXIT_CODES.misconfigured })).toBeUndefined();
  expect(getPause({ ...failed, code: 0 })).toBeUndefined();
});
