import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findMissingFiles, findUnnamedFolders, readTree } from './architecture-tree.ts';

const project = join(import.meta.dirname, '..');

describe('the tree of the architecture guide', () => {
  const tree = readTree(readFileSync(join(project, 'docs/ARCHITECTURE.md'), 'utf8'));
  const list = (...args: string[]) =>
    execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...args], { cwd: project, encoding: 'utf8' })
      .split('\n')
      .filter((file) => file !== '' && existsSync(join(project, file)));

  it('names only folders and files that exist', () => {
    expect(tree.paths.filter((path) => !existsSync(join(project, path)))).toEqual([]);
    expect(findMissingFiles(list(), tree.mentioned)).toEqual([]);
    expect(tree.paths.length).toBeGreaterThan(100);
    expect(tree.mentioned.length).toBeGreaterThan(20);
  });

  it('names every area and subject of contract, server and web', () => {
    expect(findUnnamedFolders(list('contract', 'api', 'web'), tree.paths, 3)).toEqual([]);
  });

  it('names every folder at the top', () => {
    expect(findUnnamedFolders(list(), tree.paths, 1)).toEqual([]);
  });

  it('names nothing twice', () => {
    expect(tree.paths.filter((path, i) => tree.paths.indexOf(path) !== i)).toEqual([]);
  });
});

describe('readTree', () => {
  const guide = (...lines: string[]) => `# Architecture\n\n## The tree\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`;

  it('reads names by their indentation, without descriptions', () => {
    const lines = [
      'api/     the server',
      '  main.ts  app.ts  opens the port',
      '  people/',
      '    list/    a page: filters',
      '',
      'web/',
    ];

    expect(readTree(guide(...lines)).paths).toEqual(['api', 'api/main.ts', 'api/app.ts', 'api/people', 'api/people/list', 'web']);
  });

  it('takes a folder within a folder in one line', () => {
    expect(readTree(guide('api/', '  import/files/  reads files')).paths).toEqual(['api', 'api/import/files']);
  });

  it('reads the files in descriptions', () => {
    expect(readTree(guide('api/  the server (main.ts), jobs (jobs.*); tables are in 01-tables.sql')).mentioned).toEqual([
      { folder: 'api', file: 'main.ts' },
      { folder: 'api', file: 'jobs.*' },
      { folder: 'api', file: '01-tables.sql' },
    ]);
  });

  it('refuses a guide without a tree, and a line without a name', () => {
    expect(() => readTree('# Architecture')).toThrow('no block of code');
    expect(() => readTree(guide('api/', '  the server'))).toThrow('the server');
  });
});

describe('findUnnamedFolders', () => {
  const files = ['api/people/list/list.ts', 'api/people/list/columns/x.ts'];

  it('finds folders down to a depth', () => {
    expect(findUnnamedFolders(files, ['api'], 3)).toEqual(['api/people', 'api/people/list']);
    expect(findUnnamedFolders(files, ['api', 'api/people/list'], 3)).toEqual([]);
    expect(findUnnamedFolders(files, ['api/people/list'], 4)).toEqual(['api/people/list/columns']);
  });
});

describe('findMissingFiles', () => {
  const files = ['api/people/list/list.queries.ts', 'api/people/people.ts', 'api/main.ts', 'db/01-tables.sql'];
  const find = (file: string) => findMissingFiles(files, [{ folder: 'api/people', file }]);

  it('accepts files in the folder, further down and beside it', () => {
    expect(['people.ts', 'list.queries.ts', 'list.*', 'main.ts', '01-tables.sql'].flatMap(find)).toEqual([]);
  });

  it('finds those that are elsewhere or nowhere', () => {
    expect(find('other.*')).toEqual(['api/people: other.*']);
    expect(findMissingFiles(files, [{ folder: 'api/people/list', file: 'main.ts' }])).toEqual(['api/people/list: main.ts']);
  });
});
