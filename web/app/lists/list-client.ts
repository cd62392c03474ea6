import { createContext, useContext } from 'react';
import type { CustomerList, OperatorList } from '#contract/identity/list-settings/list-names.ts';
import { api, apiQuery } from '../api.ts';
import { useCaller } from '../session/profile.ts';

/** The name of a list, under which the server keeps how someone has arranged it. */
export type ListName = CustomerList | OperatorList;

/** A key that acts on a list, as the help lists it. */
export interface ListKey {
  keys: readonly string[];
  does: string;
}

/** Keys that open pages, as the help lists them. */
interface PageKeys {
  /** What the pages have in common. */
  title?: string;
  keys: readonly ListKey[];
}

/** How the lists of one kind of user are read and arranged. */
export interface ListClient {
  api: typeof api;
  apiQuery: typeof apiQuery;
  /** The calls about arrangements and views; those of operators have the same parameters and replies. */
  calls: typeof CUSTOMER_CALLS | typeof OPERATOR_CALLS;
  /** Whether single keys act on lists. */
  useSingleKeysOn: () => boolean;
  /** Keys that work on every page, for the help; those without a title first. */
  pageKeys: readonly PageKeys[];
}

const CUSTOMER_CALLS = {
  getSettings: 'GET /api/listsettings/:list',
  saveSettings: 'PUT /api/listsettings/:list',
  listViews: 'GET /api/listviews/:list',
  addView: 'POST /api/listviews/:list',
  changeView: 'PUT /api/listviews/:list/:id',
  deleteView: 'DELETE /api/listviews/:list/:id',
} as const;

/** The same calls for operators. */
export const OPERATOR_CALLS = {
  getSettings: 'GET /api/operator/listsettings/:list',
  saveSettings: 'PUT /api/operator/listsettings/:list',
  listViews: 'GET /api/operator/listviews/:list',
  addView: 'POST /api/operator/listviews/:list',
  changeView: 'PUT /api/operator/listviews/:list/:id',
  deleteView: 'DELETE /api/operator/listviews/:list/:id',
} as const;

/** Lists of customers. The pages of operators provide their own client. */
const customers: ListClient = {
  api,
  apiQuery,
  calls: CUSTOMER_CALLS,
  useSingleKeysOn: () => useCaller()?.singleKeyShortcuts ?? true,
  pageKeys: [],
};

const ListClientContext = createContext(customers);
export const ListClientProvider = ListClientContext.Provider;
export const useListClient = () => useContext(ListClientContext);
