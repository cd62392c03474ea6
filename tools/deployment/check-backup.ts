import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { runStep } from '../console.ts';
import type { Image } from './image.ts';
import { containerOf, runInSandbox } from './sandbox.ts';

interface BackupServices {
  url: string;
  ownerUrl: string;
  adminUrl: string;
  key: string;
  /** The volume of the portal, and the folder of backups. */
  data: string;
  backups: string;
}

interface BackupCheck {
  /** Backs up as the service of the compose file and the CronJob do. Returns what it said in the end. */
  backUp(): Promise<string>;
  /** Restores the backup into another database, and the files into the emptied volume. Returns the address of the database. */
  restore(): Promise<string>;
}

const inDatabase = (address: string, name: string) => {
  const url = new URL(address);
  url.pathname = name;
  return url.href;
};

/** Creates another database beside the one of the addresses. Returns its addresses. */
export async function createEmptyDatabase<T extends Record<string, string>>(urls: T, adminUrl: string, name: string): Promise<T> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${name} owner livery_owner`);
  } finally {
    await client.end();
  }
  return Object.fromEntries(Object.entries(urls).map(([key, url]) => [key, inDatabase(url, name)])) as T;
}

/** Prepares backing up and restoring a portal in containers of the image. */
export function checkBackup(image: Image, services: BackupServices): BackupCheck {
  const { url, ownerUrl, adminUrl, key, data, backups } = services;
  const container = (addresses: { url: string; ownerUrl: string }) => {
    const env = { DATABASE_URL: addresses.url, DATABASE_OWNER_URL: addresses.ownerUrl, SECRET_KEY: key };
    return containerOf(image, env, { '/var/lib/livery': data, '/backups': backups });
  };
  const own = container({ url, ownerUrl });
  assert.deepEqual(image.volumes, ['/var/lib/livery', '/backups']);
  return {
    async backUp() {
      const said = await runInSandbox(own, [...image.entrypoint, ...image.command]);
      return /^Backed up .*$/m.exec(said)?.[0] ?? said;
    },
    async restore() {
      const [name = '', ...others] = await readdir(backups);
      assert.deepEqual(others, []);
      const backup = `/backups/${name}`;
      const command = [...image.entrypoint, 'tools/backup/restore.ts', backup];
      await runStep('backup verified', () => runInSandbox(own, [...command, '--verify-only']));
      const restored = await createEmptyDatabase({ url, ownerUrl }, adminUrl, 'restored');
      const earlier = join(data, 'earlier-files');
      await rename(join(data, 'files'), earlier);
      await runStep(
        'restored into another database',
        () => runInSandbox(container(restored), command),
        (said) => /^Restored .*\)/m.exec(said)?.[0] ?? said,
      );
      execFileSync('diff', ['--recursive', earlier, join(data, 'files')]);
      return restored.url;
    },
  };
}
