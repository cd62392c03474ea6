import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createTestDatabase, runAsOwner } from '#api/testing/database.ts';

const MIGRATION = join(import.meta.dirname, 'migrations/0016-one-catalogue.sql');

it('a catalogue with copies is not migrated, and the copies are listed', async () => {
  const database = await createTestDatabase();
  try {
    await runAsOwner(
      database,
      'drop index product_handle; drop index combination_by_sku; drop index combination_by_gtin',
      `insert into product (id, handle, name) values (900001, 'pier', 'Pier shirt'), (900002, 'pier', 'Pier shirt, copy')`,
      `insert into combination (product_id, sku, gtin) values (900001, 'PIER-1', '4006381333931'), (900002, 'pier-1', '4006381333931')`,
    );
    await expect(runAsOwner(database, await readFile(MIGRATION, 'utf8'))).rejects.toThrow(
      [
        'The catalogue has more than one product for the same code. Rename or remove all but one of each, then migrate again:',
        'GTIN 4006381333931: product 900001 "Pier shirt", product 900002 "Pier shirt, copy"',
        'Handle pier: product 900001 "Pier shirt", product 900002 "Pier shirt, copy"',
        'SKU PIER-1: product 900001 "Pier shirt", product 900002 "Pier shirt, copy"',
      ].join('\n'),
    );
  } finally {
    await database.close();
  }
});
