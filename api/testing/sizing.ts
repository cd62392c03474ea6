import { sql } from 'kysely';
import type { ReplyOf } from '#contract/index.ts';
import { aPerson } from './builders.ts';
import type { Client, TestPortal } from './portal.ts';

/** An answer of the service, with its code where it refuses. */
export interface SizingAnswer {
  status: number;
  headers: Record<string, unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: each test names what it looks at
  body: any;
  code: string | undefined;
  text: string | undefined;
}

/** A wearer with a token of the service. */
export interface Wearer {
  client: Client;
  token: string;
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<SizingAnswer>;
}

/** What a tailor would call a usual man, as the wire says it. */
export const MAN = { gender: 0, heightUnits: 0, height: 178, weightUnits: 0, weight: 82 };

/** Somebody new, or the person who is named, with a token of the service. */
export async function aWearer(
  portal: TestPortal,
  { email, version = 'tokenv3', agreed = true }: { email?: string; version?: 'token' | 'tokenv3'; agreed?: boolean } = {},
): Promise<Wearer> {
  const client = await portal.as(email ?? (await aPerson(portal.db, { role: 'Buyer' })).email);
  const { body } = await client.get<'GET /api/bodyme/token'>(`/api/bodyme/${version}`);
  const wearer = wearerOf(portal, client, body.access_token);
  if (agreed) await wearer.ask('POST', '/sizing/consent', { version: 1 });
  return wearer;
}

/** The service as somebody with this token sees it. */
export function wearerOf(portal: Pick<TestPortal, 'app'>, client: Client, token: string): Wearer {
  return {
    client,
    token,
    ask: async (method, path, body) => {
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
export async function keepBody(wearer: Wearer, body: object = MAN): Promise<string> {
  const { body: reply } = await wearer.ask('POST', '/sizing/body/newbody', body);
  return (reply as ReplyOf<'POST /sizing/body/newbody'>).body.id;
}

/** A product of the range that is drawn so and has this size guide. */
export async function productWith(portal: Pick<TestPortal, 'db'>, handle: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from product where handle = ${handle}`.execute(portal.db);
  return rows[0]?.id as number;
}
