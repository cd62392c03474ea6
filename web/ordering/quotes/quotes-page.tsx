import { Button } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ListPage } from '#web/app/lists/list-page.tsx';
import { useList } from '#web/app/lists/use-list.ts';
import { paths } from '#web/app/paths.ts';
import { canListPeople, orderingPermissions, useCaller, useHasPermission, usePricesVisible } from '#web/app/session/profile.ts';
import { CountTabs } from '#web/app/shell/count-tabs.tsx';
import { OrdersNav } from '#web/app/shell/orders-nav.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { organisationQuotesList, ownQuotesList, type QuotesViewer } from './quotes-list.tsx';

/** One's own quotes, and those of the organisation for those who see them. */
export function QuotesPage() {
  const caller = useCaller();
  const pricesVisible = usePricesVisible();
  const canRequest = useHasPermission(...orderingPermissions);
  const viewer = useMemo(() => ({ pricesVisible }), [pricesVisible]);
  const [search] = useSearchParams();
  const seesOthers = caller !== undefined && canListPeople(caller);
  const isOfOrganisation = seesOthers && search.get('of') === 'organisation';
  const request = canRequest && (
    <Button component={Link} to={paths.quoteNew()}>
      Request a quote
    </Button>
  );
  const tabs = seesOthers && (
    <CountTabs
      label="Whose quotes"
      stale={false}
      tabs={[
        { label: 'Yours', search: '', isCurrent: !isOfOrganisation, count: null },
        { label: 'Organisation', search: '?of=organisation', isCurrent: isOfOrganisation, count: null },
      ]}
    />
  );
  const List = isOfOrganisation ? OrganisationQuotes : OwnQuotes;
  return (
    <>
      <PageHeader title="Quotes" above={<OrdersNav />} actions={request} />
      <List viewer={viewer} tabs={tabs} request={request} />
    </>
  );
}

interface ListProps {
  viewer: QuotesViewer;
  tabs: ReactNode;
  /** The button that requests one; nothing for people who may not order. */
  request: ReactNode;
}

const OwnQuotes = ({ viewer, tabs, request }: ListProps) => (
  <ListPage model={useList(ownQuotesList, viewer)} tabs={tabs} emptyAction={request} />
);

const OrganisationQuotes = ({ viewer, tabs, request }: ListProps) => (
  <ListPage model={useList(organisationQuotesList, viewer)} tabs={tabs} emptyAction={request} cardsBelow={1100} />
);
