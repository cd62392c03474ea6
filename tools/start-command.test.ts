import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { describeNextSteps } from './setup/describe-report.ts';
import { findStartCommand } from './start-command.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder with some installed packages. */
function install(...packages: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'livery-start-'));
  folders.push(folder);
  for (const name of packages) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    writeFileSync(join(folder, 'node_modules', name, 'package.json'), '{}');
  }
  return folder;
}

test.each([
  ['all packages', ['fastify', 'vite'], 'npm start'],
  ['the packages of production alone', ['fastify'], 'npm run serve'],
])('with %s, the first step after a set-up names the command that works', (_installed, packages, command) => {
  const [, , first] = describeNextSteps('https://uniforms.example', 7, findStartCommand(install(...packages)));
  expect(first).toBe(`  1. Start the portal with ${command}, unless it is running.`);
});
