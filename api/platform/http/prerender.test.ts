import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPrerenderedShells } from './prerender.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prerender-'));
  const prerendered = {
    fonts: { alder: ['/assets/serif.woff2'] },
    shells: {
      login: { sundial: '<h1>Log in</h1>', 'sundial/other': '<h1>Log in to __COMPANY__</h1>' },
      inside: { sundial: '<main></main>' },
    },
    screens: [
      { path: '^/index/products/[^/]+(/[^/]*)?/?$', shell: 'inside', files: ['/assets/product.js', '/assets/product.css'] },
      { path: '', shell: 'login', files: ['/assets/login.js'] },
    ],
  };
  await writeFile(join(folder, 'prerender.json'), JSON.stringify(prerendered));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SUNDIAL = { name: 'sundial', companyName: 'Sundial Uniforms' };
const ALDER = { name: 'alder', companyName: 'Alder & Vane' };

describe('the prerendered shell of a page', () => {
  it('belongs to the screen at its path, in any case, with the files that it needs', async () => {
    const findShell = await readPrerenderedShells(folder);
    const product = {
      styles: '<link rel="stylesheet" crossorigin href="/assets/product.css">',
      scripts: '<link rel="modulepreload" crossorigin href="/assets/product.js">',
      body: '<main></main>',
    };
    expect(findShell('/index/products/7', SUNDIAL)).toEqual(product);
    expect(findShell('/INDEX/Products/7/polo-shirt/', SUNDIAL)).toEqual(product);
  });

  it('fetches the fonts of its brand', async () => {
    const findShell = await readPrerenderedShells(folder);
    const preload = '<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/serif.woff2">';
    expect(findShell('/index/products/7', ALDER).styles).toMatch(new RegExp(`^${preload}`));
    expect(findShell('/index/products/7', SUNDIAL).styles).not.toContain('font');
  });

  it('shows no logo of the design to a company that uses it under its own name', async () => {
    const findShell = await readPrerenderedShells(folder);
    expect(findShell('/', { ...SUNDIAL, companyName: 'Northgate' }).body).toBe('<h1>Log in to __COMPANY__</h1>');
  });

  it('is that of the login by default', async () => {
    const { body } = (await readPrerenderedShells(folder))('/index/nowhere', SUNDIAL);
    expect(body).toBe('<h1>Log in</h1>');
  });
});
