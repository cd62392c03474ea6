/** The list from which records are opened one after the other. */
export interface ListTrail {
  /** The list's call, the property of its reply with the rows, and its query without page and number of rows. */
  call: string;
  rowsKey: string;
  query: Readonly<Record<string, unknown>>;
  /** The list's parameters of the URL. */
  search: string;
  /** The records in their order, as far as they are known. */
  ids: readonly number[];
  /** How many come before the first of them, and how many there are in all. */
  before: number;
  totalCount: number;
}

const keyOf = (list: string) => `list.${list}`;

/** Remembers the list, in this tab. */
export function saveTrail(list: string, trail: ListTrail): void {
  try {
    sessionStorage.setItem(keyOf(list), JSON.stringify(trail));
  } catch {
    // Without storage there is a way back, and none to the next record.
  }
}

/** The list as it was left in this tab; undefined when there is none. */
export function readTrail(list: string): ListTrail | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(list)) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** The list as it was left with these parameters of the URL. */
export function findTrail(list: string, search: string): ListTrail | undefined {
  const trail = readTrail(list);
  return trail?.search === search ? trail : undefined;
}

/** Whether no record follows the one in this place. */
export const isLastOfTrail = ({ ids, before, totalCount }: ListTrail, index: number): boolean =>
  index === ids.length - 1 && before + ids.length >= totalCount;

/** How many of the records after one are remembered on the way back to the list: as many as a page has. */
const MAX_FOLLOWING = 250;

/**
 * Where to go back to for a record of the list: the list as it was left, and in `state.left` the record and those after it, at whose row the reader then is. Without
 * the record in the list only the page.
 */
export function toListPlace(
  list: string,
  pathname: string,
  id: number,
): [to: { pathname: string; search: string }, options: object] {
  const trail = readTrail(list);
  const index = trail?.ids.indexOf(id) ?? -1;
  if (!trail || index < 0) return [{ pathname, search: '' }, {}];
  return [{ pathname, search: trail.search }, { state: { left: trail.ids.slice(index, index + 1 + MAX_FOLLOWING) } }];
}

/** The record that was left for the list, and those after it; from the state of the list's address. Empty for someone who comes from elsewhere. */
export const readLeft = (state: unknown): readonly number[] => {
  const left = (state as { left?: unknown } | null)?.left;
  return Array.isArray(left) ? left.filter((id): id is number => typeof id === 'number') : [];
};

/** The most rows that a list's call sends at once. */
const MAX_ROWS = 250;

/**
 * The trail with further records after the last one that is known. The list is read from its beginning: those that were opened may have left it, for example because they were
 * dealt with, and the next one is then where the first was. The same trail when there are no others.
 */
export async function extendTrail(
  trail: ListTrail,
  readRows: (query: object) => Promise<readonly { id: number }[]>,
): Promise<ListTrail> {
  const known = new Set(trail.ids);
  for (let page = 0; ; page += 1) {
    const rows = await readRows({ ...trail.query, page, limit: MAX_ROWS });
    const others = rows.map(({ id }) => id).filter((id) => !known.has(id));
    if (others.length > 0) return { ...trail, ids: [...trail.ids, ...others] };
    if (rows.length < MAX_ROWS) return trail;
  }
}
