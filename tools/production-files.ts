import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findLoadedFiles } from './import-graph.ts';

const project = join(import.meta.dirname, '..');

/** The scripts of the commands that run with the packages of production alone. */
export function listProductionCommands(): string[] {
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
  return Object.values(scripts).flatMap((script) => / --production (?:--\S+ )?(\S+)$/.exec(script)?.[1] ?? []);
}

/** The text of every file that these commands load, by its path. */
export function readProductionFiles(): Map<string, string> {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  });
  const files = listed.split('\n').filter((file) => /\.(?:ts|mjs)$/.test(file) && existsSync(join(project, file)));
  const sources = new Map(files.map((file) => [file, readFileSync(join(project, file), 'utf8')]));
  return new Map(findLoadedFiles(sources, listProductionCommands()).map((file) => [file, sources.get(file) ?? '']));
}
