import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, runAsOwner, type TestDatabase } from '#api/testing/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Changes an audit event with something in it, while a person is erased or not, and takes the change back. */
const change = (assignments: string, { whileErasing }: { whileErasing: boolean }) =>
  runAsOwner(
    database,
    'begin',
    `set local livery.erasing = '${whileErasing ? 'yes' : ''}'`,
    `update audit_event set ${assignments} where id = (select max(id) from audit_event where after is not null)`,
    'rollback',
  );

it.each(['before = null, after = null', "action = 'other'"])('an audit event is never changed: %s', async (assignments) => {
  await expect(change(assignments, { whileErasing: false })).rejects.toThrow(/append-only/);
});

it('what was before and after is emptied when a person is erased, and nothing else of the event is changed', async () => {
  await change('before = null, after = null', { whileErasing: true });
  for (const more of ["before = null, after = null, action = 'other'", `before = null, after = '{"firstName": "Ann"}'`])
    await expect(change(more, { whileErasing: true })).rejects.toThrow(/append-only/);
});

it('an audit event is not deleted, also when a person is erased', async () => {
  await expect(
    runAsOwner(database, "set livery.erasing = 'yes'", 'delete from audit_event where id = (select max(id) from audit_event)'),
  ).rejects.toThrow(/append-only/);
});
