import { Button, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useParams } from 'react-router';
import { NECESSITY_LABELS } from '#contract/catalogue/products/necessity.ts';
import { apiQuery } from '#web/app/api.ts';
import { ApiError } from '#web/app/api-error.ts';
import { UndoDialog } from '#web/app/bulk-edit/undo-dialog.tsx';
import { type BulkEdit, useBulkEdits } from '#web/app/bulk-edit/use-bulk-edits.ts';
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
import { createContentsEditing } from './contents-editing.ts';
import draftCss from './draft.module.css';
import { DraftBar } from './draft-bar.tsx';
import { DraftNotices } from './draft-notices.tsx';
import { WardrobeFollowingNotice } from './following-notice.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { UnorderableNotice } from './unorderable-notice.tsx';
import { useWardrobeDraft, type WardrobeDraftEditor } from './use-wardrobe-draft.ts';
import { useWardrobeNames } from './use-wardrobe-names.ts';
import { VersionsCard } from './versions-card.tsx';
import { GROUPS_ID, WardrobeContents } from './wardrobe-contents.tsx';
import { invalidateWardrobes, type Wardrobe, wardrobeQuery, wardrobesQuery } from './wardrobe-data.ts';
import { useWardrobeDialogs, type WardrobeDialogs } from './wardrobe-dialogs.tsx';
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

function WardrobeEditor({ wardrobe }: { wardrobe: Wardrobe }) {
  const client = useQueryClient();
  const draft = useWardrobeDraft(wardrobe);
  const { open, dialog } = useWardrobeDialogs(wardrobe, draft);
  const [isPublishing, setPublishing] = useState(false);
  const [undoing, setUndoing] = useState<BulkEdit>();
  const { outcome, show, actions } = useBulkEdits({
    kind: 'wardrobes',
    id: wardrobe.publication?.bulkEditId ?? null,
    onChanged: async () => {
      await client.invalidateQueries({ queryKey: wardrobeQuery(wardrobe.id).queryKey });
      await invalidateWardrobes(client);
    },
  });
  // How many have which numbers, when someone else has stopped it too.
  const isHalted = outcome?.state === 'stopped' || outcome?.state === 'interrupted';
  useEffect(() => {
    if (isHalted) void client.invalidateQueries({ queryKey: wardrobeQuery(wardrobe.id).queryKey });
  }, [isHalted, client, wardrobe.id]);
  const isDraft = wardrobe.canEdit && draft.isDraft;
  const { superGroups, collectionGroups } = draft.contents;
  const hasNotice = draft.state.status === 'failed' || draft.state.status === 'conflict';
  useLostFocus(`${isDraft} ${hasNotice} ${superGroups.flatMap(({ options }) => options).length} ${collectionGroups.length}`);
  return (
    <>
      <WardrobeHeader wardrobe={wardrobe} draft={draft} open={open} />
      <WardrobeFollowingNotice wardrobe={wardrobe} version={draft.version} edit={outcome} actions={actions} onUndo={setUndoing} />
      {wardrobe.description && (
        <Text maw="70ch" mb="md">
          {wardrobe.description}
        </Text>
      )}
      <UnorderableNotice collectionId={wardrobe.id} />
      <DraftNotices wardrobe={wardrobe} draft={draft} />
      <div className={draftCss.editor}>
        {isDraft && <DraftBar wardrobe={wardrobe} draft={draft} onPublish={() => setPublishing(true)} />}
        <div className={css.columns}>
          <WardrobeContents editing={createContentsEditing(wardrobe, draft, open)} />
          <Stack>
            <AllocationCard wardrobe={wardrobe} draft={draft} onChange={() => open({ action: 'allocation' })} />
            <PeopleCard wardrobe={wardrobe} />
            <VersionsCard wardrobe={wardrobe} draft={draft} onUndo={setUndoing} />
            <Card title="Changes">
              <WardrobeHistory id={wardrobe.id} />
            </Card>
          </Stack>
        </div>
      </div>
      {dialog}
      {isPublishing && (
        <PublishDialog wardrobe={wardrobe} draft={draft} onPublished={show} onClose={() => setPublishing(false)} />
      )}
      {undoing && (
        <UndoDialog edit={undoing} actions={actions} onClose={() => setUndoing(undefined)}>
          The version before it will be in use again, and {plural(undoing.total, 'person is', 'people are')} owed what it says.
          What they have ordered meanwhile stays ordered.
        </UndoDialog>
      )}
    </>
  );
}

