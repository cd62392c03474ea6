import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import type { OperatorPage } from './operator-page.ts';
import { operatorPages } from './operator-pages.ts';
import { operatorPaths } from './operator-paths.ts';
import { OperatorTheme } from './operator-theme.tsx';
import { meets, useMay, useOwnRights } from './session/operator-access.ts';
import { OperatorNoAccessPage, OperatorNotFoundPage } from './shell/operator-not-found-page.tsx';
import { OperatorShell } from './shell/operator-shell.tsx';

const LogInPage = lazy(async () => ({ default: (await import('./session/operator-log-in-page.tsx')).OperatorLogInPage }));
const SetPasswordPage = lazy(async () => ({
  default: (await import('./session/operator-set-password-page.tsx')).OperatorSetPasswordPage,
}));

/** Everything below `/operator`: log-in, and the pages inside the shell. */
export function OperatorApp() {
  return (
    <OperatorTheme>
      <Suspense>
        <Routes>
          <Route path="login" element={<LogInPage />} />
          <Route path="set-password" element={<SetPasswordPage />} />
          <Route element={<OperatorShell />}>
            <Route index element={<Start />} />
            {operatorPages.map((page) => (
              <Route key={page.path} path={page.path} element={<Allowed page={page} />} />
            ))}
            <Route path="*" element={<OperatorNotFoundPage />} />
          </Route>
        </Routes>
      </Suspense>
    </OperatorTheme>
  );
}

/** Leads to the first page that the operator may open; every operator may open the own account. */
function Start() {
  const rights = useOwnRights();
  const first = operatorPages.find(({ label, needs = [] }) => label !== undefined && meets(rights, needs));
  return <Navigate to={first ? `${operatorPaths.start}/${first.path}` : operatorPaths.account} replace />;
}

const Allowed = ({ page: { Page, needs = [] } }: { page: OperatorPage }) =>
  useMay(...needs) ? <Page /> : <OperatorNoAccessPage />;
