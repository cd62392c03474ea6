import type { ReplyOf } from '#contract/index.ts';
import { MAX_SHEET_NAME } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { api } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { runWhenIdle } from '#web/ui/browser/run-when-idle.ts';
import { formatDateTime } from '#web/ui/format/format.ts';
import { readDraft, writeDraft } from '#web/ui/forms/use-draft.ts';
import { createRow, fromTypedRows, type SheetRow, toSentRows } from './sheet-rows.ts';
import { isEmptySheet, type SheetStore } from './sheet-store.ts';

export type SavedSheet = ReplyOf<'POST /api/ordersheets'>['orderSheet'];

/** Whether what is typed is on the server. `conflict`: someone else, or another tab, has saved other rows meanwhile; nothing is saved until that is decided. */
type SavingStatus = 'none' | 'unsaved' | 'saving' | 'saved' | 'failed' | 'conflict';

/** How far a sheet is saved. A new object after every change. */
export interface Saving {
  /** The sheet on the server; undefined for one that is not there yet. */
  sheet: SavedSheet | undefined;
  status: SavingStatus;
  error: Error | undefined;
  /** Rows of a shared sheet that are for people whom the person may not order for. */
  hiddenRowCount: number;
}

interface Draft {
  sheet?: SavedSheet | undefined;
  hiddenRowCount?: number;
  rows: Omit<SheetRow, 'key'>[];
  isSaved: boolean;
}

type SheetWithRows = ReplyOf<'GET /api/ordersheets/:id'>['orderSheet'];

const SAVE_DELAY_MS = 1500;
const DRAFT_DELAY_MS = 200;
/** The draft waits for a pause between keys, but not longer than this. */
const MAX_IDLE_WAIT_MS = 1000;
const NOTHING: Saving = { sheet: undefined, status: 'none', error: undefined, hiddenRowCount: 0 };

const isStatus = (error: unknown, status: number): error is ApiError => error instanceof ApiError && error.status === status;
const toError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

/**
 * Saves a sheet on the server as it is typed, and keeps a draft in this tab, so that nothing typed is lost when the session ends, the connection is gone or the
 * page is loaded again.
 */
export class SheetSaver {
  readonly #store: SheetStore;
  readonly #draftKey: string;
  #saving: Saving = NOTHING;
  /** The rows that the server has. */
  #savedRows: readonly SheetRow[];
  #saveTimer: ReturnType<typeof setTimeout> | undefined;
  #draftTimer: ReturnType<typeof setTimeout> | undefined;
  #cancelDraft = () => {};
  /** Settled when what is being sent has been answered. */
  #sending: Promise<void> | undefined;
  readonly #listeners = new Set<() => void>();

