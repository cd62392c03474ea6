/**
 * The operators' pages. To add one, append an entry: `path` is the part of the address after `/operator/` (with `:parameters`), `label`
 * the entry of the navigation, if it has one, and `key` the letter that opens it after `g`. The page is loaded when it is first opened.
 */
import { type ComponentType, lazy } from 'react';

/** A page below `/operator`, inside the shell. */
export interface OperatorPage {
  path: string;
  /** The page's entry in the navigation; pages without one are reached from other pages. */
  label?: string;
  /** The letter that opens the page when it is typed after `g`. */
  key?: string;
  Page: ComponentType;
}

const lazyPage = <M>(load: () => Promise<M>, pick: (module: M) => ComponentType) =>
  lazy(async () => ({ default: pick(await load()) }));

/** In the order of the navigation. The first one is shown at `/operator`. */
export const operatorPages: readonly OperatorPage[] = [
  {
    path: 'returns',
    label: 'Returns',
    key: 'r',
    Page: lazyPage(
      () => import('./returns/returns-page.tsx'),
      ({ OperatorReturnsPage }) => OperatorReturnsPage,
    ),
  },
  {
    path: 'returns/:id',
    Page: lazyPage(
      () => import('./returns/operator-return-page.tsx'),
      ({ OperatorReturnPage }) => OperatorReturnPage,
    ),
  },
  {
    path: 'keys',
    label: 'Keys',
    key: 'k',
    Page: lazyPage(
      () => import('./keys/keys-page.tsx'),
      ({ KeysPage }) => KeysPage,
    ),
  },
  {
    path: 'team',
    label: 'Team',
    key: 't',
    Page: lazyPage(
      () => import('./team/team-page.tsx'),
      ({ TeamPage }) => TeamPage,
    ),
  },
  {
    path: 'account',
    Page: lazyPage(
      () => import('./account/account-page.tsx'),
      ({ AccountPage }) => AccountPage,
    ),
  },
];
