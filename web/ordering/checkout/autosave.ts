import {
  type CheckoutChoices,
  type CheckoutFormValues,
  type CheckoutPayload,
  type Summary,
  toCheckoutPayload,
} from './checkout-choices.ts';

export interface AutosaveState {
  /** Chosen and not confirmed yet. */
  unsaved: Partial<CheckoutChoices>;
  saving: boolean;
  /** Why the last choice was taken back. */
  failure: unknown;
}

interface AutosaveCalls {
  send(checkout: CheckoutPayload): Promise<Summary>;
  storeSummary(summary: Summary): void;
}

/**
 * Saves choices on the server, one request at a time; what is chosen meanwhile goes out together afterwards, so the last
 * choice wins and every answer is newer than the one before.
 */
export function createAutosave({ send, storeSummary }: AutosaveCalls) {
  let state: AutosaveState = { unsaved: {}, saving: false, failure: undefined };
  let waiting: { choices: Partial<CheckoutChoices>; typed: Partial<CheckoutFormValues> } | undefined;
  let queue: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();

  const set = (change: Partial<AutosaveState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function sendWaiting(): Promise<void> {
    if (!waiting) return;
    const { choices, typed } = waiting;
    waiting = undefined;
    // A choice that was changed again while its first version was under way stays unsaved.
    const rest = () =>
      Object.fromEntries(
        Object.entries(state.unsaved).filter(([name, value]) => choices[name as keyof CheckoutChoices] !== value),
      );
    try {
      storeSummary(await send(toCheckoutPayload(choices, typed)));
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
    save(choices: Partial<CheckoutChoices>, typed: Partial<CheckoutFormValues> = {}): Promise<void> {
      waiting = { choices: { ...waiting?.choices, ...choices }, typed: { ...waiting?.typed, ...typed } };
      set({ unsaved: { ...state.unsaved, ...choices }, saving: true, failure: undefined });
      queue = queue.then(sendWaiting);
      return queue;
    },
    /** Resolves when everything asked for so far has been answered. */
    settled: () => queue,
  };
}
