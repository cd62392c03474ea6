import { sql } from 'kysely';
import type { ReplyOf } from '#contract/index.ts';
import { aPerson } from './builders.ts';
import type { TestClient, TestPortal } from './portal.ts';

/** An answer of the service, with its code where it refuses. */
export interface SizingResponse {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each test names what it looks at
  body: any;
  code: string | undefined;
  text: string | undefined;
}

/** A wearer with a token of the service. */
export interface TestWearer {
  client: TestClient;
  token: string;
  request(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<SizingResponse>;
}

/** What a tailor would call a usual man, as the wire says it. */
export const AVERAGE_MAN = { gender: 0, heightUnits: 0, height: 178, weightUnits: 0, weight: 82 };

/** Somebody new, or the person who is named, with a token of the service. */
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

/** The service as somebody with this token sees it. */
export function createWearer(portal: Pick<TestPortal, 'app'>, client: TestClient, token: string): TestWearer {
  return {
    client,
    token,
    request: async (method, path, body) => {
      const answer = await portal.app.inject({
        method,
        url: path,
        headers: { host: client.headers.host ?? '', authorization: `Bearer ${token}` },
        ...(body ? { payload: body } : {}),
      });
      const content = answer.payload === '' ? {} : (answer.json() as { code?: string; errors?: Record<string, string[]> });
      const text = content.errors && Object.values(content.errors).flat().join('\n');
      return { status: answer.statusCode, headers: answer.headers, body: content, code: content.code, text };
    },
  };
}

/** Keeps a body; answers its id. */
export async function saveTestBody(wearer: TestWearer, body: object = AVERAGE_MAN): Promise<string> {
  const { body: reply } = await wearer.request('POST', '/sizing/body/newbody', body);
  return (reply as ReplyOf<'POST /sizing/body/newbody'>).body.id;
}

/** A product of the range that is drawn so and has this size guide. */
export async function getProductId(portal: Pick<TestPortal, 'db'>, handle: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from product where handle = ${handle}`.execute(portal.db);
  return rows[0]?.id as number;
}
