import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PrerenderManifest } from '#api/platform/http/prerender.ts';

/** A web app with two screens, one of which opens what the other does too. */
const APP = {
  'package.json': '{ "type": "module" }',
  'vite.config.ts': "export default { root: import.meta.dirname + '/web' };",
  'web/index.html': '<div id="root"></div><script type="module" src="/main.ts"></script>',
  'web/main.ts': "import { routes } from './routes.ts'; document.body.onclick = () => routes.map(({ load }) => load());",
  'web/routes.ts': `export const routes = [
    { path: '^/cart$', shell: 'inside', load: () => import('./cart/cart-page.ts') },
    { path: '', shell: 'login', load: async () => [await import('./cart/cart-page.ts'), await import('./login-page.ts')] },
  ];`,
  'web/prerender.tsx':
    "import { routes } from './routes.ts'; export const fonts = {}; export const render = () => ({}); export const screens = () => routes;",
  'web/cart/cart-page.ts': "import './cart.css'; import { price } from './price.ts'; export const cart = price(2);",
  'web/cart/cart.css': '.cart { color: navy; }',
  'web/cart/price.ts': 'export const price = (pieces: number) => pieces * performance.now();',
  'web/login-page.ts': "import { price } from './cart/price.ts'; export const login = () => price(0);",
};

let root: string;

async function write(files: Record<string, string>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), content);
  }
}

/** Builds the app, in Node itself: modules that are loaded by Vitest do not pass Node's hooks. */
async function buildApp(): Promise<PrerenderManifest['screens']> {
  const script = `import { buildWeb } from ${JSON.stringify(join(import.meta.dirname, 'build.ts'))}; await buildWeb(${JSON.stringify(root)});`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script], { cwd: import.meta.dirname });
  const { screens } = JSON.parse(await readFile(join(root, 'dist/web/prerender.json'), 'utf8')) as PrerenderManifest;
  return screens;
}

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'livery-prerender-'));
  await write(APP);
});

afterEach(() => rm(root, { recursive: true }));

test('every screen lists the files of all its modules, also of those that another screen has loaded', async () => {
  const screens = await buildApp();

  const names = screens.map(({ path, shell, files }) => ({
    path,
    shell,
    files: files.map((file) => file.replace(/^\/assets\/(.+)-.{8}\./, '$1.')).sort(),
  }));
  expect(names).toEqual([
    { path: '^/cart$', shell: 'inside', files: ['cart-page.css', 'cart-page.js', 'price.js'] },
    { path: '', shell: 'login', files: ['cart-page.css', 'cart-page.js', 'login-page.js', 'price.js'] },
  ]);
});

test('a screen whose modules are not known fails the build', async () => {
  await write({ 'web/routes.ts': "export const routes = [{ path: '^/cart$', shell: 'inside', load: async () => ({}) }];" });

  await expect(buildApp()).rejects.toThrow('The build cannot tell which modules the screen ^/cart$ loads.');
});
