import { MAX_SHEET_ROWS, SHEET_CELLS, type SheetCell } from '#contract/ordering/order-sheets/sheet-limits.ts';
import { parseClipboardText, readHeadings, type TextBlock } from './clipboard-text.ts';
import { createRow, isEmptyRow, padRows, type SheetRow, trimRows, withCell } from './sheet-rows.ts';

/** A cell: the row among those shown, and the column, both from 0 on. */
export interface SheetPlace {
  row: number;
  column: number;
}

/** What the grid shows. A new object after every change of it. */
export interface SheetState {
  rows: readonly SheetRow[];
  /** The rows that are shown, in their order: all, or those with problems. */
  shown: readonly SheetRow[];
  /** The cell that keys go to. */
  active: SheetPlace;
  /** The opposite corner of the block that is selected. */
  corner: SheetPlace;
}

/**
 * What is typed into the active cell and not yet in the sheet: `enter` after typing over a cell, when arrows leave it, `edit` after F2 or a double click, when
 * they move the caret.
 */
export interface CellEditing {
  text: string;
  mode: 'enter' | 'edit';
}

/** The rows and columns of a block, both ends included. */
export interface CellBlock {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

const MAX_STEPS = 100;
const LAST_COLUMN = SHEET_CELLS.length - 1;
const cellAt = (column: number) => SHEET_CELLS[column] as SheetCell;

/** The block between the active cell and the corner. */
export const getBlock = ({ active, corner }: Pick<SheetState, 'active' | 'corner'>): CellBlock => ({
  top: Math.min(active.row, corner.row),
  bottom: Math.max(active.row, corner.row),
  left: Math.min(active.column, corner.column),
  right: Math.max(active.column, corner.column),
});

/** Why a paste was refused, or what it did, as a sentence. */
export interface PasteOutcome {
  text: string;
  isRefused: boolean;
}

/**
 * A sheet that is being edited: rows, selection, what is being typed, and the steps that can be undone. Outside React's state, so that a keystroke renders the
 * cell that it is typed into, and no other.
 */
export class SheetStore {
  #rows: readonly SheetRow[] = padRows([]);
  /** Keys of the rows that are shown; undefined for all. */
  #filter: ReadonlySet<number> | undefined;
  #state: SheetState = { rows: this.#rows, shown: this.#rows, active: { row: 0, column: 0 }, corner: { row: 0, column: 0 } };
  #editing: CellEditing | undefined;
  #undo: (readonly SheetRow[])[] = [];
  #redo: (readonly SheetRow[])[] = [];
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly state = (): SheetState => this.#state;
  readonly rows = (): readonly SheetRow[] => this.#rows;
  readonly editing = (): CellEditing | undefined => this.#editing;
  readonly canUndo = (): boolean => this.#undo.length > 0;
  readonly canRedo = (): boolean => this.#redo.length > 0;
  readonly isFiltered = (): boolean => this.#filter !== undefined;

  /** The rows with what is being typed into the active cell. */
  rowsAsTyped(): readonly SheetRow[] {
    const row = this.#state.shown[this.#state.active.row];
    const { text } = this.#editing ?? {};
    if (!row || text === undefined) return this.#rows;
    return this.#rows.map((each) => (each === row ? withCell(row, cellAt(this.#state.active.column), text) : each));
  }

  /** Starts to type into the active cell, or goes on. */
  type(text: string, mode = this.#editing?.mode ?? 'enter'): void {
    this.#editing = { text, mode };
    this.#emit();
  }

