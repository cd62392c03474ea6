/** Whether the commands in docs/operations are those that there are. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { listProductionCommands } from '../production-files.ts';
import { backUpTo, project, readProjectFile } from './files-fixture.ts';

const guide = readdirSync(join(project, 'docs/operations'))
  .map((file) => readProjectFile(join('docs/operations', file)))
  .join('\n');
const { scripts } = JSON.parse(readProjectFile('package.json')) as { scripts: Record<string, string> };
const units = readdirSync(join(project, 'deploy/systemd')).filter((file) => /\.(?:service|timer)$/.test(file));
const { services } = parse(readProjectFile('deploy/compose.yaml'), { merge: true }) as { services: Record<string, object> };
const findAll = (pattern: RegExp) => [...new Set([...guide.matchAll(pattern)].flatMap(([, found]) => found ?? []))];

test('they are commands of production, scripts of npm and files of deploy/', () => {
  const commands = findAll(/(?<=[ `])(tools\/\S+\.ts)\b/g);
  expect(commands.length).toBeGreaterThan(5);
  expect(commands.filter((command) => !listProductionCommands().includes(command))).toEqual([]);
  const names = findAll(/npm (?:run|start|test)(?: --silent)? ([a-z][a-z:-]*)/g);
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((name) => !(name in scripts))).toEqual([]);
  const files = findAll(/(?<=[ `])(deploy\/[\w./@-]*\w)/g).filter((file) => file !== 'deploy/.env');
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(join(project, file)))).toEqual([]);
});

test('every script of npm is in the reference', () => {
  const reference = readProjectFile('docs/operations/reference.md');
  const named = new Set([...reference.matchAll(/(?<=`(?:npm (?:run )?)?)([a-z][a-z:-]*)(?=[` ])/g)].map(([name]) => name));
  expect(Object.keys(scripts).filter((name) => name !== 'start' && !named.has(name))).toEqual([]);
});

test('compose is asked for services that the file has', () => {
  const lines = findAll(/docker compose --file deploy\/compose\.yaml ([^\n]*)/g);
  const asked = lines.flatMap((line) =>
    [...line.matchAll(/(?<![\w/:'"-]|--profile )(?:portal|migrate|backup|postgres|proxy)[\w-]*(?![\w/])/g)].map(([name]) => name),
  );
  expect(new Set(asked)).toEqual(new Set(['backup', 'migrate', 'portal-1', 'portal-2', 'postgres']));
  expect(asked.filter((name) => !(name in services))).toEqual([]);
  const kept = lines.some((line) => line.includes('run --rm backup tools/backup/restore.ts /backups/'));
  expect([kept, backUpTo('/backups')[1]]).toEqual([true, '/backups']);
});

test('systemd is asked for units that there are', () => {
  const asked = findAll(/systemctl (?:enable --now|start|restart) ([^\n&`#]*)/g)
    .flatMap((words) => words.trim().split(/\s+/))
    .filter((name) => name.startsWith('livery'));
  expect(asked.length).toBeGreaterThan(4);
  const fileOf = (name: string) => name.replace(/@\d+$/, '@').replace(/^([^.]*)$/, '$1.service');
  expect(asked.filter((name) => !units.includes(fileOf(name)))).toEqual([]);
});

test('invoices appear as soon as it says', () => {
  const jobs = readProjectFile('api/ordering/invoices/invoices.jobs.ts');
  const cronOf = (name: string) => new RegExp(`name: '${name}', cron: '([^']*)'`).exec(jobs)?.[1];
  expect(['bill-shipments', 'credit-returns', 'bill-months'].map((name) => cronOf(`ordering.${name}`))).toEqual([
    '*/2 * * * *',
    '*/5 * * * *',
    '23 * * * *',
  ]);
  expect(guide).toContain(
    'invoices for shipments every two minutes, credit notes for returns and for cancelled pieces every five, monthly invoices at 23 minutes',
  );
  expect(guide).toContain('within two minutes the invoice');
});
