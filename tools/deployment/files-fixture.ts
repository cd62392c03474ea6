/** What tests of files in deploy/ read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { variableNames } from '#api/platform/config.ts';

export const project = join(import.meta.dirname, '../..');

/** The text of a file of the project. */
export const readProjectFile = (file: string): string => readFileSync(join(project, file), 'utf8');

const manifest = JSON.parse(readProjectFile('package.json')) as { version: string; devDependencies: { node: string } };

/** The version of the portal, and that of its Node. */
export const versions = { portal: manifest.version, node: manifest.devDependencies.node };

/** Names that are no variable of the portal. */
export const unknownVariables = (names: readonly string[], others: readonly string[] = []): string[] =>
  names.filter((name) => !variableNames.includes(name) && !others.includes(name));

/** The names in a file with a line for each variable. */
export const namesIn = (file: string): string[] =>
  [...readProjectFile(file).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);

/** The script that arguments of the launcher run. */
export const scriptOf = (words: readonly string[]): string =>
  words.find((word) => /^tools\/.*\.ts$/.test(word)) ?? words.join(' ');

/** What backs up, in each way of deployment; the folder differs. */
export const backUpTo = (folder: string): string[] => ['tools/backup/backup.ts', folder, '--keep', '14'];
