import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findLoadedFiles, readPackages } from './import-graph.ts';

/** What runs where only the packages of production are installed (`npm ci --omit=dev`). */

const project = join(import.meta.dirname, '..');
const { scripts, dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
  'scripts' | 'dependencies' | 'devDependencies',
  Record<string, string>
>;
const entries = Object.values(scripts).flatMap((script) => / --production (?:--\S+ )?(\S+)$/.exec(script)?.[1] ?? []);
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:ts|mjs)$/.test(file) && existsSync(join(project, file)));
const sources = new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')]));
const loaded = findLoadedFiles(sources, entries);
const packages = readPackages(new Map(loaded.map((file) => [file, sources.get(file) ?? ''])));

test('the commands of production reach the whole server', () => {
  expect(entries).toEqual(expect.arrayContaining(['tools/serve.ts', 'tools/migrate.ts', 'tools/mail.ts']));
  expect(loaded).toEqual(expect.arrayContaining(['api/app.ts', 'api/identity/passwords/guess-password-worker.ts']));
});

test('they load nothing that is only installed for development', () => {
  const wrong = [...packages].flatMap(([file, names]) =>
    names.filter((name) => !(name in dependencies)).map((name) => `${file} loads ${name}`),
  );
  expect(wrong).toEqual([]);
  expect(loaded.filter((file) => /^(?:web|e2e|bench|api\/testing)\//.test(file))).toEqual([]);
});

test('no package is installed for production that they do not load', () => {
  /** Packages that no import names. */
  const others: Record<string, string> = {
    '@aws-sdk/client-s3': 'loaded by flydrive',
    '@aws-sdk/s3-request-presigner': 'loaded by flydrive',
    '@fontsource-variable/inter': 'its files are served with the documentation of the API',
    '@fontsource/instrument-serif': 'its files are served with the documentation of the API',
    '@fontsource/inter': 'its files are embedded in PDF documents',
    '@fontsource/source-serif-4': 'its files are embedded in PDF documents',
  };
  const names = new Set([...packages.values()].flat());
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual(Object.keys(others));
});

test('the pinned Node is one for development, whose version the launcher finds in package.json', () => {
  expect(devDependencies.node).toMatch(/^\d+\.\d+\.\d+$/);
});
