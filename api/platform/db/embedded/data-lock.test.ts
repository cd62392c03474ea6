import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DataFolderInUseError, lockDataFolder } from './data-lock.ts';

let folder: string;
let owner: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-lock-'));
});

afterEach(async () => {
  owner?.kill('SIGKILL');
  owner = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Another process that holds the lock until it is killed. */
async function lockElsewhere(): Promise<ChildProcess> {
  const script = `
    const { lockDataFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))});
    await lockDataFolder(${JSON.stringify(folder)});
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return child;
}

test('names the other process when the folder is locked', async () => {
  owner = await lockElsewhere();

  const refusal = await lockDataFolder(folder).catch((error: unknown) => error);

  expect(refusal).toBeInstanceOf(DataFolderInUseError);
  expect((refusal as Error).message).toContain(`in use by process ${owner.pid}.`);
});

test('releases the lock when its process is killed', async () => {
  owner = await lockElsewhere();
  owner.kill('SIGKILL');
  await once(owner, 'exit');

  const lock = await lockDataFolder(folder);
  await lock.release();
});

test('can be locked again by the same process after release', async () => {
  const first = await lockDataFolder(folder);
  await expect(lockDataFolder(folder)).rejects.toThrow(`process ${process.pid}`);
  await first.release();

  const second = await lockDataFolder(folder);
  await second.release();
});

test('recognises the same folder under another path', async () => {
  const alias = `${folder}-alias`;
  await symlink(folder, alias);
  const lock = await lockDataFolder(folder);

  await expect(lockDataFolder(alias)).rejects.toThrow(DataFolderInUseError);
  await lock.release();
  await rm(alias);
});

test('creates the folder when it does not exist', async () => {
  const lock = await lockDataFolder(join(folder, 'deep/inside'));
  await lock.release();
});
