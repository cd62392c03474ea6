import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const project = join(import.meta.dirname, '..');

// Each case is written to a file of its own, whose name takes the place of the star; Biome then runs once over all.
const refused = [
  ['contract/*.ts', `import { x } from '#api/ordering/order-states/order-states.rules.ts';`, 'imports only typebox'],
  ['contract/*.ts', `import { x } from 'kysely';`, 'imports only typebox'],
  ['contract/ordering/*.ts', `import { x } from '../../api/app.ts';`, 'imports only typebox'],
  ['contract/ordering/returns/*.ts', `import { x } from '../../../api/app.ts';`, 'imports only typebox'],
  ['brands/*.ts', `import { x } from '#contract/index.ts';`, 'are pure'],
  ['garments/*.ts', `import React from 'react';`, 'are pure'],
  ['lettering/*.ts', `import { x } from '#api/platform/pdf/fonts.ts';`, 'is pure'],
  ['web/orders/*.tsx', `import { x } from '#api/ordering/order-states/order-states.rules.ts';`, 'through the contract alone'],
  ['web/orders/*.tsx', `import { x } from '../../api/orders/orders.rules.ts';`, 'through the contract alone'],
  ['web/orders/*.tsx', `import { readFile } from 'node:fs/promises';`, 'runs in a browser'],
  ['web/ui/layout/*.tsx', `import { Link } from 'react-router';`, 'know no business and no router'],
  ['web/ui/layout/*.tsx', `import { useOrders } from '../../orders/use-orders.ts';`, 'know no business and no router'],
  ['web/orders/*.tsx', `import { x } from '#api/sizing/errors.ts';`, 'through the contract alone'],
  ['api/*.ts', `import { x } from '#web/app/paths.ts';`, 'imports neither the web nor the demonstration'],
  ['api/orders/*.routes.ts', `import { x } from '#web/app/paths.ts';`, 'imports neither the web nor the demonstration'],
  ['api/orders/*.queries.ts', `import { x } from '#demo/person.ts';`, 'imports neither the web nor the demonstration'],
  ['api/orders/*.routes.ts', `import { x } from '../cart/cart.routes.ts';`, 'never its routes'],
  ['api/orders/*.actions.ts', `import { x } from './orders.routes.ts';`, 'know no HTTP'],
  ['api/orders/*.actions.ts', `import fastify from 'fastify';`, 'know no HTTP'],
  ['api/orders/*.queries.ts', `import { x } from './orders.actions.ts';`, 'neither HTTP nor use cases'],
  ['api/orders/*.rules.ts', `import { sql } from 'kysely';`, 'pure decisions'],
  ['api/orders/*.rules.ts', `import { x } from './orders.queries.ts';`, 'pure decisions'],
  ['api/orders/*.rules.ts', `import { x } from '../db/database.ts';`, 'pure decisions'],
  ['api/platform/http/*.ts', `import { x } from '../../orders/orders.actions.ts';`, 'no business term'],
  ['api/orders/Order*.ts', 'export const x = 1;', 'kebab-case'],
] as const;

const allowed = [
  ['contract/*.ts', `import Type from 'typebox';\nimport { x } from './values.ts';`],
  ['contract/ordering/returns/*.ts', `import { x } from '../../values.ts';`],
  ['web/orders/*.tsx', `import type { Order } from '#contract/ordering/orders.ts';\nimport { api } from '../api.ts';`],
  ['web/ui/layout/*.tsx', `import { Button } from '@mantine/core';\nimport { x } from '../content/icons.tsx';`],
  ['api/orders/*.routes.ts', `import { x } from './orders.queries.ts';\nimport { y } from '../cart/cart.rules.ts';`],
  [
    'api/orders/*.rules.ts',
    `import { x } from '../catalogue/catalogue.rules.ts';\nimport type { Order } from '#contract/ordering/orders.ts';`,
  ],
  [
    'api/sizing/*.ts',
    `import { registerEndpoint } from '#api/platform/http/endpoint.ts';\nimport { x } from '#body/suggest.ts';`,
  ],
  ['api/orders/*.routes.test.ts', `import { x } from '../cart/cart.routes.ts';`],
] as const;

const fileOf = (kind: string, index: number, pattern: string) => pattern.replace('*', `${kind}-${index}`);
let folder: string;
let found: { file: string; message: string }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-layers-'));
  await cp(join(project, 'biome.json'), join(folder, 'biome.json'));
  const write = async (file: string, source: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), source);
  };
  for (const [index, [pattern, source]] of refused.entries()) await write(fileOf('refused', index, pattern), source);
  for (const [index, [pattern, source]] of allowed.entries()) await write(fileOf('allowed', index, pattern), source);
  const rules = ['--only=style/noRestrictedImports', '--only=style/useFilenamingConvention'];
  const words = ['lint', ...rules, '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(join(project, 'node_modules/.bin/biome'), words, { cwd: folder, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { message: string; location: { path: string } }[] };
  found = diagnostics.map(({ message, location }) => ({ file: location.path, message }));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(refused.map((each, index) => [...each, index] as const))('in %s, %s is refused: %s', (pattern, _, message, index) => {
  const own = found.filter(({ file }) => file === fileOf('refused', index, pattern));
  expect(own.map((each) => each.message).join()).toContain(message);
});

test('what belongs there is allowed', () => {
  expect(found.filter(({ file }) => file.includes('allowed-'))).toEqual([]);
});
