import { send } from '#web/app/api-client.ts';
import { endOperatorSession, getOperatorToken } from './operator-session.ts';

/** Ends the session in this browser at once, and on the server if it can be reached; otherwise it ends there after an hour. */
export function logOutOperator(): void {
  const token = getOperatorToken();
  if (token === undefined) return;
  endOperatorSession();
  void send('POST /api/operator/logout', {}, token).catch(() => {});
}
