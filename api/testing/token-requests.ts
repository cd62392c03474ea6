import type { FastifyInstance } from 'fastify';

export interface TokenRequestOptions {
  host?: string;
  headers?: Record<string, string>;
  /** The network that the request is counted for; one shared network by default. */
  remoteAddress?: string;
}

export interface TokenResponse {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  /** Tokens or an OAuth error; the other properties are missing. */
  body: Record<'access_token' | 'refresh_token' | 'token_type' | 'error' | 'error_description', string> & {
    expires_in: number;
    errors: object;
  };
  /** The cookie that identifies the browser, as it sends it back; empty when none was set. */
  deviceCookie: string;
}

/** Sends a form to the token endpoint. */
export async function requestToken(
  app: FastifyInstance,
  form: Record<string, string>,
  { host = 'localhost', headers = {}, remoteAddress = '127.0.0.1' }: TokenRequestOptions = {},
): Promise<TokenResponse> {
  const response = await app.inject({
    method: 'POST',
    url: '/api/token',
    remoteAddress: remoteAddress,
    headers: { host, 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
  const [device = ''] = String(response.headers['set-cookie'] ?? '').split(';');
  return { status: response.statusCode, headers: response.headers, body: response.json(), deviceCookie: device };
}

/** A network that no other test uses for log-ins: one of 65,536 blocks of a /8, counted up. */
export function aNetwork(): string {
  networks += 1;
  return `10.${networks >> 8}.${networks & 255}.1`;
}
let networks = 0;
