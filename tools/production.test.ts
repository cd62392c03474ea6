import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPackages } from './import-graph.ts';
import { listProductionCommands, readProductionFiles } from './production-files.ts';

/** What runs where only the packages of production are installed (`npm ci --omit=dev`). */

const project = join(import.meta.dirname, '..');
const { dependencies, devDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as Record<
  'dependencies' | 'devDependencies',
  Record<string, string>
>;
const entries = listProductionCommands();
const sources = readProductionFiles();
const loaded = [...sources.keys()];
const packages = readPackages(sources);

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
    '@fontsource/caveat': 'its files are read for texts on garments',
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

test('the packages of production take at most 250 MB', () => {
  const { packages: locked } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  const folders = Object.entries(locked).flatMap(([path, { dev, devOptional }]) =>
    path === '' || dev || devOptional || !existsSync(join(project, path)) ? [] : [join(project, path)],
  );
  const megabytes = folders.reduce((sum, folder) => sum + measureFolder(folder), 0) / 1024 ** 2;
  expect(folders.length).toBeGreaterThan(100);
  expect(megabytes).toBeLessThan(250);
});

/** The bytes that the files of a package take on the disk, in blocks of 4 KiB; packages inside it count for themselves. */
function measureFolder(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + measureFolder(path);
    return sum + Math.ceil(lstatSync(path).size / 4096) * 4096;
  }, 0);
}
