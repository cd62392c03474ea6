import { expect, test } from 'vitest';
import { readMigrations } from './migration-files.ts';
import { findChangedMigrations, readReleasedMigrations } from './released-migrations.ts';

/** The tables that installations began with. Whoever changes them changes only new installations: add a migration instead. */
const BASELINE = '2a212cd3ee9ad5aa5a4e67050c78b3e006df292be9e3356b5e8e3e54df28ff0d';

test('the baseline and every released migration are as they were released', async () => {
  const released = readReleasedMigrations();
  expect(released['0001-baseline']).toBe(BASELINE);
  expect(findChangedMigrations(released, await readMigrations())).toEqual([]);
});

test('a released migration that was changed, renamed or removed is found', () => {
  const released = { '0001-baseline': 'a', '0002-size.sql': 'b', '0003-cut.sql': 'c' };
  const onDisk = [
    { name: '0001-baseline', checksum: 'a' },
    { name: '0002-size.sql', checksum: 'x' },
    { name: '0003-cuts.sql', checksum: 'c' },
    { name: '0004-new.sql', checksum: 'd' },
  ];
  expect(findChangedMigrations(released, onDisk)).toEqual(['0002-size.sql', '0003-cut.sql']);
});
