import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import type { DetachedWindowAPI } from 'happy-dom';
import { Fragment, type ReactNode, StrictMode } from 'react';
import { createMemoryRouter, parsePath } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { brands } from '#brands/brands.ts';
import { ListClientProvider } from '#web/app/lists/list-client.ts';
import { queryClient } from '#web/app/query-client.ts';
import { type Profile, profileQuery } from '#web/app/session/profile.ts';
import { startSession } from '#web/app/session/session.ts';
import { operatorLists } from '#web/operator/session/operator-lists.ts';
import { BrandThemeProvider } from '#web/themes/theme-provider.tsx';
import { AlertBanner } from '#web/ui/feedback/alert-banner.tsx';
import { clearAlertOnNavigation } from '#web/ui/feedback/alerts.ts';
import { createReply, type PartsOf } from './example-reply.ts';

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI;
  }
}

/** Widths of the window: a phone, and a desk. */
export const NARROW = 360;
export const WIDE = 1440;

interface Setting {
  /** Address of the page, with its search. */
  path?: string;
  /** What was passed to it by the page before. */
  state?: object;
  /** The pattern of its route, where the page reads values of it: `/index/orders/:id`. */
  route?: string;
  /** Width of the window in pixels; `useIsNarrow` and media queries see it. There is no layout. */
  width?: number;
  /** What of the profile of the caller matters; see `createReply`. */
  caller?: PartsOf<Profile>;
  /** Shows it to an operator instead. */
  isOperator?: boolean;
  /** In React's strict mode, as the portal in development: everything is rendered twice. False for a page that another test shows strictly. */
  isStrict?: boolean;
}

interface RenderedPage {
  /** Closes the page, as leaving it does. */
  unmount(): void;
  user: UserEvent;
  /** Path and search of the page that is open now. */
  address(): string;
  /** What was passed to it. */
  state(): unknown;
}

/**
 * Shows a page or a component as the portal does: with router, data, theme and messages, to a caller who is logged in. Links to other pages lead to empty
 * ones. The API is that of `useStubbedApi`.
 */
export function renderPage(
  element: ReactNode,
  { path = '/', state, route = '*', width = WIDE, caller = {}, isOperator = false, isStrict = true }: Setting = {},
): RenderedPage {
  window.happyDOM.setViewport({ width, height: width < 600 ? 740 : 900 });
  startSession({ access_token: 'token', refresh_token: 'renewal', expires_in: 3600 });
  queryClient.setQueryData(
    profileQuery.queryKey,
    createReply('GET /api/customerprofile', { id: 1, firstName: 'Ruth', lastName: 'Okafor', currencyCode: 'GBP', ...caller }),
  );
  const page = isOperator ? <ListClientProvider value={operatorLists}>{element}</ListClientProvider> : element;
  const routes = [{ path: route, element: page }, ...(route === '*' ? [] : [{ path: '*', element: <p>Another page</p> }])];
  const router = createMemoryRouter(routes, { initialEntries: [state ? { ...parsePath(path), state } : path] });
  let { pathname } = router.state.location;
  router.subscribe(({ location }) => {
    if (location.pathname !== pathname) clearAlertOnNavigation();
    ({ pathname } = location);
  });
  const Mode = isStrict ? StrictMode : Fragment;
  const { unmount } = render(
    <Mode>
      <QueryClientProvider client={queryClient}>
        <BrandThemeProvider brand={brands.sundial} nonce="" env="test">
          <AlertBanner />
          <main>
            <RouterProvider router={router} />
          </main>
        </BrandThemeProvider>
      </QueryClientProvider>
    </Mode>,
  );
  return {
    unmount,
    user: userEvent.setup({ delay: null }),
    address: () => router.state.location.pathname + router.state.location.search,
    state: () => router.state.location.state,
  };
}
