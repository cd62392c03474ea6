import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import dockerignoreModule from '@balena/dockerignore';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { describe, expect, it, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { variableNames } from '#api/platform/config.ts';
import { readSchemaFiles } from '#api/platform/db/schema-files.ts';
import { listProductionCommands, readProductionFiles } from '../production-files.ts';
import { readDockerfile } from './image.ts';
import { fetchLinters, lint } from './linters.ts';
import { findManifestProblems } from './manifests.ts';

const hasLinters = await fetchLinters();
if (!hasLinters) console.warn("Debian's packages of Caddy and ShellCheck cannot be had; the tests with them are skipped.");

const project = join(import.meta.dirname, '../..');
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
const { version, devDependencies } = JSON.parse(textOf('package.json')) as {
  version: string;
  devDependencies: Record<string, string>;
};

/** Names that are no variable of the portal. */
const unknownVariables = (names: readonly string[], others: readonly string[] = []) =>
  names.filter((name) => !variableNames.includes(name) && !others.includes(name));

/** The script that arguments of the launcher run. */
const scriptOf = (words: readonly string[]) => words.find((word) => /^tools\/.*\.ts$/.test(word)) ?? words.join(' ');

/** Files and folders beside the code that a file names, but not the repository as a whole. */
const findOpenedPaths = (file: string, text: string) =>
  [...text.matchAll(/join\(import\.meta\.dirname, '([^']+)'/g)]
    .map(([, path = '']) => posix.join(posix.dirname(file), path))
    .filter((path) => !/^\.\/?$/.test(path) && existsSync(join(project, path)));

/** The names in a file with a line for each variable. */
const namesIn = (file: string) => [...textOf(file).matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name);

describe('the Dockerfile', () => {
  const steps = readDockerfile(textOf('Dockerfile'));
  const last = steps.slice(steps.findLastIndex(({ keyword }) => keyword === 'FROM'));
  const find = (keyword: string) => last.filter((step) => step.keyword === keyword);

  it('is valid', () => {
    expect(validateDockerfile(textOf('Dockerfile'))).toEqual([]);
  });

  it('uses the pinned Node in each stage', () => {
    const images = steps.filter(({ keyword }) => keyword === 'FROM').map(({ words }) => words[0]);
    expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-slim`]));
  });

  it('copies everything that the commands of production load or open, the SQL of the schema included', async () => {
    const sent = dockerignoreModule.default().add(textOf('.dockerignore'));
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
    const sent = dockerignoreModule.default().add(textOf('.dockerignore'));
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
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  read_only?: boolean;
  stop_grace_period?: string;
}

describe('the compose file', () => {
  const text = textOf('deploy/compose.yaml');
  const compose = parse(text, { merge: true }) as {
    services: Record<string, ComposeService>;
    networks: { backend: { ipam: { config: { subnet: string }[] } } };
  };
  const portals = Object.entries(compose.services).filter(([name]) => /^(?:portal|migrate)/.test(name));

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

  it('runs two portals and the migrations, read-only, with variables of the portal', () => {
    expect(portals.map(([name]) => name).sort()).toEqual(['migrate', 'portal-1', 'portal-2']);
    for (const [, { environment = {}, read_only, command = [] }] of portals) {
      expect(unknownVariables(Object.keys(environment))).toEqual([]);
      expect(read_only).toBe(true);
      expect(command.filter((word) => !listProductionCommands().includes(word))).toEqual([]);
    }
  });

  it('keeps the password of the owner from the portals', () => {
    const knowing = portals.filter(([, { environment = {} }]) => JSON.stringify(environment).includes('OWNER'));
    expect(knowing.map(([name]) => name)).toEqual(['migrate']);
  });

  it('contains no secrets, and names each variable that deploy/.env must have', () => {
    const named = [...text.matchAll(/\$\{([A-Z_]+)(:[?-][^}]*)?\}/g)].map(([, name = '', fallback]) => ({ name, fallback }));
    expect(named.filter(({ fallback }) => fallback === undefined)).toEqual([]);
    expect(new Set(namesIn('deploy/.env.example'))).toEqual(
      new Set(named.map(({ name }) => name).filter((name) => name !== 'LIVERY_VERSION')),
    );
    expect(textOf('deploy/.env.example')).not.toMatch(/^[A-Z_]+=\S/m);
    expect(text).toContain(`\${LIVERY_VERSION:-${version}}`);
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
    const caddy = textOf('deploy/Caddyfile');
    expect(/reverse_proxy (.*) \{/.exec(caddy)?.[1]).toBe('portal-1:3000 portal-2:3000');
    expect(caddy).toContain('health_uri /readyz');
    expect(/lb_retry_match \{\s*method (.*)/.exec(caddy)?.[1]?.split(' ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS']);
  });
});

describe('the manifests for Kubernetes', () => {
  const folder = 'deploy/kubernetes';
  const manifests = readdirSync(join(project, folder)).flatMap((file) =>
    parseAllDocuments(textOf(join(folder, file))).map((document) => ({ file, manifest: document.toJS() })),
  );
  const containers = manifests.flatMap(({ manifest }) => manifest.spec?.template?.spec?.containers ?? []);

  it('follow the schemas of its API', () => {
    expect(manifests.map(({ manifest }) => manifest.kind).sort()).toEqual(
      ['ConfigMap', 'Deployment', 'Ingress', 'Job', 'PodDisruptionBudget', 'Secret', 'Secret', 'Service'].sort(),
    );
    const problems = manifests.flatMap(({ file, manifest }) => findManifestProblems(manifest).map((text) => `${file} ${text}`));
    expect(problems).toEqual([]);
  });

  it('would be refused with a field that has a wrong name, or a value of a wrong kind', () => {
    const service = manifests.find(({ manifest }) => manifest.kind === 'Service')?.manifest;
    const wrong = { ...service, spec: { ...service.spec, selectors: {}, ports: [{ port: '80' }] } };
    expect(findManifestProblems(wrong)).toEqual(['/spec/selectors: unknown field', '/spec/ports/0/port: must be integer']);
  });

  it('name variables of the portal, and contain no secrets', () => {
    const values = manifests.filter(({ manifest }) => ['ConfigMap', 'Secret'].includes(manifest.kind));
    const names = values.flatMap(({ manifest }) => Object.keys(manifest.data ?? manifest.stringData));
    expect(unknownVariables(names)).toEqual([]);
    const secrets = values.flatMap(({ manifest }) => Object.values(manifest.stringData ?? {}));
    expect(secrets.filter((value) => value !== '')).toEqual([]);
  });

  it('run this version, read-only and without rights', () => {
    expect(containers).toHaveLength(2);
    for (const { image, args = [], securityContext } of containers) {
      expect(image).toMatch(new RegExp(`/livery:${version.replaceAll('.', '\\.')}$`));
      expect(args.filter((word: string) => !listProductionCommands().includes(word))).toEqual([]);
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it('ask the paths that the server answers', () => {
    const health = textOf('api/platform/http/health.ts');
    const paths = containers.flatMap(({ startupProbe, livenessProbe, readinessProbe }) =>
      [startupProbe, livenessProbe, readinessProbe].filter(Boolean).map(({ httpGet }) => httpGet.path),
    );
    expect(paths).toEqual(['/livez', '/livez', '/readyz']);
    for (const path of paths) expect(health).toContain(`'${path}'`);
  });

  it('select the pods of the Deployment', () => {
    const labelsOf = (kind: string) => manifests.find(({ manifest }) => manifest.kind === kind)?.manifest.spec;
    const { labels } = labelsOf('Deployment').template.metadata;
    expect(labelsOf('Deployment').selector.matchLabels).toEqual(labels);
    expect(labelsOf('PodDisruptionBudget').selector.matchLabels).toEqual(labels);
    expect(labelsOf('Service').selector).toEqual(labels);
    expect(labelsOf('Job').template.metadata.labels).not.toEqual(labels);
  });
});

describe('the units for systemd', () => {
  const folder = 'deploy/systemd';
  const units = readdirSync(join(project, folder)).filter((file) => file.endsWith('.service'));
  const settingOf = (unit: string, name: string) =>
    [...textOf(join(folder, unit)).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value);
  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  it.runIf(hasSystemd)('pass systemd-analyze, with little left that the process could do', async () => {
    const copies = await mkdtemp(join(tmpdir(), 'livery-units-'));
    for (const unit of units) {
      const copy = join(copies, unit);
      // The Node of this machine, since that of the unit need not be here.
      await writeFile(copy, textOf(join(folder, unit)).replace('=/usr/bin/node', `=${process.execPath}`));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', copy], { encoding: 'utf8' });
      expect([status, stderr.split('\n').filter((line) => line.includes(copies))]).toEqual([0, []]);
      execFileSync('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=20', copy], { stdio: 'ignore' });
    }
    await rm(copies, { recursive: true });
  });

  it('run commands of production, in their order', () => {
    expect(units.map((unit) => scriptOf(settingOf(unit, 'ExecStart')[0]?.split(' ') ?? []))).toEqual([
      'tools/migrate.ts',
      'tools/serve.ts',
    ]);
    expect(settingOf('livery@.service', 'After')[0]).toContain('livery-migrate.service');
    expect(settingOf('livery@.service', 'RestartPreventExitStatus')).toEqual(['78']);
  });

  it('name variables of the portal, and read those of the owner for migrations alone', () => {
    const names = units.flatMap((unit) =>
      settingOf(unit, 'Environment').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? '')),
    );
    expect(unknownVariables(names, ['NODE_ENV', 'NODE_COMPILE_CACHE'])).toEqual([]);
    for (const file of ['livery', 'migrate']) expect(unknownVariables(namesIn(`${folder}/${file}.env.example`))).toEqual([]);
    expect(settingOf('livery@.service', 'EnvironmentFile')).toEqual(['/etc/livery/livery.env']);
  });
});

test.runIf(hasLinters)('the script for PostgreSQL passes ShellCheck', () => {
  expect(lint('shellcheck', join(project, 'deploy/postgres/create-roles.sh'))).toBe('');
});

test('each supervisor waits longer than the portal takes to stop', () => {
  const seconds = Number(/STOP_DEADLINE_MS = (\d+)_000/.exec(textOf('tools/lifecycle.ts'))?.[1]);
  const waits = [
    /stop_grace_period: (\d+)s/.exec(textOf('deploy/compose.yaml'))?.[1],
    /terminationGracePeriodSeconds: (\d+)/.exec(textOf('deploy/kubernetes/deployment.yaml'))?.[1],
    /TimeoutStopSec=(\d+)/.exec(textOf('deploy/systemd/livery@.service'))?.[1],
  ].map(Number);
  expect(waits.filter((wait) => !(wait > seconds))).toEqual([]);
});
