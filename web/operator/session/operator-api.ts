/**
 * The typed client of the calls below `/api/operator/`, with the session of the operator. Pages use `operatorQuery` with `useQuery` and
 * `operatorApi` in mutations, like customers' pages `apiQuery` and `api` of `web/app/api.ts`.
 */
import { createApiClient, send, type UntypedRequest } from '#web/app/api-client.ts';
import { ApiError } from '#web/app/api-error.ts';
import { endOperatorSession, getOperatorToken } from './operator-session.ts';

async function sendAsOperator(call: string, request: UntypedRequest): Promise<Response> {
  const token = getOperatorToken();
  const reply = await send(call, request, token);
  if (reply.status === 401 && token === getOperatorToken()) endOperatorSession('expired');
  if (!reply.ok) throw await ApiError.from(reply);
  return reply;
}

export const {
  api: operatorApi,
  apiQuery: operatorQuery,
  download: operatorDownload,
  invalidateCalls: invalidateOperatorCalls,
} = createApiClient(sendAsOperator);

/** The operator who is logged in. */
export const operatorMeQuery = operatorQuery('GET /api/operator/me');
