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