  /** Opens the active cell with its text. */
  open(): void {
    const row = this.#state.shown[this.#state.active.row];
    if (row) this.type(row[cellAt(this.#state.active.column)], 'edit');
  }

  /** Forgets what is being typed. */
  cancel(): void {
    this.#editing = undefined;
    this.#emit();
  }

  /** Puts what is being typed into the sheet. */
  commit(): void {
    const rows = this.rowsAsTyped();
    this.#editing = undefined;
    this.#change(rows);
  }

  /** Puts a text into the active cell; for a wearer also the person who was chosen. */
  choose(text: string, customerId?: number): void {
    this.#editing = undefined;
    const { active, shown } = this.#state;
    const row = shown[active.row];
    if (!row) return;
    const changed = withCell(row, cellAt(active.column), text);
    this.#replace(new Map([[row.key, customerId === undefined ? changed : { ...changed, customerId }]]));
  }

  /** Changes cells of one row, which was shown apart from the grid. */
  changeRow(key: number, changes: Partial<Omit<SheetRow, 'key'>>): void {
    const row = this.#rows.find((each) => each.key === key);
    if (row) this.#replace(new Map([[key, { ...row, ...changes }]]));
  }

  /** Makes a cell the active one, or with `extend` the corner of the block. Puts what is being typed into the sheet. */
  select({ row, column }: SheetPlace, extend = false): void {
    if (this.#editing) this.commit();
    const place = { row: clamp(row, this.#state.shown.length - 1), column: clamp(column, LAST_COLUMN) };
    this.#show(extend ? { corner: place } : { active: place, corner: place });
  }

  /** Selects whole rows, both included. */
  selectRows(from: number, to: number): void {
    if (this.#editing) this.commit();
    this.#show({ active: { row: from, column: 0 }, corner: { row: to, column: LAST_COLUMN } });
  }

  /** Moves by rows and columns. */
  move(down: number, right: number, extend = false): void {
    const { active, corner } = this.#state;
    const from = extend ? corner : active;
    this.select({ row: from.row + down, column: from.column + right }, extend);
  }

  /** Moves to the next cell, at the end of a row to the first of the next row; or back. */
  advance(step: 1 | -1): void {
    const { row, column } = this.#state.active;
    const next = Math.max(0, row * SHEET_CELLS.length + column + step);
    this.select({ row: Math.floor(next / SHEET_CELLS.length), column: next % SHEET_CELLS.length });
  }

  /** Empties the block that is selected. */
  clear(): void {
    this.#changeBlock((row, cell) => withCell(row, cell, ''));
  }

  /** Copies the top row of the block into those below; where one row is selected, the row above it into this row. */
  fillDown(): void {
    if (this.#editing) this.commit();
    const { top, bottom } = getBlock(this.#state);
    const source = this.#state.shown[top === bottom ? top - 1 : top];
    if (!source) return;
    this.#changeBlock((row, cell) => {
      if (row === source) return row;
      const filled = withCell(row, cell, source[cell]);
      return cell === 'wearer' ? { ...filled, customerId: source.customerId } : filled;
    });
  }

  /** The texts of the block that is selected. */
  copy(): string[][] {
    const { top, bottom, left, right } = getBlock(this.#state);
    const cells = SHEET_CELLS.slice(left, right + 1);
    return this.#state.shown.slice(top, bottom + 1).map((row) => cells.map((cell) => row[cell]));
  }

  /**
   * Fills in a block from the clipboard with its first cell in the top left of the selection. One value fills the whole selection. A block with headings is filled
   * in by them. Nothing is filled in when the rows do not fit.
   */
  paste(text: string): PasteOutcome {
    if (this.#editing) this.commit();
    const block = parseClipboardText(text);
    const headings = readHeadings(block);
    const lines = headings ? block.slice(1) : block;
    const { top, bottom, left, right } = getBlock(this.#state);
    if (!headings && lines.length === 1 && lines[0]?.length === 1 && (top !== bottom || left !== right)) {
      const [value = ''] = lines[0];
      this.#changeBlock((row, cell) => withCell(row, cell, value));
      return { text: 'The selected cells are filled in.', isRefused: false };
    }
    const columns = headings ?? lines[0]?.map((_, index) => SHEET_CELLS[left + index]) ?? [];
    const width = Math.max(...lines.map((line) => line.length), 0);
    const all = headings ? columns : Array.from({ length: width }, (_, index) => SHEET_CELLS[left + index]);
    return this.#fill(lines, all, top);
  }

  #fill(lines: TextBlock, columns: readonly (SheetCell | undefined)[], top: number): PasteOutcome {
    const { shown } = this.#state;
    const added = Math.max(0, top + lines.length - shown.length);
    const used = added > 0 ? this.#rows.length + added : 0;
    if (used > MAX_SHEET_ROWS || lines.length > MAX_SHEET_ROWS)
      return {
        text: `You pasted ${lines.length.toLocaleString('en-GB')} rows. A sheet holds at most ${MAX_SHEET_ROWS}, so nothing was pasted. Please split the rows.`,
        isRefused: true,
      };
    const more = Array.from({ length: added }, () => createRow());
    const targets = [...shown, ...more].slice(top, top + lines.length);
    const filled = new Map(targets.map((row, index) => [row.key, fillRow(row, lines[index] ?? [], columns)]));
    this.#addToFilter(more);
    this.#change([...this.#rows, ...more].map((row) => filled.get(row.key) ?? row));
    const places = columns.flatMap((cell) => (cell ? [SHEET_CELLS.indexOf(cell)] : []));
    this.#show({
      active: { row: top, column: Math.min(...places, LAST_COLUMN) },
      corner: { row: top + lines.length - 1, column: Math.max(...places, 0) },
    });
    const ignored = columns.filter((cell) => cell === undefined).length;
    const rows = lines.length === 1 ? 'One row' : `${lines.length} rows`;
    const columnsLeftOut = ignored === 1 ? ' One column was' : ` ${ignored} columns were`;
    return { text: `${rows} pasted.${ignored > 0 ? `${columnsLeftOut} left out.` : ''}`, isRefused: false };
  }

  /** Adds an empty row above the active one; false where the sheet is full. */
  insertRow(): boolean {
    if (this.#editing) this.commit();
    const room = trimRows(this.#rows).length < MAX_SHEET_ROWS;
    if (!room) return false;
    const before = this.#state.shown[getBlock(this.#state).top];
    const index = before ? this.#rows.indexOf(before) : this.#rows.length;
    const row = createRow();
    this.#addToFilter([row]);
    this.#change([...this.#rows.slice(0, index), row, ...this.#rows.slice(index)].slice(0, MAX_SHEET_ROWS));
    return true;
  }

  /** Removes the rows of the selection. */
  deleteRows(): void {
    this.#editing = undefined;
    const { top, bottom } = getBlock(this.#state);
    const gone = new Set(this.#state.shown.slice(top, bottom + 1));
    this.#change(this.#rows.filter((row) => !gone.has(row)));
    this.select({ row: top, column: this.#state.active.column });
  }

  /** Removes rows by their keys. */
  removeRows(keys: ReadonlySet<number>): void {
    this.#change(this.#rows.filter((row) => !keys.has(row.key)));
  }

  /** Adds rows after the last one that is not empty; false where they do not fit. */
  append(rows: readonly SheetRow[]): boolean {
    const all = [...trimRows(this.#rows), ...rows];
    if (all.length > MAX_SHEET_ROWS) return false;
    this.#filter = undefined;
    this.#change(all);
    return true;
  }

  /** Shows another sheet; its steps begin anew. */
  load(rows: readonly SheetRow[]): void {
    this.#editing = undefined;
    this.#filter = undefined;
    this.#undo = [];
    this.#redo = [];
    this.#rows = padRows(rows);
    this.#show({ active: { row: 0, column: 0 }, corner: { row: 0, column: 0 } });
  }

  readonly undo = (): void => this.#step(this.#undo, this.#redo);
  readonly redo = (): void => this.#step(this.#redo, this.#undo);

  /** Shows only the rows with these keys, or all of them. A row that is shown stays until the filter is set again, also when it has been corrected. */
  filter(keys: ReadonlySet<number> | undefined): void {
    if (this.#editing) this.commit();
    this.#filter = keys;
    this.#show({ active: { row: 0, column: this.#state.active.column }, corner: { row: 0, column: this.#state.active.column } });
  }

  #addToFilter(rows: readonly SheetRow[]): void {
    if (this.#filter) this.#filter = new Set([...this.#filter, ...rows.map(({ key }) => key)]);
  }

  #step(from: (readonly SheetRow[])[], to: (readonly SheetRow[])[]): void {
    if (this.#editing) this.commit();
    const rows = from.pop();
    if (!rows) return;
    to.push(this.#rows);
    this.#rows = padRows(rows);
    this.#show({});
  }

  #changeBlock(change: (row: SheetRow, cell: SheetCell) => SheetRow): void {
    const { top, bottom, left, right } = getBlock(this.#state);
    const cells = SHEET_CELLS.slice(left, right + 1);
    this.#replace(new Map(this.#state.shown.slice(top, bottom + 1).map((row) => [row.key, cells.reduce(change, row)])));
  }

  #replace(changed: ReadonlyMap<number, SheetRow>): void {
    this.#change(this.#rows.map((row) => changed.get(row.key) ?? row));
  }

  #change(rows: readonly SheetRow[]): void {
    const isSame = rows.length === this.#rows.length && rows.every((row, index) => row === this.#rows[index]);
    if (!isSame) {
      this.#undo = [...this.#undo.slice(1 - MAX_STEPS), this.#rows];
      this.#redo = [];
      this.#rows = padRows(rows);
    }
    this.#show({});
  }

  #show(place: Partial<Pick<SheetState, 'active' | 'corner'>>): void {
    const filter = this.#filter;
    const shown = filter ? this.#rows.filter(({ key }) => filter.has(key)) : this.#rows;
    const { active, corner } = { ...this.#state, ...place };
    const inside = ({ row, column }: SheetPlace) => ({ row: clamp(row, shown.length - 1), column });
    this.#state = { rows: this.#rows, shown, active: inside(active), corner: inside(corner) };
    this.#emit();
  }

  #emit(): void {
    for (const listener of this.#listeners) listener();
  }
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

const fillRow = (row: SheetRow, line: readonly string[], columns: readonly (SheetCell | undefined)[]): SheetRow =>
  columns.reduce<SheetRow>((filled, cell, index) => (cell ? withCell(filled, cell, line[index] ?? '') : filled), row);

/** Whether nothing is typed in any row. */
export const isEmptySheet = (rows: readonly SheetRow[]): boolean => rows.every(isEmptyRow);
