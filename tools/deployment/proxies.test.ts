/** What the portal gets of headers that a client makes up, by way of the proxies that run as deploy/ and docs/operations/deployment.md set them up. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { findFreePort } from '#api/testing/network.ts';
import { project, readProjectFile } from './files-fixture.ts';
import { fetchLinters, findLinter } from './linters.ts';
import { fetchNginx, findNginx } from './nginx.ts';

const hasCaddy = await fetchLinters();
const hasNginx = await fetchNginx();
if (!hasCaddy || !hasNginx) console.warn("Debian's packages of Caddy and nginx cannot be had; the tests with them are skipped.");

/** What would be believed, as names by which a client might say it. */
const MADE_UP = {
  'X-Request-Id': 'made-up',
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'made=up',
  'X-Forwarded-For': '203.0.113.9',
  'X-Forwarded-Proto': 'made-up',
  'X-Forwarded-Host': 'made-up.example',
};

const folder = await mkdtemp(join(tmpdir(), 'livery-proxies-'));
await chmod(folder, 0o755);
let portal: Server;
let portalPort: number;
let received: IncomingHttpHeaders;
let proxy: ChildProcess | undefined;

beforeAll(async () => {
  portal = createServer((request, response) => {
    if (request.url !== '/readyz') received = request.headers;
    response.end('portal');
  }).listen(0, '127.0.0.1');
  await once(portal, 'listening');
  portalPort = (portal.address() as AddressInfo).port;
});

afterEach(async () => {
  if (proxy?.exitCode !== null) return;
  proxy.kill('SIGTERM');
  await once(proxy, 'exit');
});

afterAll(async () => {
  portal?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a proxy, waits until it passes requests on, and returns what a request with made-up headers is to the portal. */
async function passOn(program: string, words: readonly string[], port: number): Promise<IncomingHttpHeaders> {
  const child = spawn(program, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: folder,
    env: {
      ...process.env,
      LIVERY_HOSTS: `http://localhost:${port}`,
      HOME: folder,
      XDG_CONFIG_HOME: folder,
      XDG_DATA_HOME: folder,
    },
  });
  proxy = child;
  let said = '';
  child.stderr.on('data', (text) => (said += text));
  for (let attempt = 0; attempt < 200; attempt++) {
    if (child.exitCode !== null) throw new Error(said);
    const response = await fetch(`http://localhost:${port}/`, { headers: MADE_UP }).catch(() => undefined);
    if (response?.ok && (await response.text()) === 'portal') return received;
    await delay(50); // waits because a proxy does not say when it listens
  }
  throw new Error(`The proxy passes nothing on:\n${said}`);
}

const expectOwnHeaders = (headers: IncomingHttpHeaders) =>
  expect(Object.entries(headers).filter(([, value]) => Object.values(MADE_UP).includes(String(value)))).toEqual([]);

describe('made-up headers', () => {
  it.runIf(hasCaddy)('do not pass the Caddyfile', async () => {
    const port = await findFreePort();
    const file = join(folder, 'Caddyfile');
    const text = readProjectFile('deploy/Caddyfile').replaceAll('portal-1:3000 portal-2:3000', `127.0.0.1:${portalPort}`);
    await writeFile(file, `{\n\tadmin off\n}\n${text}`);
    const headers = await passOn(findLinter('caddy'), ['run', '--adapter', 'caddyfile', '--config', file], port);
    expect(headers).toMatchObject({ host: `localhost:${port}`, 'x-forwarded-proto': 'http' });
    expect(headers).not.toHaveProperty('x-request-id');
    expectOwnHeaders(headers);
  });

  it.runIf(hasNginx)('do not pass the Ingress, with ingress-nginx', async () => {
    const [ingress] = parseAllDocuments(readProjectFile('deploy/kubernetes/ingress.yaml')).map((document) => document.toJS());
    const snippet = ingress.metadata.annotations['nginx.ingress.kubernetes.io/configuration-snippet'];
    const port = await findFreePort();
    const headers = await passOn(...(await configureNginx(port, snippet)), port);
    expect(headers).toMatchObject({ host: `localhost:${port}`, 'x-forwarded-for': '127.0.0.1' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/);
    expectOwnHeaders(headers);
  });

  it.runIf(hasNginx)('do not pass nginx as the guide sets it up', async () => {
    const guide = readFileSync(join(project, 'docs/operations/deployment.md'), 'utf8');
    const snippet = /```nginx\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const port = await findFreePort();
    const headers = await passOn(...(await configureNginx(port, snippet, [])), port);
    expect(headers).toMatchObject({ host: `localhost:${port}`, 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expectOwnHeaders(headers);
  });
});

/** The headers as the template of ingress-nginx sets them: it takes a client's request id, and sets what is forwarded itself. */
const INGRESS_HEADERS = [
  'proxy_set_header Host $http_host;',
  'proxy_set_header X-Request-ID $req_id;',
  'proxy_set_header X-Forwarded-For $remote_addr;',
  'proxy_set_header X-Forwarded-Host $http_host;',
  'proxy_set_header X-Forwarded-Proto $scheme;',
];

/** Writes a configuration of nginx. Returns the program and its words. */
async function configureNginx(
  port: number,
  snippet: string,
  headers: readonly string[] = INGRESS_HEADERS,
): Promise<[program: string, words: string[]]> {
  const { loader, words, modules } = findNginx();
  const temporary = join(folder, `nginx-${port}`);
  await mkdir(temporary);
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${temporary}/${name};`);
  const text = `
load_module ${modules}/ngx_http_headers_more_filter_module.so;
pid ${temporary}/pid;
daemon off;
master_process off;
events {}
http {
  access_log off;
  ${paths.join('\n  ')}
  map $http_x_request_id $req_id { default $http_x_request_id; "" $request_id; }
  server {
    listen 127.0.0.1:${port};
    location / {
      ${headers.join('\n      ')}
      ${snippet}
      proxy_pass http://127.0.0.1:${portalPort};
    }
  }
}
`;
  const file = join(temporary, 'nginx.conf');
  await writeFile(file, text);
  return [loader, [...words, '-c', file, '-e', 'stderr']];
}
