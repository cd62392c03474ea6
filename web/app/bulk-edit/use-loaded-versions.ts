import { type RefObject, useEffect, useRef } from 'react';

interface Versioned {
  id: number;
  version: number;
}

/** Of each that was listed, the version that was shown last: what is chosen may be on other pages by now. */
export function useLoadedVersions(listed: readonly Versioned[] | undefined): RefObject<Map<number, number>> {
  const seen = useRef(new Map<number, number>());
  useEffect(() => {
    for (const { id, version } of listed ?? []) seen.current.set(id, version);
  }, [listed]);
  return seen;
}
