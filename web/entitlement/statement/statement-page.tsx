import { Box, Button, Group, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { paths } from '#web/app/paths.ts';
import { useHasPermission, useProfile } from '#web/app/session/profile.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { NextStepButtons } from '#web/app/shell/next-step-buttons.tsx';
import { OrganisationLogo } from '#web/app/shell/organisation-logo.tsx';
import { DownIcon, PrinterIcon } from '#web/ui/content/icons.tsx';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { IssuedGarments } from '../issued-garments/issued-garment-list.tsx';
import type { Statement } from '../statement-model.ts';
import { PeriodSection } from './period-section.tsx';
import css from './statement.module.css';

/** What the person in effect is and was owed, like a bank statement. */
export function OwnStatementPage() {
  const hasBuilder = useHasPermission('AllowUniformBuilder');
  return (
    <StatementPage title="Your statement" above={hasBuilder && <BackLink to={paths.uniformBuilder()}>Your uniform</BackLink>} />
  );
}

/** The statement of a person, for those who manage them. Administrators adjust it. */
export function PersonStatementPage() {
  const id = Number(useParams().id);
  return (
    <StatementPage title="Statement" above={<BackLink to={paths.person(id)}>Back to the person</BackLink>} customerId={id} />
  );
}

interface Props {
  title: string;
  above: ReactNode;
  customerId?: number;
}

function StatementPage({ title, above, customerId }: Props) {
  const profile = useProfile();
  const [search, setSearch] = useSearchParams();
  const seasonId = Number(search.get('seasonId')) || 0;
  const query = { ...(customerId ? { customerId } : {}), ...(seasonId ? { seasonId } : {}) };
  const { data, error, refetch } = useQuery({
    ...apiQuery('GET /api/entitlement/statement', { query }),
    placeholderData: (before) => before,
  });
  const statement = data?.statement;
  const name = statement && `${statement.customer.firstName} ${statement.customer.lastName}`.trim();
  return (
    <div className={css.page}>
      <div className={css.printHead} aria-hidden="true">
        <OrganisationLogo />
      </div>
      <PageHeader
        title={title}
        above={above}
        actions={
          <Group gap="xs" className={css.screenOnly}>
            {statement && (
              <SeasonSelect
                seasons={statement.seasons}
                seasonId={seasonId}
                onChange={(id) => setSearch(id ? { seasonId: String(id) } : {}, { replace: true })}
              />
            )}
            <Button variant="default" leftSection={<PrinterIcon size={18} />} onClick={() => window.print()}>
              Print
            </Button>
          </Group>
        }
      >
        {name}
      </PageHeader>
      {statement ? (
        <>
          <Periods statement={statement} isOwn={statement.customer.id === profile?.id} />
          <Box mt="lg">
            <Card title={statement.customer.id === profile?.id ? 'Garments you have' : 'Garments they have'}>
              <IssuedGarments {...(customerId === undefined ? {} : { customerId })} />
            </Card>
          </Box>
          {statement.customer.id === profile?.id && (
            <Box mt="lg" className={css.screenOnly}>
              <NextStepButtons />
            </Box>
          )}
        </>
      ) : (
        <Card flush>
          {error ? (
            <ErrorState title="The statement could not be loaded." error={error} onRetry={() => void refetch()} />
          ) : (
            <PageLoading label="Loading the statement">
              <SkeletonRows rows={6} height={72} />
            </PageLoading>
          )}
        </Card>
      )}
    </div>
  );
}

function Periods({ statement, isOwn }: { statement: Statement; isOwn: boolean }) {
  if (statement.periods.length === 0)
    return (
      <Card flush>
        <EmptyState title="Nothing here yet">
          {isOwn
            ? 'Your entitlement appears here once your administrator has given you a wardrobe.'
            : 'The person’s entitlement appears here once they have a wardrobe.'}
        </EmptyState>
      </Card>
    );
  return (
    <Stack gap={40}>
      {statement.periods.map((period) => (
        <PeriodSection key={`${period.collectionId}/${period.seasonId}`} statement={statement} period={period} isOwn={isOwn} />
      ))}
    </Stack>
  );
}

interface SeasonSelectProps {
  seasons: Statement['seasons'];
  seasonId: number;
  onChange: (seasonId: number) => void;
}

/** Chooses another period; hidden where there is only one. */
function SeasonSelect({ seasons, seasonId, onChange }: SeasonSelectProps) {
  if (seasons.length < 2) return null;
  return (
    <NativeSelect
      aria-label="Period"
      rightSection={<DownIcon size={16} />}
      value={String(seasonId)}
      data={[{ value: '0', label: 'Current periods' }, ...seasons.map(({ id, name }) => ({ value: String(id), label: name }))]}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
