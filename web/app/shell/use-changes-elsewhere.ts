import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { showSuccess } from '#web/ui/feedback/alerts.ts';

/** Whenever the person comes back to this window, shows what another one has done to the cart meanwhile. */
export function useChangesElsewhere(): void {
  const client = useQueryClient();
  useEffect(() => {
    const onReturn = async () => {
      if (document.visibilityState !== 'visible') return;
      try {
        const { loadChangesElsewhere } = await import('./changes-elsewhere.ts');
        const sentence = await loadChangesElsewhere(client);
        if (sentence) showSuccess(sentence);
      } catch {
        // Without a connection, the next request says so.
      }
    };
    const listener = () => void onReturn();
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  }, [client]);
}
