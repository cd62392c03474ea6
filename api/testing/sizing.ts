import { sql } from 'kysely';
import type { ReplyOf } from '#contract/index.ts';
import { aPerson } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** A response of the sizing service, with its error code and text when it refuses. */
export interface SizingResponse {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each test names what it looks at
  body: any;
  code: string | undefined;
  text: string | undefined;
}

/** A wearer with a token of the sizing service. */
export interface TestWearer {
  client: TestClient;
  token: string;
  request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<SizingResponse>;
}

/** Measurements of an average man, as the API expects them. */
export const AVERAGE_MAN = { gender: 0, heightUnits: 0, height: 178, weightUnits: 0, weight: 82 };

/** A wearer with a token of the sizing service: a new person, or the one with the email address. */
export async function aWearer(
  portal: TestPortal,
  { email, version = 'tokenv3', agreed = true }: { email?: string; version?: 'token' | 'tokenv3'; agreed?: boolean } = {},
): Promise<TestWearer> {
  const client = await portal.as(email ?? (await aPerson(portal.db, { role: 'Buyer' })).email);
  const { body } = await client.get<'GET /api/bodyme/token'>(`/api/bodyme/${version}`);
  const wearer = createWearer(portal, client, body.access_token);
  if (agreed) await wearer.request('POST', '/sizing/consent', { version: 1 });
  return wearer;
}

/** A client of the sizing service with this token. */
export function createWearer(portal: Pick<TestPortal, 'app'>, client: TestClient, token: string): TestWearer {
  return {
    client,
    token,
    request: async (method, path, body) => {
      const response = await portal.app.inject({
        method,
        url: path,
        headers: { host: client.headers.host ?? '', authorization: `Bearer ${token}` },
        ...(body ? { payload: body } : {}),
      });
      const content = response.payload === '' ? {} : (response.json() as { code?: string; errors?: Record<string, string[]> });
      const text = content.errors && Object.values(content.errors).flat().join('\n');
      return { status: response.statusCode, headers: response.headers, body: content, code: content.code, text };
    },
  };
}

/** Saves a body; returns its id. */
export async function saveTestBody(wearer: TestWearer, body: object = AVERAGE_MAN): Promise<string> {
  const { body: reply } = await wearer.request('POST', '/sizing/body/newbody', body);
  return (reply as ReplyOf<'POST /sizing/body/newbody'>).body.id;
}

/** The id of the product with this handle. */
export async function getProductId(portal: Pick<TestPortal, 'db'>, handle: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from product where handle = ${handle}`.execute(portal.db);
  return rows[0]?.id as number;
}
