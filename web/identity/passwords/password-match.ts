import type { PatternMatch } from './password-rule.ts';

const deadline = 200;
/** A slow connection may still be loading the script; nobody waits long for it. */
const startsWithin = 1500;

/** Answers the worker's next message; undefined when none came in time, or it broke. */
function nextMessage(worker: Worker, within: number): Promise<unknown> {
  return new Promise((resolve) => {
    const end = (value: unknown) => {
      clearTimeout(timer);
      worker.removeEventListener('message', heard);
      worker.removeEventListener('error', broke);
      resolve(value);
    };
    const heard = ({ data }: MessageEvent) => end(data);
    const broke = () => end(undefined);
    const timer = setTimeout(broke, within);
    worker.addEventListener('message', heard);
    worker.addEventListener('error', broke);
  });
}

/**
 * Tries organisations' expressions beside the page, each for at most 200 ms: one that takes longer is ended, and the server
 * decides. `close` ends the worker.
 */
export function createPatternMatcher(): { matches: PatternMatch; close: () => void } {
  let running: { worker: Worker; ready: Promise<unknown> } | undefined;
  const start = () => {
    const worker = new Worker(new URL('./password-match.worker.ts', import.meta.url), { type: 'module' });
    running = { worker, ready: nextMessage(worker, startsWithin) };
    return running;
  };
  const close = () => {
    running?.worker.terminate();
    running = undefined;
  };
  let turn: Promise<unknown> = Promise.resolve();

  async function match(expression: string, text: string): Promise<boolean | undefined> {
    const { worker, ready } = running ?? start();
    if ((await ready) === 'ready') {
      const answer = nextMessage(worker, deadline);
      worker.postMessage({ expression, text });
      const matched = await answer;
      if (typeof matched === 'boolean') return matched;
    }
    close();
    return undefined;
  }

  return {
    // One at a time: the answers carry no name.
    matches: (expression, text) => {
      const mine = turn.then(() => match(expression, text));
      turn = mine;
      return mine;
    },
    close,
  };
}
