import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateSource } from 'oazapfts';
import { Compile } from 'typebox/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { demoPassword } from '#demo/demo-logins.ts';
import { type ApiDocument, createApiDocument } from './document.ts';

const project = join(import.meta.dirname, '../../../..');
const portal = usePortal();
let folder = '';
let baseUrl = '';

/** What the program of docs/WIRE.md exports, and what the client does. */
interface Program {
  order(username: string, password: string, keyword: string): Promise<{ id: number }>;
}
interface Client {
  defaults: { baseUrl?: string; fetch?: typeof fetch };
}

beforeAll(async () => {
  await mkdir(join(project, '.cache'), { recursive: true });
  folder = await mkdtemp(join(project, '.cache/api-client-'));
  const address = await portal.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = address.replace('127.0.0.1', 'localhost');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Writes the client that a generator makes from a document beside the program of docs/WIRE.md, and returns what the compiler says. */
async function compileProgram(document: ApiDocument): Promise<string> {
  const path = join(folder, 'api.json');
  await writeFile(path, JSON.stringify(document));
  await writeFile(join(folder, 'livery.ts'), await generateSource(path));
  const text = await readFile(join(project, 'docs/WIRE.md'), 'utf8');
  await writeFile(join(folder, 'order.ts'), text.split(/^```(?:ts)?$/m)[1] ?? '');
  const compilerOptions = {
    target: 'ES2024',
    module: 'NodeNext',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    types: [],
    strict: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['order.ts'] }));
  const compiler = join(project, 'node_modules/typescript/bin/tsc');
  return promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}

/** A fetch that refuses a reply other than the document describes. */
function createCheckedFetch({ paths, components }: ApiDocument, called: string[]): typeof fetch {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return { method: method.toUpperCase(), path, pattern, operation };
    }),
  );
  return async (input, init) => {
    const response = await fetch(input, init);
    const { pathname } = new URL(String(input));
    const found = operations
      .toSorted((a, b) => a.path.split('{').length - b.path.split('{').length)
      .find(({ method, pattern }) => method === (init?.method ?? 'GET') && pattern.test(pathname));
    const described = found?.operation.responses[response.status];
    const schema = described && 'content' in described ? described.content['application/json']?.schema : undefined;
    if (!found || !schema) throw new Error(`The document has no reply ${response.status} of ${pathname}.`);
    const [isValid, errors] = Compile({ ...schema, components }).Errors(await response.clone().json());
    if (!isValid) throw new Error(`${found.operation.operationId}: ${JSON.stringify(errors.slice(0, 3))}`);
    called.push(found.operation.operationId);
    return response;
  };
}

/** A client of the portal that lets a reply pass only as the document describes it. */
async function loadProgram(document: ApiDocument, called: string[] = []): Promise<Program> {
  const { defaults }: Client = await import(join(folder, 'livery.ts'));
  defaults.baseUrl = baseUrl;
  defaults.fetch = createCheckedFetch(document, called);
  return import(join(folder, 'order.ts'));
}

it('lets a public generator make a client that logs in, fills a cart and places an order', async () => {
  const document = createApiDocument('http://localhost');
  const called: string[] = [];
  expect(await compileProgram(document)).toBe('');
  const { order } = await loadProgram(document, called);

  const placed = await order('buyer@meridian.example', demoPassword, 'shirt');

  const buyer = await portal.as('buyer@meridian.example');
  const { body } = await buyer.get<'GET /api/orders/:id'>(`/api/orders/${placed.id}`);
  expect(body.orders[0]).toMatchObject({ id: placed.id, poNumber: 'PO-4711' });
  expect(called).toEqual(expect.arrayContaining(['logIn', 'addToCart', 'getCheckoutSummary', 'placeOrder', 'getOrder']));
}, 120_000);

it('fails when a reply is not as the document describes it', async () => {
  const document = createApiDocument('http://localhost');
  Object.assign(document.components.schemas.Cart?.properties ?? {}, { totalQuantity: { type: 'string' } });
  const { order } = await loadProgram(document);

  await expect(order('buyer@meridian.example', demoPassword, 'shirt')).rejects.toThrow('addToCart');
});

it('does not compile when the document lacks what the program uses', async () => {
  const document = createApiDocument('http://localhost');
  delete document.components.schemas.CheckoutSummary?.properties?.checkoutId;

  expect(await compileProgram(document)).toContain("Property 'checkoutId' does not exist on type 'CheckoutSummary'");
}, 120_000);
