import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { deleteOldBackups } from './delete-old-backups.ts';

const folder = await mkdtemp(join(tmpdir(), 'livery-old-backups-'));
const now = new Date('2026-01-31T03:00:30Z');

afterEach(() => rm(folder, { recursive: true, force: true }));

test('deletes backups that began more than so many days ago, and nothing else', async () => {
  const folders = [
    'livery-20260117T030000Z',
    'livery-20260117T030031Z',
    'livery-20260131T030000Z',
    // Of a process that was killed.
    'livery-20260130T030000Z.unfinished',
    'livery-20250101T030000Z-keep',
    'other-20250101T030000Z',
  ];
  for (const name of folders) {
    await mkdir(join(folder, name, 'files'), { recursive: true });
    await writeFile(join(folder, name, 'files/a'), 'a');
  }
  await writeFile(join(folder, 'livery-20250101T030000Z'), 'a file');

  expect(await deleteOldBackups(folder, 14, now)).toEqual(['livery-20260117T030000Z']);
  expect((await readdir(folder)).toSorted()).toEqual(
    [
      'livery-20250101T030000Z',
      'livery-20250101T030000Z-keep',
      'livery-20260117T030031Z',
      'livery-20260131T030000Z',
      'other-20250101T030000Z',
    ].toSorted(),
  );
});