  constructor(store: SheetStore, personId: number) {
    this.#store = store;
    this.#draftKey = `order-sheet.${personId}`;
    const draft = readDraft<Draft>(this.#draftKey);
    if (draft) {
      store.load(draft.rows.map(createRow));
      this.#saving = {
        ...NOTHING,
        sheet: draft.sheet,
        hiddenRowCount: draft.hiddenRowCount ?? 0,
        status: draft.isSaved ? 'saved' : 'unsaved',
      };
      this.#savedRows = draft.isSaved ? store.rows() : [];
    } else this.#savedRows = store.rows();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): Saving => this.#saving;

  /** Follows the sheet from now on; returns what ends it, after which the draft has all that was typed. */
  readonly start = (): (() => void) => {
    const unsubscribe = this.#store.subscribe(() => this.#onChange());
    const keep = () => this.#keepDraft();
    addEventListener('pagehide', keep);
    addEventListener('online', this.retry);
    if (this.#saving.status === 'unsaved') this.#schedule();
    return () => {
      unsubscribe();
      removeEventListener('pagehide', keep);
      removeEventListener('online', this.retry);
      keep();
      clearTimeout(this.#saveTimer);
      void this.#save();
    };
  };

  /** Saves now what is not saved. */
  readonly retry = (): void => {
    if (this.#saving.status === 'failed' || this.#saving.status === 'unsaved') void this.#save();
  };

  /** Saves what is not saved yet, and waits for it. */
  async settle(): Promise<void> {
    clearTimeout(this.#saveTimer);
    await this.#sending;
    await this.#save();
  }

  /** Saves what is typed before another sheet is shown. Throws when it cannot be saved, because it would be lost. */
  async #leave(): Promise<void> {
    if (this.#store.editing()) this.#store.commit();
    await this.settle();
    const { status } = this.#saving;
    if (status === 'conflict') throw new Error('Save or discard your changes first.');
    if (status === 'failed') throw new Error('The sheet stays open, because your changes could not be saved. Please try again.');
  }

  /** Opens a saved sheet; the one that is open is read again, unless it has been changed meanwhile. Throws when that, or saving the one before, fails. */
  async open(id: number): Promise<void> {
    await this.#leave();
    const found = await readSheet(id);
    if (this.#saving.sheet?.id === id && this.#saving.sheet.version === found.version) return;
    if (this.#store.rowsAsTyped() !== this.#savedRows) {
      if (this.#saving.sheet?.id === id) return;
      await this.#leave();
    }
    this.#show(found);
  }

  /** Shows what was saved by someone else, instead of what is typed here. Throws `ApiError`. */
  async loadTheirs(): Promise<void> {
    if (this.#saving.sheet) this.#show(await readSheet(this.#saving.sheet.id));
  }

  #show({ rows, hiddenRowCount, ...sheet }: SheetWithRows): void {
    this.#store.load(fromTypedRows(rows));
    this.#savedRows = this.#store.rows();
    this.#set({ sheet, hiddenRowCount, status: 'saved', error: undefined });
    this.#keepDraft();
  }

  /** Saves what is typed as a sheet of one's own, and goes on with that. */
  async keepAsCopy(): Promise<void> {
    const name = this.#saving.sheet?.name ?? '';
    await this.#create(`${name.slice(0, MAX_SHEET_NAME - 10)} (my copy)`);
  }

  /** Begins an empty sheet. What was typed before is saved. */
  async startNew(): Promise<void> {
    await this.#leave();
    this.detach([]);
  }

  /** Shows rows that are no saved sheet yet. */
  detach(rows: readonly SheetRow[]): void {
    clearTimeout(this.#saveTimer);
    this.#store.load(rows);
    this.#savedRows = rows.length === 0 ? this.#store.rows() : [];
    this.#set(NOTHING);
    if (rows.length > 0) this.#onChange();
    this.#keepDraft();
  }

  /** Changes the name, or who sees the sheet. Throws `ApiError`. */
  async change(changes: { name?: string; isShared?: boolean }): Promise<void> {
    if (!this.#saving.sheet) await this.settle();
    const { sheet } = this.#saving;
    if (!sheet) return;
    const { orderSheet } = await api('PUT /api/ordersheets/:id', {
      params: { id: sheet.id },
      body: { orderSheet: { ...changes, version: sheet.version } },
    });
    this.#set({ sheet: orderSheet });
    this.#keepDraft();
  }

  #onChange(): void {
    clearTimeout(this.#draftTimer);
    this.#draftTimer = setTimeout(() => {
      this.#cancelDraft();
      this.#cancelDraft = runWhenIdle(() => this.#keepDraft(), MAX_IDLE_WAIT_MS);
    }, DRAFT_DELAY_MS);
    if (this.#store.rows() === this.#savedRows) return;
    const { status, sheet } = this.#saving;
    if (status === 'conflict' || (!sheet && isEmptySheet(this.#store.rows()))) return;
    if (status !== 'saving' && status !== 'unsaved') this.#set({ status: 'unsaved' });
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#saveTimer);
    this.#saveTimer = setTimeout(() => void this.#save(), SAVE_DELAY_MS);
  }

  #keepDraft(): void {
    clearTimeout(this.#draftTimer);
    this.#cancelDraft();
    const rows = this.#store.rowsAsTyped();
    const { sheet, hiddenRowCount } = this.#saving;
    const isEmpty = !sheet && isEmptySheet(rows);
    const draft: Draft = { sheet, hiddenRowCount, rows: toSentRows(rows) as Draft['rows'], isSaved: rows === this.#savedRows };
    writeDraft(this.#draftKey, isEmpty ? undefined : draft);
  }

  async #save(): Promise<void> {
    const rows = this.#store.rows();
    const { sheet, status } = this.#saving;
    if (this.#sending || rows === this.#savedRows || status === 'conflict') return;
    if (!sheet && isEmptySheet(rows)) return;
    this.#sending = this.#send(rows, sheet);
    await this.#sending;
  }

  async #send(rows: readonly SheetRow[], sheet: SavedSheet | undefined): Promise<void> {
    this.#set({ status: 'saving' });
    try {
      const orderSheet = sheet ? await this.#update(sheet, rows) : await createSheet(newSheetName(), rows);
      // Meanwhile another sheet may have been opened.
      if (this.#saving.sheet?.id === sheet?.id) this.#onSaved(orderSheet, rows);
    } catch (error) {
      if (isStatus(error, 409)) this.#set({ status: 'conflict', error });
      else this.#set({ status: 'failed', error: toError(error) });
    } finally {
      this.#sending = undefined;
      this.#keepDraft();
    }
  }

  /** Someone may have deleted the sheet meanwhile: then it is saved as a new one. */
  async #update({ id, name, version }: SavedSheet, rows: readonly SheetRow[]): Promise<SavedSheet> {
    try {
      const body = { orderSheet: { rows: toSentRows(rows), version } };
      return (await api('PUT /api/ordersheets/:id', { params: { id }, body })).orderSheet;
    } catch (error) {
      if (!isStatus(error, 404)) throw error;
      return createSheet(name, rows);
    }
  }

  async #create(name: string): Promise<void> {
    const rows = this.#store.rows();
    this.#onSaved(await createSheet(name, rows), rows);
    this.#keepDraft();
  }

  #onSaved(sheet: SavedSheet, rows: readonly SheetRow[]): void {
    this.#savedRows = rows;
    const isLatest = this.#store.rows() === rows;
    this.#set({
      sheet,
      status: isLatest ? 'saved' : 'unsaved',
      error: undefined,
      // A new sheet contains only what its owner saw.
      hiddenRowCount: sheet.id === this.#saving.sheet?.id ? this.#saving.hiddenRowCount : 0,
    });
    if (!isLatest) this.#schedule();
  }

  #set(changes: Partial<Saving>): void {
    this.#saving = { ...this.#saving, ...changes };
    for (const listener of this.#listeners) listener();
  }
}

/** Reads a saved sheet. Throws `ApiError`. */
export const readSheet = async (id: number): Promise<SheetWithRows> =>
  (await api('GET /api/ordersheets/:id', { params: { id } })).orderSheet;

/** The name of a sheet that has been given none. */
const newSheetName = () => `Sheet of ${formatDateTime(new Date().toISOString())}`;

const MAX_TRIES = 6;

/** Saves a new sheet; where the name is taken, with a number behind it. */
export async function createSheet(name: string, rows: readonly SheetRow[], attempt = 1): Promise<SavedSheet> {
  const own = attempt === 1 ? name : `${name.slice(0, MAX_SHEET_NAME - 5)} (${attempt})`;
  try {
    return (await api('POST /api/ordersheets', { body: { orderSheet: { name: own, rows: toSentRows(rows) } } })).orderSheet;
  } catch (error) {
    if (!isStatus(error, 422) || !error.errors.name || attempt >= MAX_TRIES) throw error;
    return createSheet(name, rows, attempt + 1);
  }
}
