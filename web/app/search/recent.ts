import { onSessionEvent } from '../session/session.ts';

/** What someone has opened from the search. */
export interface RecentItem {
  to: string;
  label: string;
  detail: string;
  kind: 'page' | 'person' | 'order' | 'quote' | 'product';
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

/** What the person with this id has opened from the search in this tab, the latest first. */
export function readRecent(account: number): RecentItem[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as Stored | null;
    return stored?.account === account && Array.isArray(stored.items) ? stored.items.filter(isItem) : [];
  } catch {
    return [];
  }
}

/** Puts an item first among those that the person has opened. */
export function addRecent(account: number, item: RecentItem): void {
  const items = [item, ...readRecent(account).filter(({ to }) => to !== item.to)].slice(0, MAX_ITEMS);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ account, items } satisfies Stored));
  } catch {
    // Without storage, nothing is offered again.
  }
}

/** Deletes what has been opened: it names people, and belongs to the person who was logged in. */
function deleteRecent(): void {
  try {
    sessionStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage that cannot be accessed holds nothing.
  }
}

onSessionEvent((event) => {
  if (event !== 'started') deleteRecent();
});
