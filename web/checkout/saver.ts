import { type Choices, type SentChoices, type Summary, type Typed, toSent } from './choices.ts';

export interface SaverState {
  /** Chosen and not confirmed yet. */
  unsaved: Partial<Choices>;
  saving: boolean;
  /** Why the last choice was taken back. */
  failure: unknown;
}

interface SaverCalls {
  send(checkout: SentChoices): Promise<Summary>;
  keep(summary: Summary): void;
}

/**
 * Saves choices on the server, one request at a time; what is chosen meanwhile goes out together afterwards, so the last
 * choice wins and every answer is newer than the one before.
 */
export function makeSaver({ send, keep }: SaverCalls) {
  let state: SaverState = { unsaved: {}, saving: false, failure: undefined };
  let waiting: { choices: Partial<Choices>; typed: Partial<Typed> } | undefined;
  let queue: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();

  const set = (change: Partial<SaverState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function sendWaiting(): Promise<void> {
    if (!waiting) return;
    const { choices, typed } = waiting;
    waiting = undefined;
    // A choice that was changed again while its first version was under way stays unsaved.
    const rest = () =>
      Object.fromEntries(Object.entries(state.unsaved).filter(([name, value]) => choices[name as keyof Choices] !== value));
    try {
      keep(await send(toSent(choices, typed)));
      set({ unsaved: rest(), saving: waiting !== undefined });
    } catch (failure) {
      set({ unsaved: rest(), saving: waiting !== undefined, failure });
    }
  }

  return {
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    save(choices: Partial<Choices>, typed: Partial<Typed> = {}): Promise<void> {
      waiting = { choices: { ...waiting?.choices, ...choices }, typed: { ...waiting?.typed, ...typed } };
      set({ unsaved: { ...state.unsaved, ...choices }, saving: true, failure: undefined });
      queue = queue.then(sendWaiting);
      return queue;
    },
    /** Resolves when everything asked for so far has been answered. */
    settled: () => queue,
  };
}
