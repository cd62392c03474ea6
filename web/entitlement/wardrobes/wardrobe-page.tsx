import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { BulkEditResult } from '#web/app/bulk-edit/bulk-edit-result.tsx';
import { useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { useImpersonation } from '#web/app/session/impersonation.ts';
import { useHasPermission } from '#web/app/session/profile.ts';
import { ALLOCATION_TYPES } from '#web/organisation/structure/allocation-types.ts';
import { HISTORY_PAGE_SIZE, HistoryList } from '#web/ui/content/history-list.tsx';
import { isNotFound } from '#web/ui/feedback/not-found.ts';
import { Loading, SkeletonRows, SkeletonText } from '#web/ui/feedback/skeleton.tsx';
import { EmptyState, ErrorState } from '#web/ui/feedback/states.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { UnorderableNotice } from './unorderable-notice.tsx';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { WardrobeContents } from './wardrobe-contents.tsx';
import { type Wardrobe, wardrobeQuery, wardrobesQuery } from './wardrobe-data.ts';
import { useWardrobeDialogs } from './wardrobe-dialogs.tsx';
import { BEYOND } from './wardrobe-fields.ts';
import css from './wardrobes.module.css';

const backFrom = (id: number) => (
  <ListBackLink to={paths.wardrobes()} label="Wardrobes" list="wardrobes" id={id} noun="wardrobe" pathOf={paths.wardrobe} />
);

/** The page of a wardrobe: its groups and either/ors, how garments are allocated, who has it, and its changes. */
export function WardrobePage() {
  const id = Number(useParams().id);
  const { data, error, refetch } = useQuery(wardrobeQuery(id));
  if (data) return <WardrobeEditor key={id} wardrobe={data.wardrobe} />;
  const isMissing = isNotFound(error) || (error instanceof ApiError && error.status === 422);
  return (
    <>
      <PageHeader title="Wardrobe" above={backFrom(id)} />
      <Card flush>
        {isMissing ? (
          <EmptyState title="Wardrobe not found">It may have been deleted, or the link may be wrong.</EmptyState>
        ) : error ? (
          <ErrorState title="The wardrobe could not be loaded." error={error} onRetry={() => void refetch()} />
        ) : (
          <PageLoading label="Loading the wardrobe">
            <SkeletonRows rows={5} height={110} />
          </PageLoading>
        )}
      </Card>
    </>
  );
}

/** How far a change of the wardrobe has been applied, while some of its people are still owed what was there before. */
function Following({ wardrobe: { id, publication } }: { wardrobe: Wardrobe }) {
  const client = useQueryClient();
  const { outcome, actions } = useBulkEdits({
    kind: 'wardrobes',
    id: publication?.bulkEditId ?? null,
    onChanged: () => client.invalidateQueries({ queryKey: wardrobeQuery(id).queryKey }),
  });
  if (!publication) return null;
  const { peopleOnNew, peopleBehind } = publication;
  return (
    <>
      {outcome && <BulkEditResult bulkEdit={outcome} nouns={['person', 'people']} {...actions} />}
      <Text mb="md">
        {plural(peopleOnNew, 'person has', 'people have')} the new numbers, {plural(peopleBehind, 'person', 'people')} still the
        old ones.
      </Text>
    </>
  );
}

function WardrobeEditor({ wardrobe }: { wardrobe: Wardrobe }) {
  const { open, dialog } = useWardrobeDialogs(wardrobe);
  const names = useWardrobeNames();
  const hasBuilder = useHasPermission('AllowUniformBuilder');
  const isImpersonating = useImpersonation() !== undefined;
  const canPreview = hasBuilder && !isImpersonating && wardrobe.collectionGroups.length > 0;
  const parent = useQuery(wardrobesQuery).data?.wardrobes.find(({ id }) => id === wardrobe.parentCollectionId);
  const facts = [
    ...names.describe(wardrobe),
    wardrobe.people.total === 0 ? 'No one has it yet' : `${plural(wardrobe.people.total, 'person has', 'people have')} it`,
  ];
  return (
    <>
      <PageHeader
        title={wardrobe.name}
        above={backFrom(wardrobe.id)}
        actions={
          <>
            {wardrobe.canEdit && <Button onClick={() => open({ action: 'edit' })}>Edit wardrobe</Button>}
            {canPreview && (
              <Button component={Link} variant="default" to={paths.uniformBuilder({ collectionId: wardrobe.id, preview: true })}>
                Preview as a wearer
              </Button>
            )}
            {wardrobe.canEdit && (
              <>
                <Button variant="default" onClick={() => open({ action: 'copy' })}>
                  Copy to another season
                </Button>
                <Button variant="default" onClick={() => open({ action: 'delete' })}>
                  Delete
                </Button>
              </>
            )}
          </>
        }
      >
        {facts.join(' · ')}
        {parent && (
          <>
            {' · Cut of '}
            <Link to={paths.wardrobe(parent.id)}>{parent.name}</Link>
          </>
        )}
        {wardrobe.copiedFrom && (
          <>
            {' · Copied from '}
            <Link to={paths.wardrobe(wardrobe.copiedFrom.id)}>{wardrobe.copiedFrom.name}</Link>
          </>
        )}
        {!wardrobe.canEdit && ' · Managed by the administrators of the whole organisation'}
      </PageHeader>
      <Following wardrobe={wardrobe} />
      {wardrobe.description && (
        <Text maw="70ch" mb="md">
          {wardrobe.description}
        </Text>
      )}
      <UnorderableNotice collectionId={wardrobe.id} />
      <div className={css.columns}>
        <WardrobeContents wardrobe={wardrobe} open={open} />
        <Stack>
          <AllocationCard wardrobe={wardrobe} />
          <PeopleCard wardrobe={wardrobe} />
          <Card title="Changes">
            <WardrobeHistory id={wardrobe.id} />
          </Card>
        </Stack>
      </div>
      {dialog}
    </>
  );
}

function AllocationCard({ wardrobe }: { wardrobe: Wardrobe }) {
  const { allowedAllocationTypeIds, budgetPoints, budget, beyond, currencyCode } = wardrobe;
  const types = ALLOCATION_TYPES.filter(({ value }) => allowedAllocationTypeIds.includes(value)).map(
    ({ label }) => label.split(':')[0],
  );
  const [label, explanation] = BEYOND[beyond];
  return (
    <Card title="Allocation">
      <dl className={css.facts}>
        <div>
          <dt>Allowed</dt>
          <dd>{types.length === ALLOCATION_TYPES.length ? 'All types' : types.join(', ')}</dd>
        </div>
        <div>
          <dt>Budget in points</dt>
          <dd className="figures">{budgetPoints === null ? 'Not set' : formatNumber(budgetPoints)}</dd>
        </div>
        <div>
          <dt>Budget in money</dt>
          <dd className="figures">{budget === null ? 'Not set' : `${formatMoney(budget, currencyCode)} excl. tax`}</dd>
        </div>
        <div>
          <dt>Beyond the entitlement</dt>
          <dd>{label}</dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed">
        {explanation}
      </Text>
    </Card>
  );
}

function PeopleCard({ wardrobe: { id: wardrobe, people } }: { wardrobe: Wardrobe }) {
  return (
    <Card title="Who has it" action={people.total > 0 && <Link to={paths.people({ wardrobe })}>View people</Link>}>
      {people.total === 0 ? (
        <p>No one yet. People get a wardrobe on their page, in bulk, or when they register.</p>
      ) : (
        <dl className={css.counts}>
          {people.organisationGroups.map(({ id, name, count }) => (
            <div key={id ?? 0}>
              <dt>{name ?? 'In no group'}</dt>
              <dd className="figures">{formatNumber(count)}</dd>
            </div>
          ))}
          <div>
            <dt>People</dt>
            <dd className="figures">{formatNumber(people.total)}</dd>
          </div>
        </dl>
      )}
    </Card>
  );
}

function WardrobeHistory({ id }: { id: number }) {
  const [limit, setLimit] = useState(HISTORY_PAGE_SIZE);
  const { data, error, refetch, isFetching } = useQuery({
    ...apiQuery('GET /api/organisation/wardrobes/:id/history', { params: { id }, query: { limit } }),
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
