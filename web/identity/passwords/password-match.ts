import type { PatternMatch } from './password-rule.ts';

const MATCH_TIMEOUT_MS = 200;
/** For loading the worker's script over a slow connection. */
const START_TIMEOUT_MS = 1500;

/** Resolves to the worker's next message; undefined after the timeout or an error. */
function nextMessage(worker: Worker, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const end = (value: unknown) => {
      clearTimeout(timer);
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', onFailure);
      resolve(value);
    };
    const onMessage = ({ data }: MessageEvent) => end(data);
    const onFailure = () => end(undefined);
    const timer = setTimeout(onFailure, timeoutMs);
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', onFailure);
  });
}

/**
 * Evaluates organisations' password expressions in a worker, each for at most 200 ms. After that the worker is terminated
 * and the server decides. `close` terminates the worker.
 */
export function createPatternMatcher(): { matches: PatternMatch; close: () => void } {
  let running: { worker: Worker; ready: Promise<unknown> } | undefined;
  const start = () => {
    const worker = new Worker(new URL('./password-match.worker.ts', import.meta.url), { type: 'module' });
    running = { worker, ready: nextMessage(worker, START_TIMEOUT_MS) };
    return running;
  };
  const close = () => {
    running?.worker.terminate();
    running = undefined;
  };
  let queue: Promise<unknown> = Promise.resolve();

  async function match(expression: string, text: string): Promise<boolean | undefined> {
    const { worker, ready } = running ?? start();
    if ((await ready) === 'ready') {
      const reply = nextMessage(worker, MATCH_TIMEOUT_MS);
      worker.postMessage({ expression, text });
      const matched = await reply;
      if (typeof matched === 'boolean') return matched;
    }
    close();
    return undefined;
  }

  return {
    // One at a time, because replies carry no id.
    matches: (expression, text) => {
      const result = queue.then(() => match(expression, text));
      queue = result;
      return result;
    },
    close,
  };
}