/** Gives the focus to the groups when what had it is gone: a part that was deleted, or a notice. `shown` says what is there. */
function useLostFocus(shown: string): void {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === document.body) document.getElementById(GROUPS_ID)?.focus({ preventScroll: true });
  }, [shown]);
}

interface HeaderProps {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  open: WardrobeDialogs['open'];
}

function WardrobeHeader({ wardrobe, draft, open }: HeaderProps) {
  const names = useWardrobeNames();
  const hasBuilder = useHasPermission('AllowUniformBuilder');
  const isImpersonating = useImpersonation() !== undefined;
  const canPreview = hasBuilder && !isImpersonating && wardrobe.collectionGroups.length > 0;
  const parent = useQuery(wardrobesQuery).data?.wardrobes.find(({ id }) => id === wardrobe.parentCollectionId);
  const { total } = wardrobe.people;
  const people = total === 0 ? 'No one has it yet' : `${plural(total, 'person has', 'people have')} it`;
  const use =
    total === 0
      ? `Version ${draft.version} is in use`
      : `Version ${draft.version} is in use by ${plural(total, 'person', 'people')}`;
  const facts = [...names.describe(wardrobe), ...(draft.isDraft ? [`Version ${draft.nextVersion}, a draft. ${use}`] : [people])];
  return (
    <PageHeader
      title={wardrobe.name}
      above={backFrom(wardrobe.id)}
      actions={
        <>
          {wardrobe.canEdit && (
            <Button variant="default" aria-haspopup="dialog" onClick={() => open({ action: 'edit' })}>
              Edit wardrobe
            </Button>
          )}
          {canPreview && (
            <Button component={Link} variant="default" to={paths.uniformBuilder({ collectionId: wardrobe.id, preview: true })}>
              {draft.isDraft ? `Preview version ${draft.version} as a wearer` : 'Preview as a wearer'}
            </Button>
          )}
          {wardrobe.canEdit && (
            <>
              <Button variant="default" aria-haspopup="dialog" onClick={() => open({ action: 'copy' })}>
                Copy to another season
              </Button>
              <Button variant="default" aria-haspopup="dialog" onClick={() => open({ action: 'delete' })}>
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
  );
}

interface AllocationProps {
  wardrobe: Wardrobe;
  draft: WardrobeDraftEditor;
  onChange: () => void;
}

function AllocationCard({ wardrobe, draft, onChange }: AllocationProps) {
  const { allowedAllocationTypeIds, currencyCode, canEdit } = wardrobe;
  const { seasonId, budgetPoints, budget, beyond, necessity } = draft.contents;
  const { seasons } = useWardrobeNames();
  const types = ALLOCATION_TYPES.filter(({ value }) => allowedAllocationTypeIds.includes(value)).map(
    ({ label }) => label.split(':')[0],
  );
  const [label, explanation] = BEYOND[beyond];
  return (
    <Card
      title="Allocation"
      action={
        canEdit && (
          <Button variant="subtle" size="compact-md" mr={-8} aria-label="Change allocation" onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      <dl className={css.facts}>
        <div>
          <dt>Season</dt>
          <dd>{seasons.find(({ id }) => id === seasonId)?.name ?? 'All seasons'}</dd>
        </div>
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
        {necessity && (
          <div>
            <dt>Provided by the employer</dt>
            <dd>{NECESSITY_LABELS[necessity]}</dd>
          </div>
        )}
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
