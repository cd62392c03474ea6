import type { TestServer } from './portal.ts';
import { CORVANE } from './punchout-requests.ts';
import { readFormPage } from './read-form-page.ts';

/** Parameters of a call-up by name, in place of the usual ones; null leaves one out. */
export type CallUpParameters = Record<string, string | null>;

/** Where Corvane's system takes carts: with parameters, of which one occurs twice. */
const HOOK = 'https://buyer.example/sap/hook?sap-client=100&item=1&item=2';

/** Calls up the shop as the browser of a user of Corvane's system does. `encode` writes the body. */
export async function callUp(
  { app }: Pick<TestServer, 'app'>,
  parameters: CallUpParameters = {},
  {
    method = 'POST' as 'GET' | 'POST',
    key = CORVANE.key as string,
    headers = {} as Record<string, string>,
    encode = (fields: [string, string][]): string | Buffer => new URLSearchParams(fields).toString(),
  } = {},
) {
  const all = {
    USERNAME: CORVANE.userName,
    PASSWORD: CORVANE.sharedSecret,
    HOOK_URL: HOOK,
    OCI_VERSION: '4.0',
    ...parameters,
  };
  const fields = Object.entries(all).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]));
  const url = `/punchout/oci/${key}`;
  const response = await app.inject({
    method,
    url: method === 'GET' ? `${url}?${encode(fields).toString()}` : url,
    headers: {
      host: CORVANE.host,
      ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    ...(method === 'POST' ? { payload: encode(fields) } : {}),
  });
  return {
    status: response.statusCode,
    startUrl: typeof response.headers.location === 'string' ? response.headers.location : undefined,
    page: response.payload,
    headers: response.headers,
  };
}

/** The fields of the form of a page as the buyer's system reads them: a browser writes references for characters that the encoding of the form lacks. */
export function postForm(page: string): [name: string, value: string][] {
  const { fields, charset } = readFormPage(page);
  if (charset !== 'iso-8859-1') return fields;
  const write = (text: string) => text.replace(/[^\0-\xff]/gu, (character) => `&#${character.codePointAt(0)};`);
  return fields.map(([name, value]) => [write(name), write(value)]);
}
