import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
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
