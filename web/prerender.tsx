/**
 * Renders the app shells that the server sends before the scripts have loaded, and lists the files each path will need.
 * Run by the build (tools/prerender.ts), never in a browser; it uses the same components and routes as the browser.
 */

import instrumentSerif from '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2?url';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, type RouteObject } from 'react-router';
import type { Brand, BrandName } from '#brands/brand.ts';
import { brands, getCompanyDesign } from '#brands/brands.ts';
import { OPERATOR_PATH, patterns } from './app/paths.ts';
import { OrdersNav } from './app/shell/orders-nav.tsx';
import { ProductsNav } from './app/shell/products-nav.tsx';
import { ShellOutline } from './app/shell/shell-outline.tsx';
import { ProductSkeleton } from './catalogue/products/product/product-skeleton.tsx';
import { AuthLayout } from './identity/layout/auth-layout.tsx';
import { CartSkeleton } from './ordering/cart/cart-skeleton.tsx';
import { routes } from './routes.tsx';
import { BrandThemeProvider } from './themes/theme-provider.tsx';
import { SkeletonBlock } from './ui/feedback/skeleton.tsx';
import { PageHeader } from './ui/layout/page-header.tsx';

/** Fonts that the first view of a brand's pages needs beside the one of all brands, as addresses. */
export const fonts: Partial<Record<BrandName, string[]>> = { alder: [instrumentSerif] };

/** The end of the names under which `render` returns the shells for companies that use the design of another one. */
const OTHER_COMPANY = '/other';

/** Pages of which more than the frame is known before their data: their title, and blocks where the rest will be. */
const loadingPages: Partial<Record<string, ReactNode>> = {
  [patterns.products]: (
    <>
      <PageHeader title="Products" above={<ProductsNav />} />
      <SkeletonBlock height={320} />
    </>
  ),
  [patterns.product]: <ProductSkeleton productId={0} />,
  [patterns.cart]: (
    <>
      <PageHeader title="Cart" />
      <CartSkeleton />
    </>
  ),
  [patterns.orders]: (
    <>
      <PageHeader title="Orders" above={<OrdersNav />} />
      <SkeletonBlock height={320} />
    </>
  ),
};

/**
 * Renders every shell for every brand, as inert HTML: input before the live page has loaded would be lost. Of each brand there is also one for another
 * company, whose name is a placeholder.
 */
export async function render(nonce: string, company: string): Promise<Record<string, Record<string, string>>> {
  const { LoginPage } = await import('./identity/login/login-page.tsx');
  const shells: Record<string, ReactNode> = {
    login: <LoginPage />,
    entry: <AuthLayout>{null}</AuthLayout>,
    inside: <ShellOutline />,
    ...Object.fromEntries(
      Object.entries(loadingPages).map(([path, page]) => [path, <ShellOutline key={path}>{page}</ShellOutline>]),
    ),
  };
  const inBrand = (brand: Brand, shell: string, content: ReactNode) =>
    toInertHtml(
      nonce,
      renderToStaticMarkup(
        // Hidden in both ways: browsers know `inert`, and tools that look for a role only the attribute.
        <div inert aria-hidden="true">
          <QueryClientProvider client={new QueryClient()}>
            <BrandThemeProvider brand={brand} nonce={nonce}>
              <MemoryRouter initialEntries={[shell.startsWith('/') ? shell : patterns.landing]}>{content}</MemoryRouter>
            </BrandThemeProvider>
          </QueryClientProvider>
        </div>,
      ),
    );
  const designs = Object.values(brands).flatMap((brand) => [
    [brand.name, brand] as const,
    [`${brand.name}${OTHER_COMPANY}`, getCompanyDesign(brand.name, company)] as const,
  ]);
  return Object.fromEntries(
    Object.entries(shells).map(([shell, content]) => [
      shell,
      Object.fromEntries(designs.map(([key, brand]) => [key, inBrand(brand, shell, content)])),
    ]),
  );
}

/**
 * Moves style attributes, which the content security policy forbids, to rules of a style element with the nonce; makes
 * input fields read-only.
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
  /** Regular expression for the paths of this screen. */
  path: string;
  /** The name of its shell. */
  shell: string;
  /** Loads all modules of the screen. */
  load(): Promise<unknown>;
}

const loadRoute = ({ lazy }: RouteObject) => (typeof lazy === 'function' ? lazy() : undefined);

/** The screens of the route map. The login comes last, with an empty pattern, because any other path leads to it. */
export function screens(): Screen[] {
  const listed = listScreens(routes, []).filter(({ pattern }) => pattern !== '*');
  const login = listed.find(({ pattern }) => pattern === patterns.login);
  if (!login) throw new Error('The route map has no login.');
  return [...listed.map((screen) => ({ ...screen, path: toPathExpression(screen.pattern) })), { ...login, path: '' }];
}

function listScreens(
  level: readonly RouteObject[],
  ancestors: readonly RouteObject[],
): (Omit<Screen, 'path'> & { pattern: string })[] {
  return level.flatMap((route) => {
    const chain = [...ancestors, route];
    const nested = listScreens(route.children ?? [], chain);
    if (!route.path || !route.lazy || nested.length > 0) return nested;
    const isInside = chain.some(({ path }) => path === patterns.landing);
    return {
      pattern: route.path,
      // The operators' pages show nothing of a brand, not even before their scripts have loaded.
      shell: route.path.startsWith(OPERATOR_PATH)
        ? 'none'
        : route.path === patterns.login
          ? 'login'
          : route.path in loadingPages
            ? route.path
            : isInside
              ? 'inside'
              : 'entry',
      load: () => Promise.all(chain.map(loadRoute)),
    };
  });
}

const toPathExpression = (pattern: string) =>
  `^${pattern
    .replace(/\/\*$/, '(/.*)?')
    .replace(/\/:\w+\?/g, '(/[^/]*)?')
    .replace(/:\w+/g, '[^/]+')}/?$`;
