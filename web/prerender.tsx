/**
 * What a page shows before its scripts have come, and which files its address will ask for. Run by the build
 * (tools/prerender.ts), never by a browser; made from the same screens and routes that the browser runs.
 */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, type RouteObject } from 'react-router';
import type { BrandName } from '#brands/brand.ts';
import { brands } from '#brands/brands.ts';
import { patterns } from './app/paths.ts';
import { Frame } from './app/shell/frame.tsx';
import { AuthLayout } from './identity/layout/auth-layout.tsx';
import { routes } from './routes.tsx';
import { BrandThemeProvider } from './themes/theme-provider.tsx';

/** Every drawing in every brand, as HTML in which nothing can be clicked or typed yet: the live page would not know of it. */
export async function render(nonce: string): Promise<Record<string, Record<BrandName, string>>> {
  const { LoginPage } = await import('./identity/login/login-page.tsx');
  const drawings: Record<string, ReactNode> = { login: <LoginPage />, entry: <AuthLayout>{null}</AuthLayout>, inside: <Frame /> };
  const inBrand = (name: BrandName, content: ReactNode) =>
    toInertHtml(
      nonce,
      renderToStaticMarkup(
        <div inert>
          <QueryClientProvider client={new QueryClient()}>
            <BrandThemeProvider brand={brands[name]} nonce={nonce}>
              <MemoryRouter>{content}</MemoryRouter>
            </BrandThemeProvider>
          </QueryClientProvider>
        </div>,
      ),
    );
  const names = Object.keys(brands) as BrandName[];
  return Object.fromEntries(
    Object.entries(drawings).map(([place, content]) => [
      place,
      Object.fromEntries(names.map((name) => [name, inBrand(name, content)])) as Record<BrandName, string>,
    ]),
  );
}

/**
 * The page's policy lets no style attribute in: each becomes a rule of a style element that carries the nonce. Fields take nothing in.
 */
function toInertHtml(nonce: string, html: string): string {
  const rules: string[] = [];
  const rest = html.replace(/ style="([^"]*)"/g, (_, style: string) => {
    const rule = style.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
    const at = rules.includes(rule) ? rules.indexOf(rule) : rules.push(rule) - 1;
    return ` data-drawn="${at}"`;
  });
  return `<style nonce="${nonce}">${rules.map((rule, at) => `[data-drawn="${at}"]{${rule}}`).join('')}</style>${rest.replaceAll('<input ', '<input readonly ')}`;
}

interface Screen {
  /** What the path of an address looks like, as a regular expression. */
  path: string;
  /** The name of a drawing. */
  shell: string;
  /** Loads whatever the screen is made of. */
  load(): Promise<unknown>;
}

const loadOf = ({ lazy }: RouteObject) => (typeof lazy === 'function' ? lazy() : undefined);

/** Every address of the route map; whatever else is asked for leads to the log-in, which comes last. */
export function screens(): Screen[] {
  const found = screensOf(routes, []).filter(({ pattern }) => pattern !== '*');
  const login = found.find(({ pattern }) => pattern === patterns.login);
  if (!login) throw new Error('The route map has no log-in.');
  return [...found.map((screen) => ({ ...screen, path: pathOf(screen.pattern) })), { ...login, path: '' }];
}

function screensOf(level: readonly RouteObject[], above: readonly RouteObject[]): (Omit<Screen, 'path'> & { pattern: string })[] {
  return level.flatMap((route) => {
    const line = [...above, route];
    const deeper = screensOf(route.children ?? [], line);
    if (!route.path || !route.lazy || deeper.length > 0) return deeper;
    const isInside = line.some(({ path }) => path === patterns.landing);
    return {
      pattern: route.path,
      shell: route.path === patterns.login ? 'login' : isInside ? 'inside' : 'entry',
      load: () => Promise.all(line.map(loadOf)),
    };
  });
}

const pathOf = (pattern: string) => `^${pattern.replace(/\/:\w+\?/g, '(/[^/]*)?').replace(/:\w+/g, '[^/]+')}/?$`;
