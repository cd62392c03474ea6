import './ui/links.css';
import './ui/mantine.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { takeDestination } from './access/destination.ts';
import { onSession, watchOtherTabs } from './access/session.ts';
import { forgetTyping, forgetUnfinishedWork, keepUnfinishedWork, watchTyping } from './access/unfinished-work.ts';
import { onActingChanged, watchActingElsewhere } from './acting-changes.ts';
import { followSession } from './hooks/acting.ts';
import { type Profile, profileQuery, viewOf } from './hooks/profile.ts';
import { paths, patterns } from './paths.ts';
import { queryClient } from './query-client.ts';
import { reportError, watchForErrors } from './report-error.ts';
import { routes } from './routes.tsx';
import { Look } from './themes/look.tsx';
import { AlertBanner } from './ui/alert-banner.tsx';
import { clearAlertOnNavigation } from './ui/alerts.ts';
import { forgetDrafts } from './ui/draft.ts';
import { whenQuiet } from './ui/when-quiet.ts';

watchForErrors();
watchOtherTabs();
watchActingElsewhere();
watchTyping();

const router = createBrowserRouter(routes);

let shown = router.state.location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname === shown) return;
  shown = pathname;
  clearAlertOnNavigation();
  forgetTyping();
});

onSession((event) => {
  if (event === 'started') return;
  // What was typed waits for a person whose session has expired, and for nobody else.
  if (event !== 'expired') forgetDrafts();
  const { location, navigation } = router.state;
  if (event === 'ended') forgetUnfinishedWork();
  // The login screen logs out by itself, and keeps where it will lead to.
  if ([location.pathname, navigation.location?.pathname].includes(patterns.login)) return;
  if (event === 'changed') return window.location.assign(paths.landing());
  if (event === 'ended') return void router.navigate(paths.login());
  const profile = queryClient.getQueryData<Profile>(profileQuery.queryKey);
  // What was typed for somebody else's order waits for nobody: the next log-in orders for oneself.
  if (profile) keepUnfinishedWork(viewOf(profile).id, location.pathname);
  // On the preferences that come first, what matters is where they would have led to.
  const here =
    location.pathname === patterns.preferences ? takeDestination() : location.pathname + location.search + location.hash;
  void router.navigate(paths.login({ returnUrl: here }));
});

onActingChanged(async () => {
  // Whoever cannot be asked now is asked with the next request.
  const isAnother = await followSession(queryClient).catch(() => false);
  if (isAnother) await router.navigate(paths.landing());
});

void whenQuiet(() => import('./ui/latin-ext.css'));

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
          <Look>
            <AlertBanner />
            <RouterProvider router={router} />
          </Look>
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
