import type { KeyboardEvent } from 'react';
import { SHEET_CELLS } from '#contract/ordering/order-sheets/sheet-limits.ts';
import type { SheetStore } from './sheet-store.ts';

/** Rows by which Page Up and Page Down move. */
const PAGE = 10;
const LAST_COLUMN = SHEET_CELLS.length - 1;

interface GridActions {
  store: SheetStore;
  goToNextProblem: () => void;
}

/** Does what a key means in a sheet; false for a key that has no meaning of its own there. */
export function handleGridKey(event: KeyboardEvent, { store, goToNextProblem }: GridActions): boolean {
  if (event.key === 'F8') {
    goToNextProblem();
    return true;
  }
  return store.editing()
    ? handleEditingKey(event, store)
    : event.ctrlKey || event.metaKey
      ? handleCommand(event, store)
      : handleSelectingKey(event, store);
}

const ARROWS: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

function handleEditingKey(event: KeyboardEvent, store: SheetStore): boolean {
  const { key, shiftKey } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const arrow = ARROWS[key];
  if (key === 'Enter') store.move(shiftKey ? -1 : 1, 0);
  else if (key === 'Tab') store.advance(shiftKey ? -1 : 1);
  else if (key === 'Escape') store.cancel();
  else if (key === 'F2') store.type(store.editing()?.text ?? '', 'edit');
  else if (arrow && !shiftKey && (arrow[0] !== 0 || store.editing()?.mode === 'enter')) store.move(...arrow);
  else return false;
  return true;
}

function handleSelectingKey(event: KeyboardEvent, store: SheetStore): boolean {
  const { key, shiftKey } = event;
  const { active, corner } = store.state();
  const arrow = ARROWS[key];
  if (event.altKey) return false;
  if (arrow) store.move(...arrow, shiftKey);
  else if (key === 'Enter') store.move(shiftKey ? -1 : 1, 0);
  else if (key === 'Tab') store.advance(shiftKey ? -1 : 1);
  else if (key === 'F2') store.open();
  else if (key === 'Delete' || key === 'Backspace') store.clear();
  else if (key === 'Home') store.select({ row: shiftKey ? corner.row : active.row, column: 0 }, shiftKey);
  else if (key === 'End') store.select({ row: shiftKey ? corner.row : active.row, column: LAST_COLUMN }, shiftKey);
  else if (key === 'PageDown') store.move(PAGE, 0, shiftKey);
  else if (key === 'PageUp') store.move(-PAGE, 0, shiftKey);
  else if (key === ' ' && shiftKey) store.selectRows(active.row, corner.row);
  else return false;
  return true;
}

/** Keys with Ctrl, or Command on a Mac. Copy, cut and paste are events of their own. */
function handleCommand({ key, shiftKey }: KeyboardEvent, store: SheetStore): boolean {
  const last = { row: store.state().shown.length - 1, column: LAST_COLUMN };
  const name = key.toLowerCase();
  const { active, corner } = store.state();
  if (name === 'z') (shiftKey ? store.redo : store.undo)();
  else if (name === 'y') store.redo();
  else if (name === 'd') store.fillDown();
  else if (name === 'a') store.selectRows(0, last.row);
  else if (key === 'Home') store.select({ row: 0, column: 0 }, shiftKey);
  else if (key === 'End') store.select(findLastFilled(store), shiftKey);
  else if (ARROWS[key]) {
    const [down, right] = ARROWS[key];
    const from = shiftKey ? corner : active;
    const row = down === 0 ? from.row : down > 0 ? findLastFilled(store).row : 0;
    store.select({ row, column: right === 0 ? from.column : right > 0 ? LAST_COLUMN : 0 }, shiftKey);
  } else return false;
  return true;
}

/** The last column of the last row in which something is typed. */
function findLastFilled(store: SheetStore) {
  const row = store.state().shown.findLastIndex((each) => SHEET_CELLS.some((cell) => each[cell] !== ''));
  return { row: Math.max(0, row), column: LAST_COLUMN };
}
