import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from '../../fair-queue.ts';
import type { SvgReply, SvgTask } from './svg-findings.ts';

const MAX_DURATION_MS = 6000;
const MAX_HEAP_MB = 192;
/** Longer than it takes to start on a busy machine. */
const START_MS = 10_000;
/** The process is kept for files that follow soon. */
const IDLE_MS = 20_000;
const BUSY = 'Many pictures are being processed at the moment. Nothing was saved; please try again in a few seconds.';
const PROGRAM = fileURLToPath(new URL('./svg-process.ts', import.meta.url));

const queue = new FairQueue(BUSY);
/** The process, once it has said that it is ready. */
let current: Promise<ChildProcess> | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Draws an SVG of others as a PNG with `side` pixels on its longer side, and cuts off its transparent margins. It is read and drawn in a process of its own,
 * which is ended when that takes longer than 6 seconds or more than 450 MB; a server does this for one file at a time, of each owner in turn. What is not drawn
 * is a finding. Throws 503 when the wait is too long.
 */
export const drawSvg = (task: SvgTask, owner: string, maxMs = MAX_DURATION_MS): Promise<SvgReply> =>
  queue.run(owner, async () => {
    clearTimeout(idle);
    current ??= start();
    try {
      return await ask(await current, task, maxMs);
    } finally {
      idle = setTimeout(stop, IDLE_MS).unref();
    }
  });

/** What the process answers; it is ended when it does not in time. */
function ask(child: ChildProcess, task: SvgTask, maxMs: number): Promise<SvgReply> {
  const { promise, resolve } = Promise.withResolvers<SvgReply>();
  const fail = () => {
    stop();
    child.kill('SIGKILL');
    resolve({ finding: { kind: 'too-long' } });
  };
  const timer = setTimeout(fail, maxMs);
  child.once('message', resolve).once('exit', fail);
  child.send(task, (error) => error && fail());
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', fail);
  });
}

function start(): Promise<ChildProcess> {
  const child = fork(PROGRAM, {
    // Nothing of the server's environment, which has passwords and keys.
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<ChildProcess>();
  const fail = () => {
    // Unless another has taken its place.
    if (current === started) current = undefined;
    reject(new Error('The process that draws SVG files did not start.'));
  };
  const timer = setTimeout(fail, START_MS);
  child
    .once('message', () => resolve(child))
    .on('error', fail)
    .on('exit', fail);
  // The server ends without waiting for it.
  child.unref();
  child.channel?.unref();
  const started = promise.finally(() => clearTimeout(timer));
  return started;
}

function stop(): void {
  const ended = current;
  current = undefined;
  void ended?.then((child) => child.kill('SIGKILL')).catch(() => {});
}
