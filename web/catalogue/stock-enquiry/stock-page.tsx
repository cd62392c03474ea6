import { useMemo, useState } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiQuery, download } from '#web/app/api.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { listSettingsQuery } from '#web/app/lists/list-settings.ts';
import { toPrefetchQuery } from '#web/app/lists/prefetch-list.ts';
import { useList } from '#web/app/lists/use-list.ts';
import { queryClient } from '#web/app/query-client.ts';
import {
  freeOrderingPermissions,
  getEffectiveProfile,
  hasAnyPermission,
  orderingPermissions,
  type Profile,
  profileQuery,
  useCaller,
} from '#web/app/session/profile.ts';
import { mayAwaitStock, NO_NOTICES, type StockNotices, useStockNotices } from '#web/app/stock-notices.ts';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { listAttributeParams } from './attribute-filters.tsx';
import { createStockList, type StockReader } from './stock-list.tsx';

const toReader = (profile: Profile, notices: StockNotices): StockReader => ({
  notices,
  mayOrder: hasAnyPermission(profile, orderingPermissions),
  pricesVisible: profile.pricesVisible,
  currencyCode: profile.currencyCode,
  taxWords: profile.taxDisplayType === 0 ? 'incl. tax' : 'excl. tax',
});

/** Starts loading the rows that the URL describes. */
export function prefetchStockPage({ request }: LoaderFunctionArgs): void {
  // The page itself reports errors.
  void prefetchStock(new URL(request.url).searchParams).catch(() => undefined);
}

async function prefetchStock(params: URLSearchParams): Promise<void> {
  const [{ listSettings }, caller] = await Promise.all([
    queryClient.ensureQueryData(listSettingsQuery('stock')),
    queryClient.ensureQueryData(profileQuery),
  ]);
  // Others are led to another page.
  if (!hasAnyPermission(getEffectiveProfile(caller), ['AllowStockEnquiry'])) return;
  const query = toPrefetchQuery(createStockList(listAttributeParams(params)), {
    params,
    settings: listSettings,
    context: toReader(getEffectiveProfile(caller), NO_NOTICES),
  });
  await queryClient.prefetchQuery(apiQuery('GET /api/stock', { query }));
}

/** What is in stock now and when more comes, by colour, size and fit. */
export function StockPage() {
  const caller = useCaller();
  return caller && <StockOf caller={caller} />;
}

/** The list with a filter for each attribute. The server says which there are; until it has, those of the address count. */
function useStock(reader: StockReader, canWait: boolean) {
  const [params] = useSearchParams();
  const [known, setKnown] = useState<readonly string[]>();
  const names = JSON.stringify(known ?? listAttributeParams(params));
  const list = useMemo(() => createStockList(JSON.parse(names), canWait), [names, canWait]);
  const model = useList(list, reader);
  const found = model.reply?.attributeNames;
  if (found && JSON.stringify(found) !== JSON.stringify(known)) setKnown(found);
  return model;
}

function StockOf({ caller }: { caller: Profile }) {
  const notices = useStockNotices();
  const reader = useMemo(() => toReader(getEffectiveProfile(caller), notices), [caller, notices]);
  const model = useStock(reader, mayAwaitStock(caller) && hasAnyPermission(caller, freeOrderingPermissions));
  const { filterQuery, totalCount } = model;
  return (
    <>
      <PageHeader title="Stock">Current stock and next deliveries.</PageHeader>
      <ListPage
        model={model}
        actions={
          // The server refuses exports while someone orders for another person.
          caller.impersonatedCustomer === null && (
            <ExportButton
              asked={{ list: 'stock', query: filterQuery }}
              rows={totalCount}
              file={() => download('GET /api/stock/exporttoexcel', { query: filterQuery })}
            />
          )
        }
      />
    </>
  );
}
