import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RawBuilder, type RawNode, sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '#api/platform/db/database.ts';
import { createTestDatabase } from '../database.ts';
import { readRowTypes } from './read-row-types.ts';
import { createRowTypeCheck } from './row-type-check.ts';

const folder = await mkdtemp(join(tmpdir(), 'row-types-'));
const database = await createTestDatabase();
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const DECLARATIONS = `
  declare const sql: <T>(fragments: TemplateStringsArray, ...parameters: unknown[]) => T;
  interface Base { id: number }
  interface Line { name: string; size?: string | null }
  interface Order extends Base { placedOn: Date; state: 'open' | 'sent'; lines: readonly Line[]; extra: Record<string, number> | null }
  type Tree = { children: Tree[] };
`;

// A template string would insert the value.
const PARAMETER = ['$', '{true}'].join('');

/** What is found of a statement when its template has this type. */
async function check(type: string, statement: RawBuilder<unknown>): Promise<string[]> {
  const template = (statement.toOperationNode() as RawNode).sqlFragments.join(PARAMETER);
  const config = join(folder, 'tsconfig.json');
  await writeFile(config, '{ "compilerOptions": { "strict": true, "lib": ["ES2024"], "types": [] }, "include": ["*.ts"] }');
  await writeFile(join(folder, 'rows.ts'), `${DECLARATIONS}\nexport const rows = sql<${type}>\`${template}\`;`);
  const rowTypes = readRowTypes(folder, config, (file) => file === 'rows.ts');
  const { plugin, listFindings } = createRowTypeCheck(rowTypes);
  const { db, close } = openDatabase(database.url, { poolSize: 1, plugins: [plugin] });
  try {
    // In a transaction, whose statements go another way through the query builder.
    await db.transaction().execute((tx) => statement.execute(tx));
  } finally {
    await close();
  }
  return listFindings().map((finding) => finding.slice(finding.indexOf('>: ') + 3));
}

it('finds nothing when rows are what their type says', async () => {
  const statement = sql`
    select 1 as id, now() as "placedOn", 'open' as state, json_build_array(json_build_object('name', 'Shirt')) as lines, null as extra`;
  expect(await check('Order', statement)).toEqual([]);
});

it('finds columns that are missing or not in the type', async () => {
  expect(await check('Base', sql`select 1 as ident`)).toEqual(['id is missing', 'ident is not in the type']);
});

it('finds values of another type, null and values that are not listed', async () => {
  const statement = sql`
    select null as id, now()::text as "placedOn", 'lost' as state, '[]'::json as lines, '{"a":"b"}'::json as extra where ${true}`;
  expect(await check('Order', statement)).toEqual(['extra.* is string', 'id is null', 'placedOn is string', 'state is "lost"']);
});

it('finds what is wrong inside JSON, however deep, where further properties are permitted', async () => {
  const lines = sql`select '[{"name":null,"size":"M","sku":"A"},{"size":4}]'::json as lines`;
  expect(await check('Pick<Order, "lines">', lines)).toEqual([
    'lines[].name is missing',
    'lines[].name is null',
    'lines[].size is number',
  ]);
  expect(await check('Tree', sql`select '[{"children":[{}]}]'::json as children`)).toEqual([
    'children[].children[].children is missing',
  ]);
});

it('accepts what fits any of several types', async () => {
  const either = "{ kind: 'a' } | { kind: 'b'; n: number }";
  expect(await check(either, sql`select 'b' as kind, 1 as n`)).toEqual([]);
  expect(await check(either, sql`select 'b' as kind, null as n`)).not.toEqual([]);
  expect(await check('{ n: unknown }', sql`select 1 as n`)).toEqual([]);
});
