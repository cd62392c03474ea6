import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { administersWholeOrganisation, useCaller } from '#web/app/session/profile.ts';
import { HISTORY_PAGE_SIZE, HistoryList } from '#web/ui/content/history-list.tsx';
import { Loading, SkeletonRows, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { OrganisationForm } from './organisation-form.tsx';
import css from './organisation-page.module.css';
import { listSupplierFacts, type OwnSettings, ownSettingsQuery } from './organisation-settings.ts';

/** The settings of the organisation, for administrators of the whole organisation. */
export function OwnOrganisationPage() {
  const caller = useCaller();
  const canManage = caller !== undefined && administersWholeOrganisation(caller);
  const { data, error, refetch } = useQuery({ ...ownSettingsQuery, enabled: canManage });
  return (
    <>
      <PageHeader title="Organisation" tab="Organisation – Settings">
        How the portal looks to your people, where they get help, and rules that apply to everyone.
      </PageHeader>
      {!canManage ? (
        <Card flush>
          <EmptyState title="For administrators of the whole organisation">
            These settings apply to all groups, so only an administrator of the whole organisation can change them.
          </EmptyState>
        </Card>
      ) : data ? (
        <Settings settings={data} />
      ) : error ? (
        <ErrorState title="The settings could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading label="Loading settings">
          <SkeletonRows rows={6} height={72} />
        </PageLoading>
      )}
    </>
  );
}

const Settings = ({ settings }: { settings: OwnSettings }) => (
  <Stack>
    <OrganisationForm settings={settings} />
    <Card title="On other pages">
      <Stack component="ul" gap="xs" role="list">
        <li>
          <Link to={paths.approvalRules()}>Approval rules</Link>: which orders need approval, and after how many days they are
          cancelled
        </li>
        <li>
          <Link to={paths.peopleImports()}>Import people</Link>: the safety limit for accounts that a file would close
        </li>
      </Stack>
    </Card>
    <Card title="Set by your supplier">
      <dl className={css.facts}>
        {listSupplierFacts(settings.supplierSettings).map(([label, value]) => (
          <div key={label}>
            <Text component="dt" c="dimmed">
              {label}
            </Text>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
    <Card title="Changes">
      <SettingsHistory />
    </Card>
  </Stack>
);

function SettingsHistory() {
  const [limit, setLimit] = useState(HISTORY_PAGE_SIZE);
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery('GET /api/organisations/ownsettings/history', { query: { limit } }),
    placeholderData: (before) => before,
  });
  if (data) return <HistoryList {...data} limit={limit} loading={isFetching} onLimit={setLimit} />;
  return error ? (
    <ErrorState title="The changes could not be loaded." error={error} onRetry={() => void refetch()} />
  ) : (
    <Loading label="Loading changes">
      <SkeletonText lines={3} />
    </Loading>
  );
}
