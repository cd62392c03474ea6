import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { MAX_TOPIC_COPIES } from '#contract/content/topic-locations.ts';
import type { ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorPaths } from '../../operator-paths.ts';
import { invalidateOperatorCalls, operatorApi } from '../../session/operator-api.ts';
import { describeCopies } from '../copy-dialog.tsx';
import { type KeptTopic, nameTopic } from './topic-labels.ts';
import { isOfLogIn } from './topic-values.ts';

interface Props {
  topic: KeptTopic;
  choices: AudienceChoices;
  onClose: () => void;
}

/** Copies a topic to other clients and brands, as drafts that are then kept for each. */
export function CopyTopic({ topic, choices, onClose }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const isForBrandsOnly = isOfLogIn({ portalLocation: topic.portalLocation ?? '' });
  const form = useEntityForm<{ brandIds: number[]; organisationIds: number[] }, ReplyOf<'POST /api/operator/topics/:id/copies'>>({
    saved: { brandIds: [], organisationIds: [] },
    save: ({ values: body }) =>
      operatorApi('POST /api/operator/topics/:id/copies', { params: { id: topic.id }, body, headers: keyOf(body) }),
    onSaved: async ({ topics }) => {
      const [only] = topics;
      const one = topics.length === 1 ? only : undefined;
      showSuccess(describeCopies(topics.length), {
        action: {
          label: one ? 'Open draft' : 'Show drafts',
          run: () => void navigate(one ? operatorPaths.topic(one.id) : `${operatorPaths.topics}?status=draft`),
        },
      });
      onClose();
      await invalidateOperatorCalls(client, 'GET /api/operator/topics');
    },
  });
  const { brandIds, organisationIds } = form.values;
  const count = brandIds.length + organisationIds.length;
  const brandNames = new Map(choices.brands.map(({ id, name }) => [id, name]));
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <p>Each client gets a draft of “{nameTopic(topic)}” of its own, without groups and without roles it doesn’t have.</p>
      {!isForBrandsOnly && (
        <MultiChoice
          name="organisationIds"
          label="Clients"
          placeholder="None chosen"
          options={choices.organisations.map(({ id, name, brandId }) => ({
            id,
            name,
            section: choices.brands.length > 1 ? brandNames.get(brandId) : undefined,
          }))}
          chosen={organisationIds}
          error={form.errors.organisationIds}
          onChange={(ids) => form.set({ organisationIds: ids })}
        />
      )}
      <MultiChoice
        name="brandIds"
        label="Brands"
        placeholder="None chosen"
        options={choices.brands.map(({ id, name }) => ({ id, name: `All clients of ${name}` }))}
        chosen={brandIds}
        error={form.errors.brandIds}
        onChange={(ids) => form.set({ brandIds: ids })}
      />
      {count > MAX_TOPIC_COPIES && <p role="alert">Choose {MAX_TOPIC_COPIES} at most.</p>}
      <ButtonRow>
        <Button type="submit" loading={form.isSaving} disabled={count === 0 || count > MAX_TOPIC_COPIES}>
          {count === 0 ? 'Choose clients' : `Add ${plural(count, 'draft')}`}
        </Button>
        <Button variant="default" disabled={form.isSaving} onClick={onClose}>
          Cancel
        </Button>
      </ButtonRow>
    </StackedForm>
  );
}
