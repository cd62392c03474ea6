import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#api/platform/config.ts';
import { listProductionCommands } from '../production-files.ts';
import { backUpTo, namesIn, project, readProjectFile, scriptOf, unknownVariables } from './files-fixture.ts';

/** The settings of the journal, each in a comment with its default. */
const JOURNAL = '/etc/systemd/journald.conf';

describe('the units for systemd', () => {
  const folder = 'deploy/systemd';
  const units = readdirSync(join(project, folder)).filter((file) => file.endsWith('.service'));
  const timers = readdirSync(join(project, folder)).filter((file) => file.endsWith('.timer'));
  const settingOf = (unit: string, name: string) =>
    [...readProjectFile(join(folder, unit)).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  it.runIf(hasSystemd)('pass systemd-analyze, with little left that the process could do', async () => {
    const copies = await mkdtemp(join(tmpdir(), 'livery-units-'));
    for (const timer of timers) await writeFile(join(copies, timer), readProjectFile(join(folder, timer)));
    for (const unit of units) {
      const copy = join(copies, unit);
      // The Node of this machine, since that of the unit need not be here.
      await writeFile(copy, readProjectFile(join(folder, unit)).replace('=/usr/bin/node', `=${process.execPath}`));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' });
      expect([status, stderr.split('\n').filter((line) => line.includes(copies))]).toEqual([0, []]);
      execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=20', copy], { stdio: 'ignore' });
    }
    for (const timer of timers) {
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', join(copies, timer)], { encoding: 'utf8' });
      expect([status, stderr.split('\n').filter((line) => line.includes(copies))]).toEqual([0, []]);
    }
    await rm(copies, { recursive: true });
  });

  it('run commands of production, in their order', () => {
    expect(units.map((unit) => scriptOf(settingOf(unit, 'ExecStart')[0]?.split(' ') ?? []))).toEqual([
      'tools/backup/backup.ts',
      'tools/migrate.ts',
      'tools/serve.ts',
    ]);
    expect(settingOf('livery@.service', 'After')[0]).toContain('livery-migrate.service');
    expect(settingOf('livery@.service', 'RestartPreventExitStatus')).toEqual(['78']);
  });

  it('back up every night to the one folder that the backup may write to', () => {
    const words = settingOf('livery-backup.service', 'ExecStart')[0]?.split(' ') ?? [];
    const [folder = ''] = settingOf('livery-backup.service', 'ReadWritePaths');
    expect(words.slice(-4)).toEqual(backUpTo(folder));
    expect(timers).toEqual(['livery-backup.timer']);
    expect(settingOf('livery-backup.timer', 'OnCalendar')).toEqual(['*-*-* 03:00']);
  });

  it('serve the metrics of each process to this machine, on a port of its own', () => {
    expect(settingOf('livery@.service', 'Environment')).toContain('METRICS_HOST=127.0.0.1 METRICS_PORT=1%i');
    expect(() => loadConfig({ PORT: '3000', METRICS_HOST: '127.0.0.1', METRICS_PORT: '13000' })).not.toThrow();
  });

  it('have a command that gives each command of production, but the server', () => {
    const scripts = [...readProjectFile(`${folder}/livery`).matchAll(/^ {2}([a-z| ]+)\) script="?([^";]+)/gm)].flatMap(
      ([, names = '', path = '']) => names.split('|').map((name) => path.replaceAll('$1', name.trim())),
    );
    const others = ['tools/serve.ts', 'tools/sizing.ts'];
    expect(scripts.toSorted()).toEqual(
      listProductionCommands()
        .filter((path) => !others.includes(path))
        .toSorted(),
    );
  });

  it('name variables of the portal, and read those of the owner for migrations alone', () => {
    const names = units.flatMap((unit) =>
      settingOf(unit, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? '')),
    );
    expect(unknownVariables(names, ['NODE_ENV', 'NODE_COMPILE_CACHE'])).toEqual([]);
    for (const unit of ['livery-backup.service', 'livery-migrate.service'])
      expect(settingOf(unit, 'EnvironmentFile')).toEqual(['/etc/livery/livery.env', '/etc/livery/migrate.env']);
    for (const file of ['livery', 'migrate']) expect(unknownVariables(namesIn(`${folder}/${file}.env.example`))).toEqual([]);
    expect(settingOf('livery@.service', 'EnvironmentFile')).toEqual(['/etc/livery/livery.env']);
  });

  it('give a command with its arguments, as the account and with the variables of the services', async () => {
    const programs = await mkdtemp(join(tmpdir(), 'livery-command-'));
    await writeFile(join(programs, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
    const run = (...words: string[]) =>
      spawnSync(join(project, folder, 'livery'), words, {
        encoding: 'utf8',
        env: { ...process.env, PATH: `${programs}:${process.env.PATH}` },
        cwd: tmpdir(),
      });
    const words = run('import', 'catalogue', 'my products.csv', '--organisation', '1').stdout.split('\n').slice(0, -1);
    const own = settingOf('livery@.service', 'ExecStart')[0]?.split(' ').slice(0, -1) ?? [];
    expect(words.slice(-own.length - 5)).toEqual([
      ...own,
      'tools/import.ts',
      'catalogue',
      'my products.csv',
      '--organisation',
      '1',
    ]);
    expect(words).toContain(`--setenv=INIT_CWD=${tmpdir()}`);
    for (const file of ['livery', 'migrate']) expect(words).toContain(`--property=EnvironmentFile=/etc/livery/${file}.env`);
    expect(run('serve')).toMatchObject({ status: 64, stdout: '' });
    await rm(programs, { recursive: true });
  });

  it.runIf(existsSync(JOURNAL))('limit the journal by settings that it has', () => {
    const known = [...readFileSync(JOURNAL, 'utf8').matchAll(/^#?(\w+)=/gm)].map(([, name]) => name);
    const set = [...readProjectFile(`${folder}/journald.conf`).matchAll(/^(\w+)=/gm)].map(([, name]) => name);
    expect(set).toEqual(['SystemMaxUse', 'MaxRetentionSec']);
    expect(set.filter((name) => !known.includes(name))).toEqual([]);
  });
});
