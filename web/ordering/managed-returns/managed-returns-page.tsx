import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { download } from '#web/app/api.ts';
import { ExportButton } from '#web/app/exports/export-button.tsx';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { ListTabs } from '#web/app/lists/list-tabs.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { useCaller } from '#web/app/session/profile.ts';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { managedReturnsList, RETURN_TABS } from './managed-returns-list.tsx';

/** The returns of everyone whose orders an administrator sees. */
export function ManagedReturnsPage() {
  const caller = useCaller();
  const viewer = useMemo(
    () => ({ pricesVisible: caller?.pricesVisible ?? false, currency: caller?.currencyCode ?? '' }),
    [caller],
  );
  const model = useList(managedReturnsList, viewer);
  return (
    <>
      <PageHeader
        title="Returns"
        above={<OrdersNav />}
        actions={
          <Button component={Link} to={paths.returns()} variant="default">
            Your own returns
          </Button>
        }
      />
      <ListPage
        model={model}
        cardsBelow={1024}
        tabs={<ListTabs model={model} label="Returns by status" filter="state" tabs={RETURN_TABS} />}
        actions={
          <ExportButton
            asked={{ list: 'returns', query: model.filterQuery }}
            rows={model.totalCount}
            file={() => download('GET /api/returns/exporttoexcel', { query: model.filterQuery })}
          />
        }
      />
    </>
  );
}
