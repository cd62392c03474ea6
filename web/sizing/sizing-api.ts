/**
 * The body and size service, which has a base address and a token of its own.
 *
 *   await sizing('GET /sizing/client')
 *   await sizing('POST /sizing/body/newbody', { body: fields })
 */
import type { Call, ReplyOf } from '#contract/index.ts';
import { api } from '#web/app/api.ts';
import { type ApiArguments, send, type UntypedRequest } from '#web/app/api-client.ts';
import { ApiError } from '#web/app/api-error.ts';
import { queryClient } from '#web/app/query-client.ts';
import { findEffectivePersonId } from '#web/app/session/profile.ts';
import { onSessionEvent } from '#web/app/session/session.ts';

export type SizingCall = Extract<Call, `${string} /sizing/${string}`>;

/** How long before its expiry the token is renewed, as for the portal's own token. */
const MARGIN_MS = 5 * 60_000;

interface Token {
  secret: string;
  expiresAt: number;
}

let token: Token | undefined;
let asked: Promise<Token> | undefined;
onSessionEvent(() => {
  token = undefined;
  asked = undefined;
});

async function renew(): Promise<Token> {
  const { access_token, expires_in } = await api('GET /api/bodyme/tokenv3');
  token = { secret: access_token, expiresAt: Date.now() + expires_in * 1000 };
  return token;
}

async function tokenOfService(): Promise<string> {
  if (token && Date.now() < token.expiresAt - MARGIN_MS) return token.secret;
  try {
    asked ??= renew().finally(() => {
      asked = undefined;
    });
    return (await asked).secret;
  } catch (error) {
    // A token that cannot be renewed is used until it expires.
    if (!token || Date.now() >= token.expiresAt) throw error;
    console.warn('The token of the size service could not be renewed.', error);
    return token.secret;
  }
}

/** Base URL of the service without a trailing slash. Replaces `/sizing` in its calls. */
const base = () =>
  (document.querySelector<HTMLMetaElement>('meta[name="sizing-base"]')?.content || '/sizing/').replace(/\/+$/, '');

/** Calls the service. Throws `ApiError` with the service's error message. */
export async function sizingApi<C extends SizingCall>(call: C, ...[request]: ApiArguments<C>): Promise<ReplyOf<C>> {
  const wanted = (request ?? {}) as UntypedRequest;
  const shown = findEffectivePersonId(queryClient);
  const headers = shown === undefined ? wanted.headers : { ...wanted.headers, 'X-Acting-For': String(shown) };
  const ask = async () => send(call.replace(' /sizing/', ' /'), { ...wanted, headers }, await tokenOfService(), base());
  let reply = await ask();
  if (reply.status === 401) {
    token = undefined;
    reply = await ask();
  }
  if (!reply.ok) throw await ApiError.from(reply);
  return (await reply.json()) as ReplyOf<C>;
}
