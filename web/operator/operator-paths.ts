import { OPERATOR_PATH } from '#web/app/paths.ts';

/** Paths of the operators' pages. They are no part of the customers' route map, so that customers do not load them. */
export const operatorPaths = {
  start: OPERATOR_PATH,
  logIn: (returnUrl?: string) =>
    `/operator/login${returnUrl === undefined || returnUrl === '/operator' ? '' : `?returnUrl=${encodeURIComponent(returnUrl)}`}`,
  setPassword: '/operator/set-password',
  account: '/operator/account',
  invoices: '/operator/invoices',
  invoice: (id: number) => `/operator/invoices/${id}`,
  payments: '/operator/payments',
  organisations: '/operator/organisations',
  organisation: (id: number) => `/operator/organisations/${id}`,
  webhooks: '/operator/webhooks',
  webhook: (id: number) => `/operator/webhooks/${id}`,
  keys: '/operator/keys',
  team: '/operator/team',
} as const;
