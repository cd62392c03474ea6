import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS, readRepeatableFiles } from '#api/platform/db/repeatable-files.ts';
import { createTestDatabase, runAsOwner } from '../database.ts';
import { SQL_FAULTS, toFaultySql, WITHOUT_FAULTS } from './sql-faults.ts';

// Whether each fault is found is seen by `npm run faults`; here, whether each can still be put into its file, and whether there is one for each function.

const api = join(import.meta.dirname, '../..');

/** The names of all functions and views. */
async function listDefined(): Promise<string[]> {
  const files = await readRepeatableFiles(api, await readdir(join(api, MIGRATIONS)));
  return files.flatMap(({ objects }) => objects.flatMap(({ identity }) => /^(?:function|view) (\w+)$/.exec(identity)?.[1] ?? []));
}

describe('every function and view', () => {
  it('has a fault, or is known to decide neither money nor pieces nor rights', async () => {
    const named = [...new Set(SQL_FAULTS.map((fault) => fault.of)), ...WITHOUT_FAULTS];
    expect(named.toSorted()).toEqual((await listDefined()).toSorted());
  });
});

it('every fault can be put into a database', async () => {
  const database = await createTestDatabase();
  try {
    const faulty = await Promise.all(SQL_FAULTS.map(toFaultySql));
    await runAsOwner(database, ...faulty.flatMap((fault) => ['begin', fault, 'rollback']));
  } finally {
    await database.close();
  }
});
