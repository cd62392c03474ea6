import { type RefObject, useEffect, useRef } from 'react';
import type { ListRow } from './define-list.ts';

/** The element of a row that takes the focus: its link, or else the first thing in it that can be operated. */
export const findRowTarget = (row: Element | undefined) =>
  row?.querySelector<HTMLElement>('[data-row-link]') ?? row?.querySelector<HTMLElement>('a, button, input, summary');

/**
 * Keeps the focus in a list while rows leave it, for example because they are decided or undone: the row that takes the place of the one that had the focus gets it. Without that
 * a keyboard would start again at the top of the page.
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
  useEffect(() => {
    const { id, index } = last.current ?? {};
    if (index === undefined || rows.some((row) => row.id === id) || document.activeElement !== document.body) return;
    const all = [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
    findRowTarget(all[Math.min(index, all.length - 1)])?.focus();
  }, [frame, rows]);
}
