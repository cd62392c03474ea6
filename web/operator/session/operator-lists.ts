import { useQuery } from '@tanstack/react-query';
import { type ListClient, OPERATOR_CALLS } from '#web/app/lists/list-client.ts';
import { operatorApi, operatorMeQuery, operatorQuery } from './operator-api.ts';

/** How operators read and arrange lists. */
export const operatorLists: ListClient = {
  api: operatorApi,
  apiQuery: operatorQuery,
  calls: OPERATOR_CALLS,
  useSingleKeysOn: () => useQuery(operatorMeQuery).data?.operator.singleKeyShortcuts ?? true,
  pageKeys: [],
};
