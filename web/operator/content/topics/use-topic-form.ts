import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import type { KeptTopic } from './topic-labels.ts';
import { findTopicProblems, NEW_TOPIC, type TopicValues, toTopicBody, toTopicValues } from './topic-values.ts';

type Saved = ReplyOf<'PUT /api/operator/topics/:id'>;
export type TopicForm = ReturnType<typeof useEntityForm<TopicValues, Saved>>;

const NAMES = Object.keys(NEW_TOPIC) as (keyof TopicValues)[];

/** The form of a topic; a new one is added without. `onSaved` is told what of the text was left out, as sentences. */
export function useTopicForm(
  topic: KeptTopic | undefined,
  choices: AudienceChoices,
  onSaved: (leftOut: readonly string[]) => void,
): TopicForm {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const queryOf = (id: number) => operatorQuery('GET /api/operator/topics/:id', { params: { id } });
  return useEntityForm<TopicValues, Saved>({
    draftKey: `topic.${topic?.id ?? 'new'}`,
    saved: topic ? toTopicValues(topic) : NEW_TOPIC,
    version: topic?.version,
    validate: (values) => findTopicProblems(values, choices),
    save: ({ values, changed, expectedVersion }) => {
      if (topic)
        return operatorApi('PUT /api/operator/topics/:id', {
          params: { id: topic.id },
          body: { ...toTopicBody(values, changed), version: expectedVersion },
        });
      const body = toTopicBody(values, NAMES) as BodyOf<'POST /api/operator/topics'>;
      return operatorApi('POST /api/operator/topics', { body, headers: keyOf(body) });
    },
    getVersion: ({ topic: saved }) => saved.version,
    ...(topic && {
      reload: async () => (await client.fetchQuery({ ...queryOf(topic.id), staleTime: 0 })).topic.version,
    }),
    onSaved: async ({ topic: saved, leftOut }) => {
      client.setQueryData(queryOf(saved.id).queryKey, { topic: saved });
      onSaved(leftOut);
      showSuccess(
        saved.isPublished ? 'The topic has been saved. People see the change immediately.' : 'The draft has been saved.',
        {
          persistent: true,
        },
      );
      await invalidateOperatorCalls(client, 'GET /api/operator/topics', 'GET /api/operator/topics/:id/history');
      if (!topic) void navigate(operatorPaths.topic(saved.id), { replace: true, state: { leftOut } });
    },
  });
}
