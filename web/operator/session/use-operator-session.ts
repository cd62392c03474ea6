import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { deleteSavedInput } from '#web/app/session/form-restore.ts';
import { saveFormInput } from '#web/app/session/save-input.ts';
import { operatorMeQuery } from './operator-api.ts';
import { getOperatorToken, onOperatorSessionEvent } from './operator-session.ts';

/**
 * Whether an operator is logged in. What was loaded for an operator is removed when the session starts or ends, in this tab or another; what was typed is
 * saved when it expires.
 */
export function useOperatorSession(): boolean {
  const client = useQueryClient();
  useEffect(
    () =>
      onOperatorSessionEvent((event) => {
        const me = client.getQueryData<ReplyOf<'GET /api/operator/me'>>(operatorMeQuery.queryKey);
        if (event === 'expired' && me) saveFormInput(me.operator.id, window.location.pathname);
        if (event === 'ended') deleteSavedInput();
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
