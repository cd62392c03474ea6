import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { isShared, type SystemAccount } from './postgres-account.ts';

/**
 * Path of the file with the password of the cluster's roles. It is beside the cluster and belongs to the user of the portal, so
 * that the account of PostgreSQL cannot read it.
 */
export function getPasswordFile(cluster: string): string {
  return `${cluster}-password`;
}

/** Writes a new random password that only the user of this process can read. */
export function createPassword(cluster: string): string {
  const password = randomUUID();
  const file = getPasswordFile(cluster);
  writeFileSync(file, password, { mode: 0o600 });
  // The mode above holds only for a new file.
  chmodSync(file, 0o600);
  return password;
}

/**
 * The password of the cluster's roles. Without one, because an earlier version created the cluster or the file is lost, there is a
 * new one, and the cluster accepts connections without a password until `requirePassword`.
 */
export function readPassword(cluster: string): string {
  const file = getPasswordFile(cluster);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  // There the server listens on a port that every user of the machine can reach.
  if (process.platform === 'win32') throw new Error(`The file ${file} with the password of the database is missing.`);
  writeAuthentication(cluster, 'trust');
  return createPassword(cluster);
}

/** Whether anyone who can open the socket can connect. Earlier versions created their clusters like this. */
export function acceptsWithoutPassword(cluster: string): boolean {
  return /^[^#\n]*\strust\s*$/m.test(readFileSync(join(cluster, 'pg_hba.conf'), 'utf8'));
}

/** Lets only those connect who know the password. The server must be started again. */
export const requirePassword = (cluster: string) => writeAuthentication(cluster, 'scram-sha-256');

function writeAuthentication(cluster: string, authentication: 'trust' | 'scram-sha-256'): void {
  const file = join(cluster, 'pg_hba.conf');
  const { uid, gid } = statSync(file);
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, `local all all ${authentication}\nhost all all 127.0.0.1/32 ${authentication}\n`, { mode: 0o600 });
  if (process.getuid?.() === 0) chownSync(unfinished, uid, gid);
  renameSync(unfinished, file);
}

/**
 * Gives a cluster of a shared account to another one. Files of other users in it keep their owner: a program that ran as
 * the shared account could have placed a link to one there. No server may be running on the cluster.
 */
export function takeOver(cluster: string, account: SystemAccount): void {
  // First root's, so that the shared account can no longer enter, and an interrupted change is repeated at the next start.
  chownSync(cluster, 0, 0);
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (isShared(lstatSync(path).uid)) lchownSync(path, account.uid, account.gid);
  }
  chownSync(cluster, account.uid, account.gid);
}

/** The account that the cluster belongs to. */
export function findOwner(cluster: string): SystemAccount {
  const { uid, gid } = lstatSync(cluster);
  return { uid, gid };
}

/** Whether the cluster belongs to a shared account, or the change of its owner was interrupted, and this process can change that. */
export function canTakeOver(cluster: string): boolean {
  const { uid } = lstatSync(cluster);
  return process.getuid?.() === 0 && (uid === 0 || isShared(uid));
}
