import { onSessionEvent } from '../session/session.ts';

/** What someone has opened from the search. */
export interface RecentItem {
  to: string;
  label: string;
  detail: string;
  kind: 'page' | 'person' | 'order' | 'product';
}

interface Stored {
  account: number;
  items: RecentItem[];
}

const STORAGE_KEY = 'livery.search';
const MAX_ITEMS = 6;

const isItem = (item: unknown): item is RecentItem =>
  typeof item === 'object' &&
  item !== null &&
  ['to', 'label', 'detail', 'kind'].every((key) => typeof (item as Record<string, unknown>)[key] === 'string');

/** What the person with this id has opened from the search in this browser, the latest first. */
export function readRecent(account: number): RecentItem[] {
  try {
    const stored = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null') as Stored | null;
    return stored?.account === account && Array.isArray(stored.items) ? stored.items.filter(isItem) : [];
  } catch {
    return [];
  }
}

/** Puts an item first among those that the person has opened. */
export function addRecent(account: number, item: RecentItem): void {
  const items = [item, ...readRecent(account).filter(({ to }) => to !== item.to)].slice(0, MAX_ITEMS);
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ account, items } satisfies Stored));
  } catch {
    // Without storage, nothing is offered again.
  }
}

/** Deletes what has been opened, when the session ends in this tab or another. */
export function deleteRecent(): void {
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage that cannot be accessed holds nothing.
  }
}

onSessionEvent((event) => {
  if (event === 'ended' || event === 'changed') deleteRecent();
});
