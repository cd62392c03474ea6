import { type Contents, type ContentsEdit, type Draft, withReadProducts } from './draft-contents.ts';

/** What was changed: a draft, or, where revision is null, the version of the wardrobe that was in use. */
interface DraftBase {
  revision: number | null;
  version?: number | undefined;
}

/** Contents that are not saved yet, and what they change. */
export interface UnsavedContents extends DraftBase {
  contents: Contents;
}

/** Where the draft is kept. */
export interface DraftStore {
  /** The draft as it was last read, or what is in use and null where there is none. */
  read(): UnsavedContents;
  /** Saves the draft, and shows it as saved. Rejects when it is refused. */
  save(unsaved: UnsavedContents): Promise<Draft>;
  /** Reads the draft again, which someone else has changed. */
  reload(): Promise<unknown>;
  /** Keeps unsaved contents on this device; undefined: there are none. */
  keep(unsaved: UnsavedContents | undefined): void;
  /** Whether a refusal means that someone else has changed the draft. */
  isConflict(error: unknown): boolean;
}

export interface DraftState {
  /** What is not saved yet; undefined when everything is. */
  contents: Contents | undefined;
  /** `saving` also while more changes are awaited. After `conflict` nothing is saved before someone decides. */
  status: 'saved' | 'saving' | 'failed' | 'conflict';
  /** Why it could not be saved. */
  error: unknown;
}

/** Time without a further change after which a draft is saved, in milliseconds. */
const SAVE_DELAY = 600;
const SAVED: DraftState = { contents: undefined, status: 'saved', error: undefined };

/**
 * Saves a draft by itself while it is changed: one save at a time, each with the revision that the one before returned, so that no change of someone else is
 * overwritten unseen. Changes stay here until the server has them, also after the page is closed.
 */
export class DraftSaver {
  #state: DraftState = SAVED;
  /** What the unsaved changes are based on. */
  #base: DraftBase = { revision: null };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending: Promise<void> | undefined;
  readonly #store: DraftStore;
  readonly #listeners = new Set<() => void>();

  /** With what was kept on this device, if anything. */
  constructor(store: DraftStore, kept?: UnsavedContents) {
    this.#store = store;
    if (!kept) return;
    this.#base = { revision: kept.revision, version: kept.version };
    this.#state = { contents: kept.contents, status: 'saving', error: undefined };
    this.#schedule();
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };
  readonly getState = () => this.#state;

  /** Changes the draft; it is saved soon. */
  change(edit: ContentsEdit): void {
    const { contents, status, error } = this.#state;
    const { contents: saved, ...base } = this.#store.read();
    if (contents === undefined) this.#base = base;
    const next = edit(contents ?? saved);
    if (status === 'conflict') this.#set({ contents: next, status, error });
    else {
      this.#set({ contents: next, status: 'saving', error: undefined });
      this.#schedule();
    }
  }

  /** Saves now, or once more. Resolves when everything is saved or was refused; never rejects. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#sending ??= this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  /** Forgets what is not saved, and waits for a save that is under way. Returns what was forgotten. */
  async drop(): Promise<Contents | undefined> {
    const { contents } = this.#state;
    clearTimeout(this.#timer);
    this.#set(SAVED);
    await this.#sending;
    return contents;
  }

  /** Saves over what someone else has saved meanwhile, which has been read. */
  overwrite(): Promise<void> {
    const { contents: _, ...base } = this.#store.read();
    this.#base = base;
    this.#set({ ...this.#state, status: 'saving', error: undefined });
    return this.flush();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), SAVE_DELAY);
  }

  async #send(): Promise<void> {
    while (this.#state.contents !== undefined && this.#state.status !== 'conflict') {
      const sent = this.#state.contents;
      this.#set({ contents: sent, status: 'saving', error: undefined });
      try {
        const draft = await this.#store.save({ ...this.#base, contents: sent });
        this.#base = { revision: draft.revision };
        const { contents } = this.#state;
        if (contents === sent || contents === undefined) return this.#set(SAVED);
        this.#set({ contents: withReadProducts(contents, draft.contents), status: 'saving', error: undefined });
      } catch (error) {
        const isConflict = this.#store.isConflict(error);
        if (isConflict) await this.#store.reload().catch(() => undefined);
        const { contents } = this.#state;
        if (contents !== undefined) this.#set({ contents, status: isConflict ? 'conflict' : 'failed', error });
        return;
      }
    }
  }

  #set(state: DraftState): void {
    this.#state = state;
    this.#store.keep(state.contents && { ...this.#base, contents: state.contents });
    for (const listener of this.#listeners) listener();
  }
}
