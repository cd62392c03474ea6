import type { FastifyInstance } from 'fastify';

export interface TokenRequestOptions {
  host?: string;
  headers?: Record<string, string>;
  /** Whose network it is counted for; one network of its own where nothing is said. */
  remoteAddress?: string;
}

export interface TokenResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** Of tokens or of an OAuth error; the other half is missing. */
  body: Record<'access_token' | 'refresh_token' | 'token_type' | 'error' | 'error_description', string> & {
    expires_in: number;
    errors: object;
  };
  /** The cookie by which the browser is known from now on, as it sends it; empty where none was set. */
  deviceCookie: string;
}

/** Sends the form of the token endpoint. */
export async function requestToken(
  app: FastifyInstance,
  form: Record<string, string>,
  { host = 'localhost', headers = {}, remoteAddress = '127.0.0.1' }: TokenRequestOptions = {},
): Promise<TokenResponse> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/token',
    remoteAddress: remoteAddress,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  const [device = ''] = String(answer.headers['set-cookie'] ?? '').split(';');
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), deviceCookie: device };
}

/** A network that no other test guesses from: one of 65,536 blocks of a /8, counted on. */
export function aNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}
let networks = 0;
