import { type RefObject, useEffect, useRef } from 'react';

interface Versioned {
  id: number;
  version: number;
}

/** The last loaded version of each listed item, by id; selected items may be on other pages of the list. */
export function useLoadedVersions(listed: readonly Versioned[] | undefined): RefObject<Map<number, number>> {
  const seen = useRef(new Map<number, number>());
  useEffect(() => {
    for (const { id, version } of listed ?? []) seen.current.set(id, version);
  }, [listed]);
  return seen;
}
