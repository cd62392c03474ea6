import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A part of a cluster's folder, by its path in it. */
export interface ClusterEntry {
  path: string;
  isFolder: boolean;
}

// What PostgreSQL's documentation says to leave out ("Making a Base Backup Using the Low Level API"), as pg_basebackup does.
/** Files at the top that belong to the running server, or to an earlier restore. */
const OF_THE_SERVER =
  /^(postmaster\.(pid|opts)|(backup_label|tablespace_map)(\.old)?|backup_manifest|current_logfiles|(recovery|standby)\.signal|\.s\.PGSQL\..*|.*\.(new|tmp))$/;
/** Folders whose content PostgreSQL creates anew. WAL is copied after everything else. */
const CREATED_ANEW = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);
/** Temporary files and tables, and caches that are built anew. */
const TEMPORARY = /^(pgsql_tmp|pg_internal\.init|t\d+_\d+)/;
/** Copied by itself: PostgreSQL overwrites it while it is read. */
export const CONTROL_FILE = join('global', 'pg_control');

/**
 * The folders and files of a running cluster that a copy needs besides pg_control, each folder before its content. What disappears meanwhile is left out: PostgreSQL deletes
 * files at any time, and its WAL contains what matters.
 *
 * @throws if the cluster has tablespaces, which lie outside its folder
 */
export async function* listClusterEntries(cluster: string): AsyncGenerator<ClusterEntry> {
  if ((await readdir(join(cluster, 'pg_tblspc'))).length > 0)
    throw new Error(
      'The database has tablespaces, which a copy of its folder does not contain. Move their tables back (alter table … set tablespace pg_default) and drop them, then repeat.',
    );
  yield* listFolder(cluster, '');
  for (const path of [join('pg_wal', 'archive_status'), join('pg_wal', 'summaries')]) yield { path, isFolder: true };
}

async function* listFolder(cluster: string, folder: string): AsyncGenerator<ClusterEntry> {
  const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch(ignoreMissing);
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name);
    if (TEMPORARY.test(entry.name) || path === CONTROL_FILE || (folder === '' && OF_THE_SERVER.test(entry.name))) continue;
    if (entry.isDirectory() || entry.isSymbolicLink()) {
      yield { path, isFolder: true };
      if (!CREATED_ANEW.has(path)) yield* listFolder(cluster, path);
    } else if (entry.isFile()) yield { path, isFolder: false };
  }
}

/** The size of what is to be copied, roughly. */
export async function measureCluster(cluster: string): Promise<number> {
  let bytes = 0;
  for await (const { path, isFolder } of listClusterEntries(cluster))
    if (!isFolder) bytes += (await lstat(join(cluster, path)).catch(ignoreMissing))?.size ?? 0;
  return bytes;
}

/** For `catch`: undefined if a file does not exist; rethrows other errors. */
export function ignoreMissing(error: { code?: string }): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** Folders that may be empty, so that a copy by a program which knows only files, such as one to object storage, lacks them. */
export const FOLDERS_THAT_MAY_BE_EMPTY: readonly string[] = [
  ...CREATED_ANEW,
  'pg_commit_ts',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_stat',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];
