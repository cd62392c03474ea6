import '#web/ui/styles/mantine-layout.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Link, Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import type { OperatorRight } from '#contract/identity/operators/operator-rights.ts';
import { type ListClient, ListClientProvider } from '#web/app/lists/list-client.ts';
import { restoreFormInput } from '#web/app/session/restore-input.ts';
import { useFocusHeadingOnNavigation } from '#web/app/shell/focus-heading.ts';
import { Frame } from '#web/app/shell/frame.tsx';
import shell from '#web/app/shell/shell.module.css';
import { ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { logOutOperator } from '../session/log-out.ts';
import { operatorMeQuery } from '../session/operator-api.ts';
import { operatorLists } from '../session/operator-lists.ts';
import { useOperatorSession } from '../session/use-operator-session.ts';
import { KeyboardHelp } from './keyboard-help.tsx';
import { listNavigation, listNavPages, listPageKeys } from './navigation.ts';
import { OperatorMenu } from './operator-menu.tsx';
import { OperatorNav } from './operator-nav.tsx';
import css from './operator-shell.module.css';
import { usePageKeys } from './use-page-keys.ts';

const NO_RIGHTS: readonly OperatorRight[] = [];

/** Header and navigation around every page of operators who are logged in; others are sent to the log-in and come back afterwards. */
export function OperatorShell() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isLoggedIn = useOperatorSession();
  const [hasLoggedOut, setLoggedOut] = useState(false);
  const me = useQuery({ ...operatorMeQuery, enabled: isLoggedIn });
  const rights = me.data?.operator.rights ?? NO_RIGHTS;
  const navigation = useMemo(() => listNavigation(rights), [rights]);
  const lists = useMemo(
    (): ListClient => ({
      ...operatorLists,
      pageKeys: listPageKeys(navigation),
    }),
    [navigation],
  );
  const pages = useMemo(() => listNavPages(navigation), [navigation]);
  const keys = usePageKeys(pages, navigate);
  useFocusHeadingOnNavigation(pathname, state?.from === 'login');
  const id = me.data?.operator.id;
  // What was typed when the session expired.
  useEffect(() => {
    if (id !== undefined) restoreFormInput(id, window.location.pathname);
  }, [id]);
  if (!isLoggedIn) return <Navigate to={operatorPaths.logIn(hasLoggedOut ? undefined : pathname + search)} replace />;

  function logOut() {
    // The log-in that follows does not lead back to this page.
    setLoggedOut(true);
    logOutOperator();
  }

  return (
    <>
      <a href="#content" className={shell.skip}>
        Skip to content
      </a>
      <Frame
        header={
          <>
            <Link to={operatorPaths.start} className={css.name}>
              Livery operator
            </Link>
            <OperatorNav entries={navigation} />
            <div className={css.right}>
              {me.data && <OperatorMenu operator={me.data.operator} onShowKeys={keys.showHelp} onLogOut={logOut} />}
            </div>
          </>
        }
      >
        {me.isError ? (
          <Card>
            <ErrorState title="Your account could not be loaded." error={me.error} onRetry={() => void me.refetch()} />
          </Card>
        ) : (
          me.data && (
            <ListClientProvider value={lists}>
              <Outlet />
            </ListClientProvider>
          )
        )}
      </Frame>
      <ListClientProvider value={lists}>
        <KeyboardHelp opened={keys.isHelpShown} onClose={keys.hideHelp} />
      </ListClientProvider>
    </>
  );
}
