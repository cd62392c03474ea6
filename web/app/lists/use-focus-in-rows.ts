import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { readLeft } from '../list-trail.ts';
import type { ListRow } from './define-list.ts';

/** Marks the heading of a row without a link, so that the focus can be put there. */
export const ROW_HEADING = { tabIndex: -1, 'data-row-heading': true } as const;

/**
 * The element of a row that takes the focus: its link, or else its heading, since a button that takes the place of the one just pressed could be pressed by mistake; where a row has
 * neither, the first thing in it that can be operated.
 */
export const findRowTarget = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('[data-row-link]') ??
  row?.querySelector<HTMLElement>('[data-row-heading]') ??
  row?.querySelector<HTMLElement>('a, button, input, summary');

/**
 * Keeps the focus in a list while rows leave it, for example because they are decided or undone: the row that takes the place of the one that had the focus gets it, also after a
 * dialog that was opened from the row, and the title of the page when no row is left. Without that a keyboard would start again at the top of the page.
 */
export function useFocusInRows(frame: RefObject<HTMLElement | null>, rows: readonly ListRow[]) {
  const last = useRef<{ id: number; index: number }>(undefined);
  useEffect(() => {
    const list = frame.current;
    if (!list) return;
    const remember = ({ target }: FocusEvent) => {
      const row = (target as Element).closest('[data-row]');
      const all = [...list.querySelectorAll('[data-row]')];
      last.current = row ? { id: Number(row.getAttribute('data-row')), index: all.indexOf(row) } : undefined;
    };
    list.addEventListener('focusin', remember);
    return () => list.removeEventListener('focusin', remember);
  }, [frame]);
  // On every rendering: a dialog may close only after the row has gone.
  useEffect(() => {
    const { id, index } = last.current ?? {};
    if (index === undefined || document.activeElement !== document.body || rows.some((row) => row.id === id)) return;
    const all = [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
    const target = findRowTarget(all[Math.min(index, all.length - 1)]);
    last.current = undefined;
    (target ?? document.querySelector<HTMLElement>('main h1'))?.focus();
  });
}

/**
 * Goes to the row of the record from which the reader comes back, or where it has left the list to the row that has followed it. After everything else that a new page does with
 * focus and scrolling.
 */
export function useReturnToRow(frame: RefObject<HTMLElement | null>, rows: readonly ListRow[]) {
  const { state, key } = useLocation();
  const done = useRef<string>(undefined);
  const target = readLeft(state).find((id) => rows.some((row) => row.id === id));
  useEffect(() => {
    if (target === undefined || done.current === key) return;
    const timer = setTimeout(() => {
      done.current = key;
      const row = frame.current?.querySelector(`[data-row="${target}"]`) ?? undefined;
      findRowTarget(row)?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: 'center' });
    });
    return () => clearTimeout(timer);
  }, [target, key, frame]);
}
