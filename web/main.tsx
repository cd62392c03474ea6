import './ui/styles/links.css';
import './ui/styles/mantine.css';
import './ui/styles/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { isOperatorPath, paths, patterns } from './app/paths.ts';
import { queryClient } from './app/query-client.ts';
import { reportError, reportUncaughtErrors } from './app/report-error.ts';
import { noteEndedSession } from './app/session/ended-session.ts';
import { deleteSavedInput, resetTrackedInput, trackInput } from './app/session/form-restore.ts';
import { syncImpersonation } from './app/session/impersonation.ts';
import {
  emitImpersonationChange,
  onImpersonationChange,
  watchImpersonationInOtherTabs,
} from './app/session/impersonation-events.ts';
import { consumePostLoginRedirect } from './app/session/post-login-redirect.ts';
import { getEffectiveProfile, type Profile, profileQuery } from './app/session/profile.ts';
import { getTrip, onSessionEvent, watchSessionInOtherTabs } from './app/session/session.ts';
import { PortalTheme } from './app/shell/portal-theme.tsx';
import { routes } from './routes.tsx';
import { focusClickedButtons, keepFocusOfLoadingButtons } from './ui/browser/keep-focus.ts';
import { onIdle } from './ui/browser/on-idle.ts';
import { getPageTitle } from './ui/browser/use-document-title.ts';
import { watchTranslator } from './ui/browser/watch-translator.ts';
import { AlertBanner } from './ui/feedback/alert-banner.tsx';
import { clearAlertOnNavigation } from './ui/feedback/alerts.ts';
import { deleteDrafts, keepDraftsFor } from './ui/forms/use-draft.ts';

reportUncaughtErrors();
watchSessionInOtherTabs();
watchImpersonationInOtherTabs();
trackInput();
keepFocusOfLoadingButtons();
focusClickedButtons();
watchTranslator();

const router = createBrowserRouter(routes);

let currentPath = router.state.location.pathname;
router.subscribe(({ location: { pathname } }) => {
  if (pathname === currentPath) return;
  currentPath = pathname;
  clearAlertOnNavigation();
  resetTrackedInput();
});

const isAtLogin = () => {
  const { location, navigation } = router.state;
  return [location.pathname, navigation.location?.pathname].includes(patterns.login);
};

/** Pages of the same person stay as they are, with what was typed: their session had expired in all tabs. Those of someone else are left. */
async function followLoginElsewhere() {
  if (isOperatorPath(router.state.location.pathname)) return;
  const isSamePerson = await import('./app/session/login-elsewhere.ts').then(
    ({ isLoginOfSamePerson }) => isLoginOfSamePerson(queryClient),
    () => false,
  );
  if (isSamePerson) {
    if (!isAtLogin()) emitImpersonationChange();
    return;
  }
  deleteDrafts();
  deleteSavedInput();
  if (!isAtLogin()) window.location.assign(paths.landing());
}

/** What is needed only once a session has expired; loaded before it does. */
const loadSaving = () => import('./app/session/save-input.ts');

onSessionEvent((event) => {
  if (event === 'started') return;
  if (event === 'changed') return void followLoginElsewhere();
  // Drafts are kept for a person whose session has expired; otherwise the next person could see them.
  if (event === 'ended') deleteDrafts();
  // Operators have a session of their own.
  if (isOperatorPath(router.state.location.pathname)) return;
  if (event === 'ended') deleteSavedInput();
  // The login screen ends the session itself and keeps its returnUrl.
  if (isAtLogin()) return;
  const trip = getTrip();
  // Who logs out of a trip is led on by the answer.
  if (trip) return event === 'expired' ? location.replace(paths.punchoutReturn(trip)) : undefined;
  if (event === 'ended') return void router.navigate(paths.login());
  void leaveExpiredSession(router.state.location);
});

/** Goes to the login, which leads back to this page, and keeps what was typed in it. */
async function leaveExpiredSession({ pathname, search, hash }: typeof router.state.location) {
  noteEndedSession(getPageTitle());
  const profile = queryClient.getQueryData<Profile>(profileQuery.queryKey);
  // Saved for the effective person: input for an impersonated person is not restored, since the next login has no impersonation.
  if (profile) {
    keepDraftsFor(profile.id);
    await loadSaving().then(
      ({ saveFormInput }) => saveFormInput(getEffectiveProfile(profile).id, pathname),
      () => {},
    );
  }
  // A page that could not be loaded leads there too.
  if (isAtLogin()) return;
  // On the preferences page after a login, the page to return to is the one it would have led to.
  const returnUrl = (pathname === patterns.preferences ? consumePostLoginRedirect() : undefined) ?? pathname + search + hash;
  await router.navigate(paths.login({ returnUrl }));
}

onImpersonationChange(async () => {
  if (isOperatorPath(router.state.location.pathname)) return;
  // If the server cannot be reached now, the next request will reveal the change.
  const hasChanged = await syncImpersonation(queryClient).catch(() => false);
  if (hasChanged) await router.navigate(paths.landing());
});

onIdle(() => import('./ui/styles/latin-ext.css'));
onIdle(loadSaving);

const root = createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: (error, { componentStack }) => reportError(error, componentStack),
  onUncaughtError: (error, { componentStack }) => reportError(error, componentStack),
});

/** Replaces the prerendered shell with the live portal, as a transition: a slow phone stays responsive meanwhile. */
const renderPortal = () =>
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

// The prerendered shell stays until the router has loaded the first screen, so that nothing flashes.
if (router.state.initialized) renderPortal();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    renderPortal();
  });
}
