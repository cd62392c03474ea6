import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ListBackLink } from '#web/app/lists/list-back-link.tsx';
import { useRecordId } from '#web/app/record-id.ts';
import { BackLink } from '#web/app/shell/back-link.tsx';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { PageHeader } from '#web/ui/layout/page-header.tsx';
import { RecordStates } from '#web/ui/layout/record-states.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { useMay } from '../../session/operator-access.ts';
import { operatorQuery } from '../../session/operator-api.ts';
import { useAudienceChoices } from '../audience-choices.ts';
import { CopyTopic } from './copy-topic.tsx';
import { DeleteTopic } from './delete-topic.tsx';
import { TopicEditor } from './topic-editor.tsx';
import { describeLocation, getTopicState, type KeptTopic, nameTopic } from './topic-labels.ts';

const back = <BackLink to={operatorPaths.topics}>Topics</BackLink>;
const backFrom = (id: number) => (
  <ListBackLink to={operatorPaths.topics} label="Topics" list="topics" id={id} noun="topic" pathOf={operatorPaths.topic} />
);

/** A new topic. */
export function NewTopicPage() {
  const { data: choices, error, refetch } = useAudienceChoices();
  return (
    <>
      <PageHeader title="Add a topic" above={back}>
        A text shown at a place in the portal.
      </PageHeader>
      {choices ? (
        <TopicEditor topic={undefined} choices={choices} refusal={null} />
      ) : (
        <Missing error={error} retry={() => void refetch()} />
      )}
    </>
  );
}

/** One topic, to change it. */
export function TopicPage() {
  const { id, isId } = useRecordId();
  const topic = useQuery({
    ...operatorQuery('GET /api/operator/topics/:id', { params: { id } }),
    enabled: isId,
    // What is being edited must not change under the operator's hands.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const choices = useAudienceChoices();
  if (topic.data && choices.data) return <TopicView key={id} topic={topic.data.topic} choices={choices.data} />;
  const error = topic.error ?? choices.error;
  return (
    <>
      <PageHeader title="Topic" above={backFrom(id)} />
      <Missing isId={isId} error={error} retry={() => void Promise.all([topic.refetch(), choices.refetch()])} />
    </>
  );
}

interface MissingProps {
  isId?: boolean;
  error: Error | null;
  retry: () => void;
}

const Missing = ({ isId = true, error, retry }: MissingProps) => (
  <Card>
    <RecordStates noun="topic" isId={isId} error={error} onRetry={retry} rows={8} height={44}>
      There is no topic at this address in your brands. It may have been deleted.
    </RecordStates>
  </Card>
);

function TopicView({ topic, choices }: { topic: KeptTopic; choices: AudienceChoices }) {
  const mayChange = useMay('content:write');
  const [isCopying, setCopying] = useState(false);
  const { label, tone } = getTopicState(topic, toIsoDay(new Date()));
  const close = () => setCopying(false);
  return (
    <>
      <PageHeader
        title={nameTopic(topic)}
        above={backFrom(topic.id)}
        actions={
          mayChange && (
            <>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setCopying(true)}>
                Copy to other clients
              </Button>
              {topic.refusal === null && <DeleteTopic topic={topic} />}
            </>
          )
        }
      >
        <Group gap="4px 10px" component="span">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <span>
            {describeLocation(topic.portalLocation)} · {topic.audience}
          </span>
        </Group>
      </PageHeader>
      <TopicEditor
        topic={topic}
        choices={choices}
        refusal={
          mayChange
            ? topic.refusal
            : 'You can view this topic. To change it, you need the right “Catalogue” or “Customer service”.'
        }
      />
      <Dialog opened={isCopying} onClose={close} title="Copy to other clients" closeLabel="Close without copying">
        {isCopying && <CopyTopic topic={topic} choices={choices} onClose={close} />}
      </Dialog>
    </>
  );
}
