import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import dockerignoreModule from '@balena/dockerignore';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, it, test } from 'vitest';
import { parse } from 'yaml';
import { readSchemaFiles } from '#api/platform/db/schema-files.ts';
import { listProductionCommands, readProductionFiles } from '../production-files.ts';
import { backUpTo, namesIn, project, readProjectFile, scriptOf, unknownVariables, versions } from './files-fixture.ts';
import { readDockerfile } from './image.ts';
import { fetchLinters, lint } from './linters.ts';

const hasLinters = await fetchLinters();
if (!hasLinters) console.warn("Debian's packages of the linters cannot be had; the tests with them are skipped.");

/** Files and folders beside the code that a file names, but not the repository as a whole. */
const findOpenedPaths = (file: string, text: string) =>
  [...text.matchAll(/join\(import\.meta\.dirname, '([^']+)'/g)]
    .map(([, path = '']) => posix.join(posix.dirname(file), path))
    .filter((path) => !/^\.\/?$/.test(path) && existsSync(join(project, path)));

describe('the Dockerfile', () => {
  const steps = readDockerfile(readProjectFile('Dockerfile'));
  const stageOf = (name: string) => {
    const start = steps.findIndex(({ keyword, words }) => keyword === 'FROM' && words[2] === name);
    const length = steps.slice(start + 1).findIndex(({ keyword }) => keyword === 'FROM');
    return steps.slice(start, start + 1 + length);
  };
  const find = (keyword: string, stage = 'portal') => stageOf(stage).filter((step) => step.keyword === keyword);

  it('is valid', () => {
    expect(validateDockerfile(readProjectFile('Dockerfile'))).toEqual([]);
  });

  it('uses the pinned Node in each stage, and builds the portal unless a stage is named', () => {
    const images = steps.filter(({ keyword }) => keyword === 'FROM').map(({ words }) => words[0] ?? '');
    expect(images.filter((image) => image.startsWith('node:'))).toEqual(Array(3).fill(`node:${versions.node}-slim`));
    expect(images.filter((image) => !image.startsWith('node:'))).toEqual(['postgres:18', 'portal']);
    expect(images.at(-1)).toBe('portal');
  });

  it('has an image of the same portal with the client programs of the server’s version, which backs up', () => {
    const compose = parse(readProjectFile('deploy/compose.yaml'), { merge: true }) as {
      services: Record<string, ComposeService>;
    };
    expect(find('FROM', 'backup')[0]?.words[0]).toBe(compose.services.postgres?.image);
    const copied = find('COPY', 'backup').map(({ words, flags }) => [flags.from, ...words]);
    expect(copied).toEqual([
      ['portal', '/usr/local/bin/node', '/usr/local/bin/node'],
      ['portal', '/app', './'],
    ]);
    for (const keyword of ['USER', 'ENTRYPOINT', 'STOPSIGNAL', 'WORKDIR'])
      expect([keyword, find(keyword, 'backup')[0]?.words]).toEqual([keyword, find(keyword)[0]?.words]);
    expect(find('CMD', 'backup')[0]?.words).toEqual(backUpTo('/backups'));
    expect(listProductionCommands()).toContain(backUpTo('/backups')[0]);
  });

  it('copies everything that the commands of production load or open, the SQL of the schema included', async () => {
    const sent = dockerignoreModule.default().add(readProjectFile('.dockerignore'));
    const folders = find('COPY').flatMap(({ words, flags }) => (flags.from ? [] : words.slice(0, -1)));
    const { migrations, files: repeatable } = await readSchemaFiles();
    const files = [
      ...[...readProductionFiles()].flatMap(([file, text]) => [file, ...findOpenedPaths(file, text)]),
      ...migrations.flatMap(({ files }) => files.map(({ name }) => posix.join('api/platform/db/migrations', name))),
      ...repeatable.map(({ name }) => name),
    ];
    const missing = files.filter(
      (file) => sent.ignores(file) || !folders.some((folder) => file === folder || file.startsWith(`${folder}/`)),
    );
    expect(missing).toEqual([]);
    expect(folders.filter((folder) => !existsSync(join(project, folder)))).toEqual([]);
  });

  it('keeps secrets and what was installed or built elsewhere out', () => {
    const files = [
      '.env',
      'deploy/.env',
      'data/secret-key',
      'node_modules/pg/package.json',
      'dist/web/index.html',
      '.git/config',
    ];
    const sent = dockerignoreModule.default().add(readProjectFile('.dockerignore'));
    expect(files.filter((file) => !sent.ignores(file))).toEqual([]);
  });

  it('serves as a user without rights, who receives signals itself', () => {
    expect(find('USER')[0]?.words[0]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    for (const keyword of ['ENTRYPOINT', 'CMD']) expect(find(keyword).map(({ isJson }) => isJson)).toEqual([true]);
    expect(find('STOPSIGNAL')[0]?.words).toEqual(['SIGTERM']);
    const words = [...(find('ENTRYPOINT')[0]?.words ?? []), ...(find('CMD')[0]?.words ?? [])];
    expect(words.slice(1).filter((word) => word.startsWith('tools/') && !existsSync(join(project, word)))).toEqual([]);
    expect(scriptOf(words)).toBe('tools/serve.ts');
    expect(find('HEALTHCHECK')[0]?.text).toMatch(/CMD \["node", "tools\/health-check.mjs"\]$/);
  });

  it('names variables of the portal', () => {
    const names = find('ENV').flatMap(({ words }) => words.map((word) => word.split('=')[0] ?? ''));
    expect(unknownVariables(names, ['NODE_ENV'])).toEqual([]);
  });
});

interface ComposeService {
  image?: string;
  profiles?: string[];
  logging?: { options?: Record<string, string> };
  ports?: string[];
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
}

describe('the compose file', () => {
  const text = readProjectFile('deploy/compose.yaml');
  const compose = parse(text, { merge: true }) as {
    services: Record<string, ComposeService>;
    networks: { backend: { ipam: { config: { subnet: string }[] } } };
  };
  const portals = Object.entries(compose.services).filter(([name]) => /^(?:portal|migrate|backup)/.test(name));

  it('follows the compose specification, and has no errors for its linter', () => {
    // The proxy is for everyone.
    const words = ['--quiet', '--formatter', 'json', '--disable-rule', 'no-unbound-port-interfaces'];
    const linter = join(project, 'node_modules/dclint/bin/dclint.cjs');
    const { status, stdout } = spawnSync(process.execPath, [linter, 'deploy/compose.yaml', ...words], {
      cwd: project,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '[]\n']);
  });

  it.runIf(hasLinters)('can be read by Docker’s own program', () => {
    const needed = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => [name, 'x'] as const);
    expect(lint('docker-compose', join(project, 'deploy/compose.yaml'), Object.fromEntries(needed))).toBe('');
    expect(lint('docker-compose', join(project, 'deploy/compose.yaml'))).toContain('is missing in deploy/.env');
  });

  it('keeps what is written to the log within limits, for every service', () => {
    const limits = Object.entries(compose.services).map(([name, { logging }]) => [name, logging?.options]);
    expect(limits).toEqual(Object.keys(compose.services).map((name) => [name, { 'max-size': '100m', 'max-file': '5' }]));
  });

  it('backs up only when it is asked to, to a folder of the machine, with the files of the portal', () => {
    const { profiles, command, volumes = [] } = compose.services.backup ?? {};
    expect([profiles, command]).toEqual([['backup'], undefined]);
    expect(compose.services.backup?.image).toMatch(/^livery-backup:/);
    expect(compose.services['portal-1']?.image).toMatch(/^livery:/);
    expect(volumes).toEqual(['files:/var/lib/livery', expect.stringMatching(/^\$\{BACKUP_FOLDER:-.*}:\/backups$/)]);
    expect(compose.services['portal-1']?.volumes).toContain(volumes[0]);
  });

  it('serves metrics on a port of their own, which is not open to the outside', () => {
    expect(compose.services['portal-1']?.environment?.METRICS_PORT).toBe('9464');
    const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) => (ports.length > 0 ? [name] : []));
    expect(open).toEqual(['proxy']);
  });

  it('runs two portals, migrations and backups, read-only, with variables of the portal', () => {
    expect(portals.map(([name]) => name).sort()).toEqual(['backup', 'migrate', 'portal-1', 'portal-2']);
    for (const [, { environment = {}, read_only, command = [] }] of portals) {
      expect(unknownVariables(Object.keys(environment))).toEqual([]);
      expect(read_only).toBe(true);
      expect(command.filter((word) => !listProductionCommands().includes(word))).toEqual([]);
    }
  });

  it('keeps the password of the owner from the portals', () => {
    const knowing = portals.filter(([, { environment = {} }]) => JSON.stringify(environment).includes('OWNER'));
    expect(knowing.map(([name]) => name).sort()).toEqual(['backup', 'migrate']);
  });

  it('contains no secrets, and names each variable that deploy/.env must have', () => {
    const named = [...text.matchAll(/\$\{([A-Z_]+)(:[?-][^}]*)?\}/g)].map(([, name = '', fallback]) => ({ name, fallback }));
    expect(named.filter(({ fallback }) => fallback === undefined)).toEqual([]);
    expect(new Set(namesIn('deploy/.env.example'))).toEqual(
      new Set(named.map(({ name }) => name).filter((name) => name !== 'LIVERY_VERSION')),
    );
    expect(readProjectFile('deploy/.env.example')).not.toMatch(/^[A-Z_]+=\S/m);
    expect(text).toContain(`\${LIVERY_VERSION:-${versions.portal}}`);
  });

  it('trusts its own network, and mounts files that exist', () => {
    const { subnet } = compose.networks.backend.ipam.config[0] ?? {};
    expect(compose.services['portal-1']?.environment?.TRUSTED_PROXIES).toBe(subnet);
    const mounted = Object.values(compose.services).flatMap(({ volumes = [] }) =>
      volumes.filter((volume) => volume.startsWith('.')).map((volume) => volume.split(':')[0] ?? ''),
    );
    expect(mounted.filter((file) => !existsSync(join(project, 'deploy', file)))).toEqual([]);
  });

  it.runIf(hasLinters)('has a proxy whose Caddyfile Caddy accepts', () => {
    const check = (file: string) => lint('caddy', file, { LIVERY_HOSTS: 'uniforms.example, workwear.example' });
    expect(check(join(project, 'deploy/Caddyfile'))).toEqual('');
  });

  it('has a proxy that knows both portals, asks whether they are ready, and repeats only what changes nothing', () => {
    const caddy = readProjectFile('deploy/Caddyfile');
    expect(/reverse_proxy (.*) \{/.exec(caddy)?.[1]).toBe('portal-1:3000 portal-2:3000');
    expect(caddy).toContain('health_uri /readyz');
    expect(/lb_retry_match \{\s*method (.*)/.exec(caddy)?.[1]?.split(' ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });
});

test.runIf(hasLinters)('every script passes ShellCheck', () => {
  const scripts = readdirSync(join(project, 'deploy'), { recursive: true, encoding: 'utf8' })
    .map((file) => join('deploy', file))
    .filter((file) => statSync(join(project, file)).isFile() && readProjectFile(file).startsWith('#!'));
  expect(scripts.toSorted()).toEqual(['deploy/postgres/create-roles.sh', 'deploy/systemd/livery']);
  expect(scripts.map((file) => lint('shellcheck', join(project, file)))).toEqual(['', '']);
});

test('each supervisor waits longer than the portal takes to stop', () => {
  const seconds = Number(/STOP_DEADLINE_MS = (\d+)_000/.exec(readProjectFile('tools/lifecycle.ts'))?.[1]);
  const waits = [
    /stop_grace_period: (\d+)s/.exec(readProjectFile('deploy/compose.yaml'))?.[1],
    /terminationGracePeriodSeconds: (\d+)/.exec(readProjectFile('deploy/kubernetes/deployment.yaml'))?.[1],
    /TimeoutStopSec=(\d+)/.exec(readProjectFile('deploy/systemd/livery@.service'))?.[1],
  ].map(Number);
  expect(waits.filter((wait) => !(wait > seconds))).toEqual([]);
});
