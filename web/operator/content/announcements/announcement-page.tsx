import { Button, Group } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { nameAnnouncement } from '#web/content/announcements/announcement-columns.tsx';
import { AnnouncementForm, type AnnouncementValues } from '#web/content/announcements/announcement-form.tsx';
import { AnnouncementOnHome, type ShownAnnouncement } from '#web/content/announcements/announcement-preview.tsx';
import { NewsList } from '#web/content/announcements/news-list.tsx';
import { type AudienceChoices, type AudienceValues, toAudienceInput } from '#web/content/publications/audience.ts';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import { useAudienceChoices } from '../audience-choices.ts';
import { BrandPreviews } from '../brand-previews.tsx';
import { CopyPublicationDialog, describeCopies } from '../copy-dialog.tsx';
import { Reach } from '../reach.tsx';

type Announcement = ReplyOf<'GET /api/operator/announcements/:id'>['announcement'];

const LIST = 'GET /api/operator/announcements';
const toInput = ({ text, url, ...audience }: AnnouncementValues) => ({
  text,
  url: url.trim() || null,
  ...toAudienceInput(audience),
});

const showReach = (values: AudienceValues) => <Reach values={values} />;
const showPreview = (choices: AudienceChoices) => (shown: ShownAnnouncement, values: AudienceValues) => (
  <BrandPreviews choices={choices} values={values}>
    <AnnouncementOnHome announcement={shown} />
  </BrandPreviews>
);

/** A new announcement. */
export function NewAnnouncementPage() {
  const { data: choices, error, refetch } = useAudienceChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const toKey = useIdempotencyKey();
  return (
    <>
      <PageHeader title="Add an announcement" above={<BackLink to={operatorPaths.announcements}>News</BackLink>} />
      {choices ? (
        <AnnouncementForm
          announcement={undefined}
          choices={choices}
          save={({ values }) => {
            const body = toInput(values);
            return operatorApi('POST /api/operator/announcements', { body, headers: toKey(body) });
          }}
          onSaved={async ({ announcement }: { announcement: Announcement }) => {
            await invalidateOperatorCalls(client, LIST);
            showSuccess(announcement.isPublished ? 'The announcement has been published.' : 'The draft has been saved.', {
              persistent: true,
            });
            void navigate(operatorPaths.announcements);
          }}
          onClose={() => void navigate(operatorPaths.announcements)}
          reach={showReach}
          preview={showPreview(choices)}
        />
      ) : (
        <Card>
          <RecordStates noun="clients" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
    </>
  );
}

/** One announcement, to change, copy or delete it. */
export function AnnouncementPage() {
  const { id, isId } = useRecordId();
  const query = operatorQuery('GET /api/operator/announcements/:id', { params: { id } });
  // What is being edited must not change under the operator's hands.
  const { data, error, refetch } = useQuery({
    ...query,
    enabled: isId,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const above = (
    <ListBackLink
      to={operatorPaths.announcements}
      label="News"
      list="announcements"
      id={id}
      noun="announcement"
      pathOf={operatorPaths.announcement}
    />
  );
  if (data)
    return (
      <Editor
        key={id}
        announcement={data.announcement}
        above={above}
        reload={async () => (await refetch()).data?.announcement.version}
      />
    );
  return (
    <>
      <PageHeader title="Announcement" above={above} />
      <Card>
        <RecordStates noun="announcement" isId={isId} error={error} onRetry={() => void refetch()} />
      </Card>
    </>
  );
}

interface EditorProps {
  announcement: Announcement;
  above: React.ReactNode;
  reload: () => Promise<number | undefined>;
}

function Editor({ announcement, above, reload }: EditorProps) {
  const { id, refusal } = announcement;
  const { data: choices, error, refetch } = useAudienceChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isCopying, setCopying] = useState(false);
  const query = operatorQuery('GET /api/operator/announcements/:id', { params: { id } });
  const restoring = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/announcements/:id/restore', { params: { id } }),
    onSuccess: async () => {
      await invalidateOperatorCalls(client, LIST);
      showSuccess('The announcement has been restored.');
    },
    onError: (problem) => showError(problem),
  });
  const deleting = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/announcements/:id', { params: { id } }),
    onSuccess: async () => {
      client.removeQueries({ queryKey: query.queryKey });
      await invalidateOperatorCalls(client, LIST);
      showSuccess('The announcement has been deleted.', {
        persistent: true,
        action: { label: 'Undo', run: () => restoring.mutate() },
      });
      void navigate(operatorPaths.announcements);
    },
    onError: (problem) => showError(problem),
  });
  const actions = (
    <Group gap="xs">
      <Button variant="default" aria-haspopup="dialog" onClick={() => setCopying(true)}>
        Copy to other clients
      </Button>
      {refusal === null && (
        <Button variant="default" loading={deleting.isPending} onClick={() => deleting.mutate()}>
          Delete
        </Button>
      )}
    </Group>
  );
  return (
    <>
      <PageHeader title={nameAnnouncement(announcement)} above={above} actions={actions}>
        For {announcement.audience}
      </PageHeader>
      {refusal !== null ? (
        <Card>
          <Notice>{refusal}</Notice>
          <NewsList items={[{ ...announcement, id: String(id), url: announcement.url ?? '' }]} />
        </Card>
      ) : choices ? (
        <AnnouncementForm
          announcement={announcement}
          choices={choices}
          save={({ values, expectedVersion }) =>
            operatorApi('PUT /api/operator/announcements/:id', {
              params: { id },
              body: { ...toInput(values), version: expectedVersion },
            })
          }
          onSaved={async (saved: { announcement: Announcement }) => {
            client.setQueryData(query.queryKey, saved);
            await invalidateOperatorCalls(client, LIST);
            showSuccess('The announcement has been saved.', { persistent: true });
            void navigate(operatorPaths.announcements);
          }}
          reload={reload}
          onClose={() => void navigate(operatorPaths.announcements)}
          reach={showReach}
          preview={showPreview(choices)}
        />
      ) : (
        <Card>
          <RecordStates noun="clients" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      <CopyPublicationDialog
        opened={isCopying}
        noun="announcement"
        onClose={() => setCopying(false)}
        copy={(body) => operatorApi('POST /api/operator/announcements/:id/copies', { params: { id }, body })}
        onCopied={async (reply: ReplyOf<'POST /api/operator/announcements/:id/copies'>) => {
          await invalidateOperatorCalls(client, LIST);
          showSuccess(describeCopies(reply.announcements.length), { persistent: true });
          void navigate(operatorPaths.announcements);
        }}
      />
    </>
  );
}
