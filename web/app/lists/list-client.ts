import { createContext, useContext } from 'react';
import { apiQuery } from '../api.ts';
import { useListSettings } from '../list-settings/list-settings.ts';

/** A key that acts on a list, as the help lists it. */
export interface ListKey {
  keys: readonly string[];
  does: string;
}

/** How lists of one kind of user are read, and how they have arranged them. */
export interface ListClient {
  apiQuery: typeof apiQuery;
  useSettings: (list: string) => ListArrangement;
  /** Whether single keys act on lists. */
  areKeysOn: boolean;
  /** Keys that work on every page, for the help. */
  pageKeys: readonly ListKey[];
}

/** How someone has arranged a list; null for the usual. */
export interface ListArrangement {
  columns: readonly string[] | null;
  limit: number | null;
  density: 'comfortable' | 'compact' | null;
  isLoading: boolean;
  save: (change: Partial<Pick<ListArrangement, 'columns' | 'limit' | 'density'>>) => void;
}

/** Lists of customers. The pages of operators provide their own client. */
const customers: ListClient = {
  apiQuery,
  useSettings: (list) => {
    const { loading, save, ...settings } = useListSettings(list);
    return { ...settings, density: null, isLoading: loading, save: save as ListArrangement['save'] };
  },
  areKeysOn: true,
  pageKeys: [],
};

const ListClientContext = createContext(customers);
export const ListClientProvider = ListClientContext.Provider;
export const useListClient = () => useContext(ListClientContext);
