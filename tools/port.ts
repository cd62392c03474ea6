import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { createServer } from 'node:net';

/**
 * Resolves when the port can be listened on.
 *
 * @throws an error that names the port, and the process that uses it where that is known
 */
export async function checkPort(port: number, host: string): Promise<void> {
  const addresses = host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
  for (const address of addresses) await tryListening(port, address);
}

function tryListening(port: number, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      if (code === 'EADDRINUSE')
        reject(
          new Error(
            `Port ${port} is in use${describeOwner(port)}. Stop it, or choose another port, for example PORT=${port + 1}.`,
          ),
        );
      else if (code === 'EACCES')
        reject(new Error(`Port ${port} needs more privileges than this user has. Choose a port above 1023 with PORT.`));
      // Without IPv6 there is no ::1.
      else if (address === '::1') resolve();
      else reject(new Error(`Livery cannot listen on ${address}, port ${port}: ${message}`));
    });
    probe.listen({ port, host: address, exclusive: true }, () => probe.close(() => resolve()));
  });
}

function describeOwner(port: number): string {
  try {
    return process.platform === 'linux' ? ownerFromProc(port) : ownerFromLsof(port);
  } catch {
    return '';
  }
}

function ownerFromProc(port: number): string {
  const inode = findListener(port);
  if (inode === undefined) return '';
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (holds(pid, `socket:[${inode}]`)) {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      return ` by process ${pid} (${command.slice(0, 80)})`;
    }
  }
  return ' by a process of another user';
}

/** The inode of the socket in state 0A, listening, on the port. */
function findListener(port: number): string | undefined {
  const wanted = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    for (const line of readFileSync(table, 'utf8').split('\n').slice(1)) {
      const [, local = '', , state, , , , , , inode] = line.trim().split(/\s+/);
      if (local.endsWith(wanted) && state === '0A') return inode;
    }
  }
  return undefined;
}

function holds(pid: string, socket: string): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((descriptor) => readlinkSync(`/proc/${pid}/fd/${descriptor}`) === socket);
  } catch {
    return false;
  }
}

function ownerFromLsof(port: number): string {
  const { stdout } = spawnSync('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fpc'], { encoding: 'utf8' });
  const [, pid, command] = /^p(\d+)\nc(.*)$/m.exec(stdout ?? '') ?? [];
  return pid === undefined ? '' : ` by process ${pid} (${command})`;
}
