import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import { SlidePreview } from '#web/content/home/slider.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import { useAudienceChoices } from '../audience-choices.ts';
import { CopyPublicationDialog, describeCopies } from '../copy-dialog.tsx';
import { type Slide, SlideForm } from './slide-form.tsx';

const LIST = 'GET /api/operator/slides';

/** A new slide. */
export function NewSlidePage() {
  const { data: choices, error, refetch } = useAudienceChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Add a slide" above={<BackLink to={operatorPaths.slides}>Slides</BackLink>} />
      {choices ? (
        <Stack>
          <SlideForm
            slide={undefined}
            choices={choices}
            onSaved={async ({ slide }) => {
              await invalidateOperatorCalls(client, LIST);
              showSuccess(slide.isPublished ? 'The slide has been published.' : 'The draft has been saved.', {
                persistent: true,
              });
              void navigate(operatorPaths.slides);
            }}
            onClose={() => void navigate(operatorPaths.slides)}
          />
        </Stack>
      ) : (
        <Card>
          <RecordStates noun="clients" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
    </>
  );
}

/** One slide, to change, copy or delete it. */
export function SlidePage() {
  const { id, isId } = useRecordId();
  const query = operatorQuery('GET /api/operator/slides/:id', { params: { id } });
  // What is being edited must not change under the operator's hands.
  const { data, error, refetch } = useQuery({
    ...query,
    enabled: isId,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const above = (
    <ListBackLink to={operatorPaths.slides} label="Slides" list="slides" id={id} noun="slide" pathOf={operatorPaths.slide} />
  );
  if (data)
    return <Editor key={id} slide={data.slide} above={above} reload={async () => (await refetch()).data?.slide.version} />;
  return (
    <>
      <PageHeader title="Slide" above={above} />
      <Card>
        <RecordStates noun="slide" isId={isId} error={error} onRetry={() => void refetch()} />
      </Card>
    </>
  );
}

interface EditorProps {
  slide: Slide;
  above: ReactNode;
  reload: () => Promise<number | undefined>;
}

function Editor({ slide, above, reload }: EditorProps) {
  const { id, refusal } = slide;
  const { data: choices, error, refetch } = useAudienceChoices();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isCopying, setCopying] = useState(false);
  const query = operatorQuery('GET /api/operator/slides/:id', { params: { id } });
  const restoring = useMutation({
    mutationFn: () => operatorApi('POST /api/operator/slides/:id/restore', { params: { id } }),
    onSuccess: async () => {
      await invalidateOperatorCalls(client, LIST);
      showSuccess('The slide has been restored.');
    },
    onError: (problem) => showError(problem),
  });
  const deleting = useMutation({
    mutationFn: () => operatorApi('DELETE /api/operator/slides/:id', { params: { id } }),
    onSuccess: async () => {
      client.removeQueries({ queryKey: query.queryKey });
      await invalidateOperatorCalls(client, LIST);
      showSuccess('The slide has been deleted.', {
        persistent: true,
        action: { label: 'Undo', run: () => restoring.mutate() },
      });
      void navigate(operatorPaths.slides);
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
      <PageHeader title={slide.text || slide.altText || 'Slide'} above={above} actions={actions}>
        For {slide.audience}
      </PageHeader>
      {refusal !== null ? (
        <Stack>
          <Notice>{refusal}</Notice>
          <SlidePreview slide={slide} picture={<img src={slide.src} alt={slide.altText ?? ''} />} />
        </Stack>
      ) : choices ? (
        <Stack>
          <SlideForm
            slide={slide}
            choices={choices}
            onSaved={async (saved) => {
              client.setQueryData(query.queryKey, saved);
              await invalidateOperatorCalls(client, LIST);
              showSuccess('The slide has been saved.', { persistent: true });
              void navigate(operatorPaths.slides);
            }}
            reload={reload}
            onClose={() => void navigate(operatorPaths.slides)}
          />
        </Stack>
      ) : (
        <Card>
          <RecordStates noun="clients" error={error} onRetry={() => void refetch()} />
        </Card>
      )}
      <CopyPublicationDialog
        opened={isCopying}
        noun="slide"
        onClose={() => setCopying(false)}
        copy={(body) => operatorApi('POST /api/operator/slides/:id/copies', { params: { id }, body })}
        onCopied={async (reply: ReplyOf<'POST /api/operator/slides/:id/copies'>) => {
          await invalidateOperatorCalls(client, LIST);
          showSuccess(describeCopies(reply.slides.length), { persistent: true });
          void navigate(operatorPaths.slides);
        }}
      />
    </>
  );
}
