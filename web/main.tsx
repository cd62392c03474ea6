import './ui/styles/links.css';
import './ui/styles/mantine.css';
import './ui/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { paths, patterns } from './app/paths.ts';
import { queryClient } from './app/query-client.ts';
import { reportError, reportUncaughtErrors } from './app/report-error.ts';
import { deleteSavedInput, resetTrackedInput, saveFormInput, trackInput } from './app/session/form-restore.ts';
import { syncImpersonation } from './app/session/impersonation.ts';
import { onImpersonationChange, watchImpersonationInOtherTabs } from './app/session/impersonation-events.ts';
import { consumePostLoginRedirect } from './app/session/post-login-redirect.ts';
import { getEffectiveProfile, type Profile, profileQuery } from './app/session/profile.ts';
import { onSessionEvent, watchSessionInOtherTabs } from './app/session/session.ts';
import { PortalTheme } from './app/shell/portal-theme.tsx';
import { routes } from './routes.tsx';
import { onIdle } from './ui/browser/on-idle.ts';
import { AlertBanner } from './ui/feedback/alert-banner.tsx';
import { clearAlertOnNavigation } from './ui/feedback/alerts.ts';
import { deleteDrafts } from './ui/forms/use-draft.ts';

reportUncaughtErrors();
watchSessionInOtherTabs();
watchImpersonationInOtherTabs();
trackInput();

const router = createBrowserRouter(routes);

let shown = router.state.location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname === shown) return;
  shown = pathname;
  clearAlertOnNavigation();
  resetTrackedInput();
});

onSessionEvent((event) => {
  if (event === 'started') return;
  // What was typed waits for a person whose session has expired, and for nobody else.
  if (event !== 'expired') deleteDrafts();
  const { location, navigation } = router.state;
  if (event === 'ended') deleteSavedInput();
  // The login screen logs out by itself, and keeps where it will lead to.
  if ([location.pathname, navigation.location?.pathname].includes(patterns.login)) return;
  if (event === 'changed') return window.location.assign(paths.landing());
  if (event === 'ended') return void router.navigate(paths.login());
  const profile = queryClient.getQueryData<Profile>(profileQuery.queryKey);
  // What was typed for somebody else's order waits for nobody: the next log-in orders for oneself.
  if (profile) saveFormInput(getEffectiveProfile(profile).id, location.pathname);
  // On the preferences that come first, what matters is where they would have led to.
  const here =
    location.pathname === patterns.preferences ? consumePostLoginRedirect() : location.pathname + location.search + location.hash;
  void router.navigate(paths.login({ returnUrl: here }));
});

onImpersonationChange(async () => {
  // Whoever cannot be asked now is asked with the next request.
  const isAnother = await syncImpersonation(queryClient).catch(() => false);
  if (isAnother) await router.navigate(paths.landing());
});

void onIdle(() => import('./ui/styles/latin-ext.css'));

const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: (error, { componentStack }) => reportError(error, componentStack),
  onUncaughtError: (error, { componentStack }) => reportError(error, componentStack),
});

/** Shows the portal in place of what the server has drawn; in small steps, so that a slow phone can answer in between. */
const show = () =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <PortalTheme>
            <AlertBanner />
            <RouterProvider router={router} />
          </PortalTheme>
        </QueryClientProvider>
      </StrictMode>,
    ),
  );

// What the server has drawn stays until the first screen is there, or what stands in its place: nothing flashes in between.
if (router.state.initialized) show();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    show();
  });
}
