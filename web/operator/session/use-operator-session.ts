import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { getOperatorToken, onOperatorSessionEvent } from './operator-session.ts';

/** Whether an operator is logged in. What was loaded for an operator is removed when the session starts or ends, in this tab or another. */
export function useOperatorSession(): boolean {
  const client = useQueryClient();
  useEffect(
    () =>
      onOperatorSessionEvent(() => {
        client.removeQueries({ predicate: ({ queryKey: [call] }) => String(call).includes(' /api/operator/') });
      }),
    [client],
  );
  return useSyncExternalStore(
    onOperatorSessionEvent,
    () => getOperatorToken() !== undefined,
    () => false,
  );
}
