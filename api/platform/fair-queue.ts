import { unavailable } from './http/errors.ts';

/** Together with the time of one task less than the 30 seconds after which the server closes a silent connection. */
const MAX_WAIT_MS = 18_000;

interface Task {
  /** Starts the task; it settles when the task has ended, and never rejects. */
  start(): Promise<void>;
}

/**
 * Runs one task at a time, of each owner in turn: whoever has one task waits for no more than one of everyone else's, however many another has. Tasks of one
 * owner run in the order in which they came.
 */
export class FairQueue {
  /** The waiting tasks of each owner, the first of them the one whose task is running; the owners in the order of their turns. */
  readonly #waiting = new Map<string, Task[]>();
  readonly #message: string;
  readonly #maxWaiting: number;
  #isRunning = false;

  /** `message` is what those who would wait too long read; `maxWaiting` tasks of one owner wait at most. */
  constructor(message: string, { maxWaiting = Number.POSITIVE_INFINITY }: { maxWaiting?: number } = {}) {
    this.#message = message;
    this.#maxWaiting = maxWaiting;
  }

  /** Runs a task when it is its turn, and returns what it returns. Throws 503 if too many of the owner wait, or one waits for more than 18 seconds. */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    if ((this.#waiting.get(owner)?.length ?? 0) >= this.#maxWaiting) throw unavailable(this.#message);
    const isTooLate = AbortSignal.timeout(MAX_WAIT_MS);
    const result = Promise.withResolvers<T>();
    const start = async () => {
      try {
        if (isTooLate.aborted) throw unavailable(this.#message);
        result.resolve(await task());
      } catch (error) {
        result.reject(error);
      }
    };
    const own = this.#waiting.get(owner);
    if (own) own.push({ start });
    else this.#waiting.set(owner, [{ start }]);
    if (!this.#isRunning) void this.#runAll();
    return result.promise;
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    for (const [owner, tasks] of this.#turns()) {
      await tasks.shift()?.start();
      // Tasks that came meanwhile have joined it: the owner's next turn is after all others.
      this.#waiting.delete(owner);
      if (tasks.length > 0) this.#waiting.set(owner, tasks);
    }
    this.#isRunning = false;
  }

  /** The owner whose turn it is and their tasks, until no one has any. */
  *#turns(): Generator<[string, Task[]]> {
    for (let [turn] = this.#waiting; turn; [turn] = this.#waiting) yield turn;
  }
}
