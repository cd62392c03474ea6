import { expect, test } from 'vitest';
import {
  describeCycle,
  type FileImport,
  findDuplicateExports,
  findFolderCycles,
  findLoadedFiles,
  findUpwardImports,
  readImports,
  readPackages,
} from './import-graph.ts';

const between = (...pairs: [from: string, to: string][]): FileImport[] => pairs.map(([from, to]) => ({ from, to }));

test('reads imports of every kind, each once, and leaves out packages', () => {
  const sources = new Map([
    [
      'web/a/one.ts',
      `import { x } from './two.ts';
import type { Y } from '../b/three.ts';
import {
  a,
  type B,
} from '#contract/four.ts';
export { c } from './two.ts';
import './five.ts';
import pg from 'pg';
const later = () => import('./six.ts');
new Worker(new URL('./seven.worker.ts', import.meta.url));
// import { not } from './code.ts'`,
    ],
    ...['web/a/two.ts', 'web/b/three.ts', 'contract/four.ts', 'web/a/five.ts', 'web/a/six.ts', 'web/a/seven.worker.ts'].map(
      (file) => [file, ''] as const,
    ),
    ['web/a/code.ts', ''],
  ]);

  expect(readImports(sources).map(({ to }) => to)).toEqual([
    'web/a/two.ts',
    'web/b/three.ts',
    'contract/four.ts',
    'web/a/five.ts',
    'web/a/six.ts',
    'web/a/seven.worker.ts',
  ]);
});

test('an area imports only areas below it, and not the files that join the areas', () => {
  const order = ['orders', 'people', 'platform'];
  const allowed = between(
    ['api/orders/a.ts', 'api/people/b.ts'],
    ['api/orders/sub/a.ts', 'api/orders/b.ts'],
    ['api/main.ts', 'api/orders/a.ts'],
    ['api/people/a.ts', 'contract/people.ts'],
    ['web/people/a.ts', 'web/orders/b.ts'],
  );
  const refused = between(
    ['api/people/a.ts', 'api/orders/b.ts'],
    ['api/people/a.ts', 'api/main.ts'],
    ['api/unknown/a.ts', 'api/platform/b.ts'],
    ['api/people/a.ts', 'api/unknown/b.ts'],
  );

  expect(findUpwardImports([...allowed, ...refused], 'api', order)).toEqual(refused);
});

test('finds cycles between folders at any depth', () => {
  const cycle = between(['api/a/x/1.ts', 'api/a/y/2.ts'], ['api/a/y/3.ts', 'api/a/z/4.ts'], ['api/a/z/5.ts', 'api/a/x/6.ts']);

  expect(findFolderCycles([...cycle, ...between(['api/a/x/1.ts', 'api/b/2.ts'])])).toEqual([
    { folders: ['api/a/x', 'api/a/y', 'api/a/z'], imports: cycle },
  ]);
  expect(findFolderCycles(between(['api/a/x/1.ts', 'api/b/y/2.ts'], ['api/b/3.ts', 'api/a/z/4.ts']))[0]?.folders).toEqual([
    'api/a',
    'api/b',
  ]);
  expect(findFolderCycles(between(['api/a/1.ts', 'web/2.ts'], ['web/b/3.ts', 'api/4.ts']))[0]?.folders).toEqual(['api', 'web']);
});

test('a folder and its sub-folders may import each other, and so may files of one folder', () => {
  expect(
    findFolderCycles(
      between(
        ['api/a/1.ts', 'api/a/x/2.ts'],
        ['api/a/x/2.ts', 'api/a/1.ts'],
        ['api/a/1.ts', 'api/a/3.ts'],
        ['api/a/3.ts', 'api/a/1.ts'],
      ),
    ),
  ).toEqual([]);
});

test('a cycle is described by its folders and some of its imports', () => {
  const [cycle] = findFolderCycles(between(['a/x/1.ts', 'a/y/2.ts'], ['a/y/2.ts', 'a/x/1.ts']));

  expect(cycle && describeCycle(cycle)).toBe(
    ['cycle of a/x, a/y', '  a/x → a/y (1)', '    a/x/1.ts → a/y/2.ts', '  a/y → a/x (1)', '    a/y/2.ts → a/x/1.ts'].join('\n'),
  );
});

test('finds names that two files of a top folder export', () => {
  const sources = new Map([
    ['api/a.ts', 'export function save() {}\nexport const routes = 1;'],
    ['api/b.ts', 'export async function save() {}\nexport const routes = 2;\nexport type Save = 1;'],
    ['web/c.ts', 'export const save = 1;\nconst Save = 2;'],
  ]);

  expect(findDuplicateExports(sources, ['routes'])).toEqual(['save: api/a.ts, api/b.ts']);
});

test('follows what a file loads when it runs: not types, but workers and what is imported later', () => {
  const sources = new Map([
    ['api/main.ts', `import type { A } from '../web/page.ts';\nimport { b } from './b.ts';\nimport '@scope/name/register.js';`],
    ['api/b.ts', `import type pg from 'pg';\nconst c = await import('./c.ts');\nnew Worker(new URL('./d.ts', import.meta.url));`],
    ['api/c.ts', `import { join } from 'node:path';\nimport './b.ts';\nconst sharp = await import('sharp');`],
    ['api/d.ts', ''],
    ['web/page.ts', ''],
  ]);

  expect(findLoadedFiles(sources, ['api/main.ts'])).toEqual(['api/main.ts', 'api/b.ts', 'api/c.ts', 'api/d.ts']);
  expect(readPackages(sources)).toEqual(
    new Map([
      ['api/main.ts', ['@scope/name']],
      ['api/b.ts', []],
      ['api/c.ts', ['sharp']],
      ['api/d.ts', []],
      ['web/page.ts', []],
    ]),
  );
});
