import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useSingleKeys } from '#web/ui/browser/use-single-keys.ts';
import { type ListKey, useListClient } from './list-client.ts';
import { findRowTarget } from './use-focus-in-rows.ts';
import type { RowSelection } from './use-row-selection.ts';

/** A single key of one list. */
interface OwnKey {
  key: string;
  does: string;
  act: () => void;
}

interface Rows {
  /** What is listed: "order". */
  noun: string;
  /** Whether rows lead to records. */
  opens: boolean;
  hasSearch: boolean;
}

/**
 * The single keys of a list: J and K move between its rows, X selects a row, `?` lists the keys; Enter opens the row that has the focus, as it follows any link, and `/` belongs to
 * the search field. Off while someone types, while a dialog is open, and for people who switch single keys off.
 */
export function useListKeys(
  frame: RefObject<HTMLElement | null>,
  { noun, opens, hasSearch }: Rows,
  selection: RowSelection | undefined,
  ownKeys: readonly OwnKey[],
) {
  const areKeysOn = useListClient().useSingleKeysOn();
  const [isHelpShown, showHelp] = useState(false);
  const listRows = () => [...(frame.current?.querySelectorAll('[data-row]') ?? [])];
  const findFocused = () => listRows().find((row) => row.contains(document.activeElement));
  const move = (step: number) => {
    const rows = listRows();
    const focused = findFocused();
    const at = focused ? rows.indexOf(focused) : -1;
    const target = findRowTarget(rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))]);
    target?.focus();
    target?.scrollIntoView({ block: 'nearest' });
  };
  const toggle = () => {
    const id = Number(findFocused()?.getAttribute('data-row'));
    if (selection?.pageIds.includes(id)) selection.toggle(id, !selection.has(id), false);
  };
  useSingleKeys(
    areKeysOn
      ? {
          j: () => move(1),
          k: () => move(-1),
          x: selection ? toggle : undefined,
          '?': () => showHelp(true),
          ...Object.fromEntries(ownKeys.map(({ key, act }) => [key, act])),
        }
      : {},
  );
  /** The arrow keys lead from the search into the rows, and from the link of one row to that of another. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const target = event.target as HTMLElement;
    if (step === undefined || !(target.matches('[data-row-link]') || (step === 1 && target.matches('input[type="search"]'))))
      return;
    event.preventDefault();
    move(step);
  };
  const keys: ListKey[] = [
    ...(hasSearch ? [{ keys: ['/'], does: 'Search' }] : []),
    { keys: ['J', 'K'], does: `Next and previous ${noun}` },
    ...(selection ? [{ keys: ['X'], does: `Select the ${noun}` }] : []),
    ...ownKeys.map(({ key, does }) => ({ keys: [key.toUpperCase()], does })),
    ...(opens ? [{ keys: ['Enter'], does: `Open the ${noun}` }] : []),
    { keys: ['?'], does: 'These keys' },
  ];
  return { keys, onKeyDown, isHelpShown, hideHelp: () => showHelp(false) };
}
