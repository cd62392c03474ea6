import { useEffect, useState } from 'react';

/** When the dialog closes, returns the focus to the element that opened it. */
export function useRestoreFocus(): void {
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => () => opener?.focus(), [opener]);
}
