import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { api, apiQuery, invalidateCalls } from '#web/app/api.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { paths } from '#web/app/paths.ts';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { SkeletonRows } from '#web/ui/feedback/skeleton.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { PageLoading } from '#web/ui/layout/page-loading.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { toOwnAudienceInput } from '../publications/audience.ts';
import { useOwnAudienceChoices } from '../publications/own-audience-choices.ts';
import { nameAnnouncement } from './announcement-columns.tsx';
import { AnnouncementForm, type AnnouncementValues } from './announcement-form.tsx';
import { OwnAnnouncementPreview } from './announcement-preview.tsx';

type Announcement = ReplyOf<'GET /api/organisations/announcements/:id'>['announcement'];

const LISTS = ['GET /api/organisations/announcements', 'GET /api/organisations/twitter'] as const;
const toInput = ({ text, url, ...audience }: AnnouncementValues) => ({
  text,
  url: url.trim() || null,
  ...toOwnAudienceInput(audience),
});

const Waiting = () => (
  <PageLoading label="Loading the announcement">
    <SkeletonRows rows={6} height={56} />
  </PageLoading>
);

/** A new announcement of the organisation. */
export function NewOwnAnnouncementPage() {
  const choices = useOwnAudienceChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toKey = useIdempotencyKey();
  return (
    <>
      <PageHeader title="Add an announcement" above={<BackLink to={paths.ownNews()}>News</BackLink>} />
      {choices ? (
        <AnnouncementForm
          announcement={undefined}
          choices={choices}
          save={({ values }) => {
            const body = toInput(values);
            return api('POST /api/organisations/announcements', { body, headers: toKey(body) });
          }}
          onSaved={async ({ announcement }: { announcement: Announcement }) => {
            await invalidateCalls(client, ...LISTS);
            showSuccess(announcement.isPublished ? 'The announcement has been published.' : 'The draft has been saved.', {
              persistent: true,
            });
            void navigate(paths.ownNews());
          }}
          onClose={() => void navigate(paths.ownNews())}
          preview={(shown) => <OwnAnnouncementPreview announcement={shown} />}
        />
      ) : (
        <Card>
          <Waiting />
        </Card>
      )}
    </>
  );
}

/** One announcement of the organisation, to change or delete it. */
export function OwnAnnouncementPage() {
  const { id, isId } = useRecordId();
  const query = apiQuery('GET /api/organisations/announcements/:id', { params: { id } });
  // What is being edited must not change under the hands of who edits it.
  const { data, error, refetch } = useQuery({
    ...query,
    enabled: isId,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const choices = useOwnAudienceChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const restoring = useMutation({
    mutationFn: () => api('POST /api/organisations/announcements/:id/restore', { params: { id } }),
    onSuccess: async () => {
      await invalidateCalls(client, ...LISTS);
      showSuccess('The announcement has been restored.');
    },
    onError: (problem) => showError(problem),
  });
  const deleting = useMutation({
    mutationFn: () => api('DELETE /api/organisations/announcements/:id', { params: { id } }),
    onSuccess: async () => {
      client.removeQueries({ queryKey: query.queryKey });
      await invalidateCalls(client, ...LISTS);
      showSuccess('The announcement has been deleted.', {
        persistent: true,
        action: { label: 'Undo', run: () => restoring.mutate() },
      });
      void navigate(paths.ownNews());
    },
    onError: (problem) => showError(problem),
  });
  const above = (
    <ListBackLink
      to={paths.ownNews()}
      label="News"
      list="announcements"
      id={id}
      noun="announcement"
      pathOf={paths.announcement}
    />
  );
  return (
    <>
      <PageHeader
        title={data ? nameAnnouncement(data.announcement) : 'Announcement'}
        above={above}
        actions={
          data && (
            <Button variant="default" loading={deleting.isPending} onClick={() => deleting.mutate()}>
              Delete
            </Button>
          )
        }
      />
      {data && choices ? (
        <AnnouncementForm
          key={id}
          announcement={data.announcement}
          choices={choices}
          save={({ values, expectedVersion }) =>
            api('PUT /api/organisations/announcements/:id', {
              params: { id },
              body: { ...toInput(values), version: expectedVersion },
            })
          }
          onSaved={async (saved: { announcement: Announcement }) => {
            client.setQueryData(query.queryKey, saved);
            await invalidateCalls(client, ...LISTS);
            showSuccess('The announcement has been saved.', { persistent: true });
            void navigate(paths.ownNews());
          }}
          reload={async () => (await refetch()).data?.announcement.version}
          onClose={() => void navigate(paths.ownNews())}
          preview={(shown) => <OwnAnnouncementPreview announcement={shown} />}
        />
      ) : (
        <Card>
          <RecordStates noun="announcement" isId={isId} error={error} onRetry={() => void refetch()}>
            It may have been deleted, or belong to your supplier or to administrators of other groups.
          </RecordStates>
        </Card>
      )}
    </>
  );
}
