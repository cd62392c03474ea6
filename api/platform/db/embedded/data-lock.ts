import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  constants,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  writeSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';

export interface DataFolderLock {
  release(): Promise<void>;
}

/** Thrown if another process holds the folder. `ownerPid` is undefined if it is unknown. */
export class DataFolderInUseError extends Error {
  readonly ownerPid: number | undefined;

  constructor(folder: string, ownerPid: number | undefined) {
    const owner = ownerPid === undefined ? 'another process' : `process ${ownerPid}`;
    super(`The data folder ${folder} is in use by ${owner}. Stop that one first, or choose another folder with DATA_DIR.`);
    this.name = 'DataFolderInUse';
    this.ownerPid = ownerPid;
  }
}

/**
 * Locks the data folder for this process, creating it if necessary. The kernel releases the lock when the process ends for any
 * reason, so there is never a stale lock to remove.
 *
 * @throws DataFolderInUse when another process (or an earlier call in this one) holds it
 */
export async function lockDataFolder(folder: string): Promise<DataFolderLock> {
  mkdirSync(folder, { recursive: true });
  const realFolder = realpathSync(folder);
  const file = join(realFolder, 'owner.lock');
  const steps: (() => Promise<void> | void)[] = [];
  const release = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    if (process.platform === 'linux') steps.push(await holdAbstractSocket(realFolder));
    const descriptor = openLocked(file);
    steps.push(() => closeSync(descriptor));
    ftruncateSync(descriptor);
    writeSync(descriptor, `${process.pid}\n`, 0);
  } catch (error) {
    await release();
    if (error instanceof Held) throw new DataFolderInUseError(folder, readOwner(file));
    throw error;
  }
  return { release };
}

class Held extends Error {}

/** Locks with an abstract socket, which has no file: only one process can bind its name, and it ends with the process. */
function holdAbstractSocket(realFolder: string): Promise<() => Promise<void>> {
  // Device and inode rather than the path, because the same folder can have several paths (a bind mount).
  const { dev, ino } = statSync(realFolder);
  const name = createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 32);
  const server = createServer((connection) => connection.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(error.code === 'EADDRINUSE' ? new Held() : error));
    server.listen(`\0livery-data-${name}`, () => {
      server.unref();
      resolve(() => new Promise((closed) => server.close(() => closed())));
    });
  });
}

// Flags of open() without a name in Node: O_EXLOCK on macOS, and exclusive access in libuv on Windows.
const openExclusively: Partial<Record<NodeJS.Platform, number>> = {
  darwin: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};

function openLocked(file: string): number {
  const flags = constants.O_RDWR | constants.O_CREAT | (openExclusively[process.platform] ?? 0);
  let descriptor: number;
  try {
    descriptor = openSync(file, flags, 0o644);
  } catch (error) {
    if (['EAGAIN', 'EWOULDBLOCK', 'EBUSY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw new Held();
    if ((error as NodeJS.ErrnoException).code === 'EACCES') {
      throw new Error(`This user cannot write to the data folder ${dirname(file)}, which another user created.`);
    }
    throw error;
  }
  // flock also works between containers that share a volume; abstract sockets do not. The lock belongs to the open file, which
  // the short-lived command shares with this process, so it is held until this process closes the file.
  if (process.platform === 'linux') {
    const { status } = spawnSync('flock', ['--nonblock', '3'], { stdio: ['ignore', 'ignore', 'ignore', descriptor] });
    if (status === 1) {
      closeSync(descriptor);
      throw new Held();
    }
  }
  return descriptor;
}

function readOwner(file: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}
