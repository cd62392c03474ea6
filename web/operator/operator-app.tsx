import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { operatorPages } from './operator-pages.ts';
import { operatorPaths } from './operator-paths.ts';
import { OperatorTheme } from './operator-theme.tsx';
import { OperatorNotFoundPage } from './shell/operator-not-found-page.tsx';
import { OperatorShell } from './shell/operator-shell.tsx';

const LogInPage = lazy(async () => ({ default: (await import('./session/operator-log-in-page.tsx')).OperatorLogInPage }));
const SetPasswordPage = lazy(async () => ({
  default: (await import('./session/operator-set-password-page.tsx')).OperatorSetPasswordPage,
}));

/** Everything below `/operator`: log-in, and the pages inside the shell. */
export function OperatorApp() {
  const [first] = operatorPages;
  return (
    <OperatorTheme>
      <Suspense>
        <Routes>
          <Route path="login" element={<LogInPage />} />
          <Route path="set-password" element={<SetPasswordPage />} />
          <Route element={<OperatorShell />}>
            <Route index element={<Navigate to={`${operatorPaths.start}/${first?.path}`} replace />} />
            {operatorPages.map(({ path, Page }) => (
              <Route key={path} path={path} element={<Page />} />
            ))}
            <Route path="*" element={<OperatorNotFoundPage />} />
          </Route>
        </Routes>
      </Suspense>
    </OperatorTheme>
  );
}
