import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDebianPostgres } from './debian-postgres.ts';
import { findPdfReaders } from './pdf-readers.ts';

const project = join(import.meta.dirname, '..');

/** Programs that tests run, each with what a test file that needs it contains. Without them these tests would be skipped. */
const PROGRAMS: readonly (readonly [mark: RegExp, install: () => Promise<unknown>])[] = [
  [/pdf-reader/, findPdfReaders],
  [/debian-postgres/, findDebianPostgres],
];

/** The test files whose paths contain one of the patterns, as Vitest selects them; paths from the top of the repository. */
export function listSelectedTests(patterns: readonly string[]): string[] {
  const files = globSync('{*,!(node_modules)/**/*}.{test.ts,test.tsx,e2e.ts}', { cwd: project });
  return files.filter((file) => patterns.some((pattern) => file.includes(pattern))).sort();
}

/** Installs the programs that these test files run, if they are missing. Throws an error that says how to install one if that fails. */
export async function installPrograms(files: readonly string[]): Promise<void> {
  const texts = files.map((file) => readFileSync(join(project, file), 'utf8'));
  for (const [mark, install] of PROGRAMS) if (texts.some((text) => mark.test(text))) await install();
}
