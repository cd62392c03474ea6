import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Installs a Debian package or several, without recommended packages; `purpose` completes "Installing … for". Returns false where that is not possible:
 * on another system, without root, or when apt-get fails. Processes that install at the same time wait for each other.
 */
export async function installDebianPackage(names: string | readonly string[], purpose: string): Promise<boolean> {
  const hasApt = await access('/usr/bin/apt-get').then(
    () => true,
    () => false,
  );
  if (process.getuid?.() !== 0 || !hasApt) return false;
  const packages = [names].flat();
  console.log(`Installing ${packages.join(' and ')} for ${purpose} (apt-get install); this takes a minute …`);
  const script = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends "$@"';
  const child = spawn('flock', [join(tmpdir(), 'livery-apt.lock'), 'sh', '-c', script, 'sh', ...packages], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}

const UNPACK = `
set -e
mkdir -p lists/partial archives/partial
site=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Origin: Debian' | grep -v security | head -n 1)
echo "deb $site $1 main" > sources.list
set_aside="-o Dir::Etc::SourceList=$PWD/sources.list -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=$PWD/lists -o Dir::Cache=$PWD -o APT::Sandbox::User=root"
dependencies=$2; shift 2
apt-get $set_aside update -qq
if [ "$dependencies" = true ]; then
  # As on a system on which nothing is installed.
  touch status
  apt-get $set_aside -o Dir::State::status="$PWD/status" --no-install-recommends --download-only -y -qq install "$@" > /dev/null
  mv archives/*.deb .
else
  apt-get $set_aside download -qq "$@"
fi
for package in *.deb; do dpkg-deb -x "$package" unpacked; done
rm -rf lists status *.deb
mv unpacked root`;

/**
 * Unpacks packages of a Debian release (`bookworm`) into the folder `root` of `folder`, without installing them: nothing of the system changes, and
 * the release may be another than the machine's. Their dependencies have to be named, unless `hasDependencies` takes all of them, the C library included.
 * Does nothing if they are there already; returns false where there is no apt-get, or no such package.
 */
export async function unpackDebianPackages(
  release: string,
  packages: readonly string[],
  folder: string,
  { hasDependencies = false }: { hasDependencies?: boolean } = {},
): Promise<boolean> {
  const script = `[ -d root ] || { ${UNPACK}\n}`;
  await mkdir(folder, { recursive: true });
  const child = spawn('flock', [join(folder, 'lock'), 'sh', '-c', script, 'sh', release, String(hasDependencies), ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Without the program flock there is no Debian either.
  const code = await Promise.race([
    once(child, 'exit').then(([code]) => code as number | null),
    once(child, 'error').then(() => 1),
  ]);
  return code === 0;
}
