import {
  type CheckoutChoices,
  type CheckoutFormValues,
  type CheckoutPayload,
  type Summary,
  toCheckoutPayload,
} from './checkout-choices.ts';

export interface AutosaveState {
  /** Choices that the server has not confirmed yet. */
  unsaved: Partial<CheckoutChoices>;
  saving: boolean;
  /** Why the last choice was reverted. */
  failure: unknown;
}

interface AutosaveCalls {
  send(checkout: CheckoutPayload): Promise<Summary>;
  storeSummary(summary: Summary): void;
}

/**
 * Saves the checkout on the server, one request at a time. Choices made during a request are sent together after it, so
 * the last choice wins and every response is newer than the previous one. A refused choice is reverted and reported in
 * `failure`.
 */
export function createAutosave({ send, storeSummary }: AutosaveCalls) {
  let state: AutosaveState = { unsaved: {}, saving: false, failure: undefined };
  let waiting: { choices: Partial<CheckoutChoices>; values: Partial<CheckoutFormValues> } | undefined;
  let queue: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();

  const set = (change: Partial<AutosaveState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };

  async function sendWaiting(): Promise<void> {
    if (!waiting) return;
    const { choices, values } = waiting;
    waiting = undefined;
    // A choice that was changed again while this request was running stays unsaved.
    const stillUnsaved = () =>
      Object.fromEntries(
        Object.entries(state.unsaved).filter(([name, value]) => choices[name as keyof CheckoutChoices] !== value),
      );
    try {
      storeSummary(await send(toCheckoutPayload(choices, values)));
      set({ unsaved: stillUnsaved(), saving: waiting !== undefined });
    } catch (failure) {
      set({ unsaved: stillUnsaved(), saving: waiting !== undefined, failure });
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
    save(choices: Partial<CheckoutChoices>, values: Partial<CheckoutFormValues> = {}): Promise<void> {
      waiting = { choices: { ...waiting?.choices, ...choices }, values: { ...waiting?.values, ...values } };
      set({ unsaved: { ...state.unsaved, ...choices }, saving: true, failure: undefined });
      queue = queue.then(sendWaiting);
      return queue;
    },
    /** Resolves once all saves requested so far have finished. */
    settled: () => queue,
  };
}
