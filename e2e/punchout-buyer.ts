import { createServer, type IncomingMessage, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import { demoPunchout } from '#demo/punchout-connections.ts';

/** A buyer's site on another host than the portal: it shows the portal in a frame, and receives carts. */
export interface BuyerSite {
  origin: string;
  /** The address of a page of the site with `src` in a frame; `sandbox` limits what it may do. */
  framePage(src: string, sandbox?: string): string;
  /** The documents of cXML that were returned so far. */
  returned: string[];
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

const escapeAttribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** Opens the site `buyer.localhost`, or that of another host below localhost. */
export async function openBuyerSite(host = 'buyer.localhost'): Promise<BuyerSite> {
  const returned: string[] = [];
  const server = createServer((request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://buyer');
    reply.setHeader('content-type', 'text/html; charset=utf-8');
    if (pathname === '/return') {
      void readBody(request).then((body) => {
        returned.push(new URLSearchParams(body).get('cxml-urlencoded') ?? body);
        reply.end('<!doctype html><title>Requisition</title><h1>Cart received</h1>');
      });
      return;
    }
    const sandbox = searchParams.get('sandbox');
    const limits = sandbox === null ? '' : ` sandbox="${escapeAttribute(sandbox)}"`;
    reply.end(
      `<!doctype html><title>Buyer</title><iframe name="shop" width="1000" height="700" src="${escapeAttribute(searchParams.get('src') ?? '')}"${limits}></iframe>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    framePage: (src, sandbox) => `${origin}/?${new URLSearchParams({ src, ...(sandbox !== undefined && { sandbox }) })}`,
    returned,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Lets the connection of the demonstration be used from this site, and carts of all garments be returned there. */
export async function connectBuyerSite(db: Db, { origin }: BuyerSite): Promise<void> {
  await sql`update punchout_connection set frame_origins = ${[origin]}, return_origins = ${[origin]}, permits_http = true, user_policy = 'shared'
    where key = ${demoPunchout.key}`.execute(db);
  await sql`update product set unspsc_code = '53102700' where unspsc_code is null`.execute(db);
}

/** Asks the portal for a trip, as the buyer's system does, and returns the address at which its user begins. */
export async function startTrip(portalOrigin: string, { origin }: BuyerSite, returnTarget?: string): Promise<string> {
  const { domain, buyerIdentity, supplierIdentity, sharedSecret, key } = demoPunchout;
  const credential = (identity: string, secret = '') =>
    `<Credential domain="${domain}"><Identity>${identity}</Identity>${secret}</Credential>`;
  const document = `<?xml version="1.0" encoding="UTF-8"?>
<cXML payloadID="${crypto.randomUUID()}@buyer.example" timestamp="2026-12-01T09:00:00+00:00" xml:lang="en"><Header>
<From>${credential(buyerIdentity)}</From><To>${credential(supplierIdentity)}</To>
<Sender>${credential(buyerIdentity, `<SharedSecret>${sharedSecret}</SharedSecret>`)}<UserAgent>story</UserAgent></Sender></Header>
<Request><PunchOutSetupRequest operation="create"><BuyerCookie>cookie &amp; é</BuyerCookie>
<BrowserFormPost><URL>${origin}/return${returnTarget ? `?${returnTarget}` : ''}</URL></BrowserFormPost></PunchOutSetupRequest></Request></cXML>`;
  const { host, port } = new URL(portalOrigin);
  const answer = await new Promise<string>((resolve, reject) => {
    const request = send(
      { host: '127.0.0.1', port, path: `/punchout/cxml/${key}`, method: 'POST', headers: { host, 'content-type': 'text/xml' } },
      (reply) => void readBody(reply).then(resolve, reject),
    );
    request.on('error', reject).end(document);
  });
  const start = /<URL>([^<]+)<\/URL>/.exec(answer)?.[1];
  if (!start) throw new Error(`The portal started no trip: ${answer}`);
  return start.replaceAll('&amp;', '&');
}
