import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The unprivileged user that PostgreSQL runs as when this process is root. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/** The name of PostgreSQL's own account. No other program may use it. */
const ACCOUNT = 'livery-postgres';

/**
 * The account to run PostgreSQL as, because it refuses to run as root: `livery-postgres`, which is created if it does not exist.
 * Where that is impossible (no `useradd`, or a read-only /etc), it is `nobody`. Undefined means the user of this process.
 */
export function findUnprivilegedAccount(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const own = readAccount(ACCOUNT) ?? createAccount();
  return own && isUsable(own) ? own : findSharedAccount();
}

/** Whether the user is one that other programs also run as, and earlier versions ran PostgreSQL as. */
export function isShared(uid: number): boolean {
  return uid === readNobody().uid || uid === lastMapped('uid');
}

/** Creates the account without a password, a shell or a home folder, as packages of PostgreSQL do. */
function createAccount(): SystemAccount | undefined {
  const env = { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` };
  const options = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/usr/sbin/nologin'];
  const { error } = spawnSync('useradd', [...options, ACCOUNT], { env, stdio: 'ignore' });
  if (error) {
    // Alpine has BusyBox's commands instead.
    spawnSync('addgroup', ['-S', ACCOUNT], { env, stdio: 'ignore' });
    const shortOptions = ['-S', '-D', '-H', '-h', '/nonexistent', '-s', '/sbin/nologin', '-G', ACCOUNT];
    spawnSync('adduser', [...shortOptions, ACCOUNT], { env, stdio: 'ignore' });
  }
  // The exit code does not matter: another start may have created it at the same time.
  return readAccount(ACCOUNT);
}

function findSharedAccount(): SystemAccount {
  const nobody = readNobody();
  if (isUsable(nobody)) return nobody;
  // A rootless container may not map nobody's id, 65534.
  const uid = lastMapped('uid');
  const gid = lastMapped('gid');
  if (uid === 0 || gid === 0) {
    throw new Error(
      'PostgreSQL refuses to run as root, and this container knows no other user. Run as an ordinary user, or set DATABASE_URL.',
    );
  }
  return { uid, gid };
}

/** Whether the account can enter the folder. The kernel decides, because file modes alone are not enough (ACLs, mounts). */
export function canEnterFolder(folder: string, account: SystemAccount | undefined): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' });
  return status === 0;
}

function readNobody(): SystemAccount {
  return readAccount('nobody') ?? { uid: 65534, gid: 65534 };
}

function readAccount(name: string): SystemAccount | undefined {
  const line = readOr('/etc/passwd', '')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Whether the ids exist in this container. */
function isUsable({ uid, gid }: SystemAccount): boolean {
  return isMapped(uid, 'uid') && isMapped(gid, 'gid');
}

function isMapped(id: number, kind: 'uid' | 'gid'): boolean {
  return readMap(kind).some(({ first, count }) => id >= first && id < first + count);
}

function lastMapped(kind: 'uid' | 'gid'): number {
  return Math.max(...readMap(kind).map(({ first, count }) => first + count - 1));
}

function readMap(kind: 'uid' | 'gid'): { first: number; count: number }[] {
  const everyId = '0 0 4294967295';
  return readOr(`/proc/self/${kind}_map`, everyId)
    .trim()
    .split('\n')
    .map((line) => {
      const [first = 0, , count = 0] = line.trim().split(/\s+/).map(Number);
      return { first, count };
    });
}

function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
