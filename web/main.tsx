import './ui/links.css';
import './ui/mantine.css';
import './ui/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { onSession, watchOtherTabs } from './access/session.ts';
import { paths, patterns } from './paths.ts';
import { queryClient } from './query-client.ts';
import { reportError, watchForErrors } from './report-error.ts';
import { routes } from './routes.tsx';
import { Look } from './themes/look.tsx';
import { AlertBanner } from './ui/alert-banner.tsx';

watchForErrors();
watchOtherTabs();

const router = createBrowserRouter(routes);

onSession((event) => {
  if (event === 'started') return;
  const { location, navigation } = router.state;
  // The login screen logs out by itself, and keeps where it will lead to.
  if ([location.pathname, navigation.location?.pathname].includes(patterns.login)) return;
  if (event === 'changed') window.location.assign(paths.landing());
  else void router.navigate(paths.login(event === 'expired' ? { returnUrl: location.pathname + location.search } : {}));
});

createRoot(document.getElementById('root') as HTMLElement, {
  onCaughtError: (error, { componentStack }) => reportError(error, componentStack),
  onUncaughtError: (error, { componentStack }) => reportError(error, componentStack),
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Look>
        <AlertBanner />
        <RouterProvider router={router} />
      </Look>
    </QueryClientProvider>
  </StrictMode>,
);
