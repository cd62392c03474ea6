import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ReplyOf } from '#contract/index.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { api, apiQuery, invalidateCalls } from './api.ts';
import { hasAnyPermission, orderingPermissions, type Profile, useCaller } from './session/profile.ts';

export type StockNotice = ReplyOf<'GET /api/stocknotices'>['stockNotices'][number];

/** What the caller waits for. Notices end by themselves, once the mail is sent. */
export const stockNoticesQuery = { ...apiQuery('GET /api/stocknotices'), staleTime: 60_000 };

/** Whether someone can wait for what is out of stock: they may order, and do not order for someone else. */
export const mayAwaitStock = (caller: Profile) =>
  caller.impersonatedCustomer === null && hasAnyPermission(caller, orderingPermissions);

/** What can be waited for, with its name in messages: "Navy, M". */
interface Awaited {
  combinationId: number;
  name: string;
}

/** What the caller waits for, and functions to change it. */
export interface StockNotices {
  /** Undefined until it is known, and for people who cannot wait for anything. */
  notices: readonly StockNotice[] | undefined;
  find: (combinationId: number) => StockNotice | undefined;
  add: (awaited: Awaited) => void;
  /** Stops waiting; the message offers to undo it. */
  remove: (notice: StockNotice) => void;
  isPending: boolean;
}

/** A notice in words: "Oxford shirt, White, M". */
export const describeNotice = ({ name, attributeDescription }: StockNotice) =>
  attributeDescription ? `${name}, ${attributeDescription}` : name;

/** Nothing is waited for, and nothing can be. */
export const NO_NOTICES: StockNotices = {
  notices: undefined,
  find: () => undefined,
  add: () => {},
  remove: () => {},
  isPending: false,
};

/**
 * What the caller waits for; asked of the server only if `isNeeded`, and of people who can wait for something. The same object for as long as nothing
 * changes, because lists are drawn again with another one.
 */
export function useStockNotices(isNeeded = true): StockNotices {
  const client = useQueryClient();
  const caller = useCaller();
  const isAsked = isNeeded && caller !== undefined && mayAwaitStock(caller);
  const { data } = useQuery({ ...stockNoticesQuery, enabled: isAsked });
  const answered = {
    onSuccess: (reply: ReplyOf<'GET /api/stocknotices'>) => client.setQueryData(stockNoticesQuery.queryKey, reply),
    onError: (error: Error) => {
      showError(error);
      // It has ended by itself meanwhile, for example.
      void invalidateCalls(client, 'GET /api/stocknotices');
    },
  };
  const { mutate: end, isPending: isEnding } = useMutation({
    mutationFn: ({ id }: { id: number }) => api('DELETE /api/stocknotices/:id', { params: { id } }),
    ...answered,
  });
  const { mutate: begin, isPending: isBeginning } = useMutation({
    mutationFn: ({ combinationId }: Awaited) => api('POST /api/stocknotices', { body: { stockNotice: { combinationId } } }),
    ...answered,
  });
  const notices = isAsked ? data?.stockNotices : undefined;
  const isPending = isBeginning || isEnding;
  return useMemo(() => {
    const find = (id: number) => notices?.find(({ combinationId }) => combinationId === id);
    // One after the other; a second click on the same button would end what the first has begun.
    const add = (awaited: Awaited) => {
      if (isPending) return;
      begin(awaited, {
        onSuccess: ({ stockNotices }) => {
          const added = stockNotices.find(({ combinationId }) => combinationId === awaited.combinationId);
          showSuccess(
            `We’ll email you once when ${awaited.name} can be ordered again. Nothing is reserved for you.`,
            added && { action: { label: 'Undo', run: () => end(added) } },
          );
        },
      });
    };
    const remove = (notice: StockNotice) => {
      if (isPending) return;
      const name = describeNotice(notice);
      const undo = { label: 'Undo', run: () => begin({ combinationId: notice.combinationId, name }) };
      end(notice, { onSuccess: () => showSuccess(`You won’t be notified about ${name}.`, { action: undo }) });
    };
    return { notices, find, add, remove, isPending };
  }, [notices, isPending, begin, end]);
}
