import { OPERATOR_PATH } from '#web/app/paths.ts';

/** Paths of the operators' pages. They are no part of the customers' route map, so that customers do not load them. */
export const operatorPaths = {
  start: OPERATOR_PATH,
  logIn: (returnUrl?: string) =>
    `/operator/login${returnUrl === undefined || returnUrl === '/operator' ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`}`,
  setPassword: '/operator/set-password',
  account: '/operator/account',
  keys: '/operator/keys',
  team: '/operator/team',
  returns: '/operator/returns',
  return: (id: number) => `/operator/returns/${id}`,
} as const;
