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

const RESTORED = 'restored';

const inDatabase = (address: string, name: string) => {
  const url = new URL(address);
  url.pathname = name;
  return url.href;
};

/** Prepares backing up and restoring a portal in containers of the image. */
export async function checkBackup(image: Image, services: BackupServices): Promise<BackupCheck> {
  const { url, ownerUrl, adminUrl, key, data, backups } = services;
  const container = (name?: string) => {
    const address = (given: string) => (name === undefined ? given : inDatabase(given, name));
    const env = { DATABASE_URL: address(url), DATABASE_OWNER_URL: address(ownerUrl), SECRET_KEY: key };
    return containerOf(image, env, { '/var/lib/livery': data, '/backups': backups });
  };
  assert.deepEqual(image.volumes, ['/var/lib/livery', '/backups']);
  return {
    async backUp() {
      const said = await runInSandbox(container(), [...image.entrypoint, ...image.command]);
      assert.match(said, /database, with pg_dump 18|database: /);
      return /^Backed up .*$/m.exec(said)?.[0] ?? said;
    },
    async restore() {
      const [name = '', ...others] = await readdir(backups);
      assert.deepEqual(others, []);
      const backup = `/backups/${name}`;
      const command = [...image.entrypoint, 'tools/backup/restore.ts', backup];
      await runStep('backup verified', () => runInSandbox(container(), [...command, '--verify-only']));
      await createDatabase(adminUrl);
      const earlier = join(data, 'earlier-files');
      await rename(join(data, 'files'), earlier);
      await runStep(
        'restored into another database',
        () => runInSandbox(container(RESTORED), command),
        (said) => /^Restored .*\)/m.exec(said)?.[0] ?? said,
      );
      execFileSync('diff', ['--recursive', earlier, join(data, 'files')]);
      return inDatabase(url, RESTORED);
    },
  };
}

async function createDatabase(adminUrl: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`create database ${RESTORED} owner livery_owner`);
  } finally {
    await client.end();
  }
}
