import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The unprivileged user that PostgreSQL runs as when this process is root. */
export interface SystemAccount {
  uid: number;
  gid: number;
}

/**
 * The account to run PostgreSQL as, because it refuses to run as root: in a container, where this process is root, it is the
 * existing user `nobody`. Undefined means the user of this process.
 */
export function findUnprivilegedAccount(): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const nobody = readNobody();
  if (isMapped(nobody.uid, 'uid') && isMapped(nobody.gid, 'gid')) return nobody;
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
  const fields = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readOr('/etc/passwd', ''));
  return { uid: Number(fields?.[1] ?? 65534), gid: Number(fields?.[2] ?? 65534) };
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
