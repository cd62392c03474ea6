import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../../fair-queue.ts';
import type { SvgReply, SvgTask } from './svg-findings.ts';

const MAX_DURATION_MS = 6000;
const MAX_HEAP_MB = 192;
/** The process is kept for files that follow soon. */
const IDLE_MS = 20_000;
const BUSY = 'Many pictures are being processed at the moment. Nothing was saved; please try again in a few seconds.';
const PROGRAM = fileURLToPath(new URL('./svg-process.ts', import.meta.url));

const queue = new FairQueue(BUSY);
let current: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Draws an SVG of others as a PNG with `side` pixels on its longer side, and cuts off its transparent margins. It is read and drawn in a process of its own,
 * which is ended when that takes longer than 6 seconds or more than 450 MB; a server does this for one file at a time, of each owner in turn. What is not drawn
 * is a finding. Throws 503 when the wait is too long.
 */
export const drawSvg = (task: SvgTask, owner: string, maxMs = MAX_DURATION_MS): Promise<SvgReply> =>
  queue.run(owner, () => runInProcess(task, maxMs));

function runInProcess(task: SvgTask, maxMs: number): Promise<SvgReply> {
  clearTimeout(idle);
  current ??= start();
  const child = current;
  return new Promise((resolve) => {
    const settle = (reply: SvgReply) => {
      clearTimeout(timer);
      child.off('message', settle).off('exit', fail).off('error', fail);
      resolve(reply);
    };
    const fail = () => {
      current = undefined;
      child.kill('SIGKILL');
      settle({ finding: { kind: 'too-long' } });
    };
    const timer = setTimeout(fail, maxMs);
    child.on('message', settle).on('exit', fail).on('error', fail);
    child.send(task, (error) => error && fail());
  }).finally(() => {
    idle = setTimeout(stop, IDLE_MS).unref();
  }) as Promise<SvgReply>;
}

function start(): ChildProcess {
  const child = fork(PROGRAM, {
    // Nothing of the server's environment, which has passwords and keys.
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Errors of a process that no task waits for: the next task starts another.
  child.on('error', () => {});
  child.on('exit', () => {
    if (current === child) current = undefined;
  });
  // The server ends without waiting for it.
  child.unref();
  child.channel?.unref();
  return child;
}

function stop(): void {
  current?.kill('SIGKILL');
  current = undefined;
}
