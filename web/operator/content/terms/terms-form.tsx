import { Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { LegalTextKind } from '#contract/content/terms.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { RichTextField } from '#web/content/publications/editor/rich-text-field.tsx';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../../session/operator-api.ts';
import { operatorTextCalls } from '../text-calls.ts';
import css from './terms.module.css';
import { describeAsked, type KeptTerms, KIND_OPTIONS } from './terms-labels.ts';
import { findTermsProblems, type TermsValues, toTermsBody, toTermsValues } from './terms-values.ts';

const SERVER_NAMES = {
  'terms.text': 'termsText',
  'terms.url': 'termsUrl',
  'privacy.text': 'privacyText',
  'privacy.url': 'privacyUrl',
} as const;

interface Props {
  terms: KeptTerms;
  isReadOnly: boolean;
  /** Called after publishing, with what of the texts was left out, as sentences. */
  onPublished: (leftOut: readonly string[]) => void;
}

/** The texts of a brand. Publishing them as a new version says before whom it asks. */
export function TermsForm({ terms, isReadOnly, onPublished }: Props) {
  const [isAsking, setAsking] = useState(false);
  const form = useTermsForm(terms, onPublished);
  const { values } = form;

  /** Asks first; the answer submits the form again. */
  function submit(event: FormEvent<HTMLFormElement>) {
    if (isAsking || Object.keys(findTermsProblems(values)).length > 0) return form.formProps.onSubmit(event);
    event.preventDefault();
    setAsking(true);
  }
  const publish = () => {
    (document.getElementById('terms') as HTMLFormElement | null)?.requestSubmit();
    setAsking(false);
  };
  return (
    <form {...form.formProps} id="terms" className={css.column} onSubmit={submit}>
      <FormNotices otherErrors={form.otherErrors} />
      <fieldset className={css.column} disabled={isReadOnly || form.isSaving}>
        <LegalTextFields name="terms" title="Terms & Conditions" form={form} />
        <LegalTextFields name="privacy" title="Privacy Policy" form={form} />
      </fieldset>
      {!isReadOnly && (
        <ButtonRow>
          <Button type="submit" loading={form.isSaving}>
            Publish version {terms.version + 1}…
          </Button>
          {form.isDirty && (
            <Button variant="default" disabled={form.isSaving} onClick={form.discard}>
              Discard changes
            </Button>
          )}
        </ButtonRow>
      )}
      <Dialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Publish version ${terms.version + 1}?`}
        closeLabel="Close without publishing"
      >
        {isAsking && <PublishTermsQuestion terms={terms} onPublish={publish} onClose={() => setAsking(false)} />}
      </Dialog>
    </form>
  );
}

type TermsEntityForm = ReturnType<typeof useTermsForm>;

function useTermsForm(terms: KeptTerms, onPublished: (leftOut: readonly string[]) => void) {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  const { brandId, version } = terms;
  return useEntityForm<TermsValues, { leftOut: string[] }>({
    draftKey: `terms.${brandId}`,
    saved: toTermsValues(terms),
    validate: findTermsProblems,
    serverNames: SERVER_NAMES,
    save: ({ values }) => {
      const body = toTermsBody(values, version);
      return operatorApi('POST /api/operator/terms/:id/versions', { params: { id: brandId }, body, headers: keyOf(body) });
    },
    onSaved: async ({ leftOut }) => {
      onPublished(leftOut);
      showSuccess(`Version ${version + 1} has been published.`, { persistent: true });
      await invalidateOperatorCalls(client, 'GET /api/operator/terms', 'GET /api/operator/terms/:id');
    },
  });
}

function LegalTextFields({
  name,
  title,
  form: { values, errors, set },
}: {
  name: 'terms' | 'privacy';
  title: string;
  form: TermsEntityForm;
}) {
  const kind = values[`${name}Kind`];
  return (
    <Card title={title}>
      <Stack>
        <NativeSelect
          label={`Text of ${title}`}
          name={`${name}Kind`}
          rightSection={<DownIcon size={16} />}
          data={KIND_OPTIONS.map((option) => ({ ...option }))}
          value={kind}
          onChange={(event) => set({ [`${name}Kind`]: event.currentTarget.value as LegalTextKind })}
        />
        {kind === 'address' && (
          <TextInput
            label="Address"
            name={`${name}Url`}
            inputMode="url"
            maxLength={500}
            placeholder="https://"
            value={values[`${name}Url`]}
            error={errors[`${name}Url`]}
            onChange={(event) => set({ [`${name}Url`]: event.currentTarget.value })}
          />
        )}
        {kind === 'text' && (
          <RichTextField
            label="Text"
            name={`${name}Text`}
            value={values[`${name}Text`]}
            error={errors[`${name}Text`]}
            onChange={(text) => set({ [`${name}Text`]: text })}
            cleanHtml={operatorTextCalls.cleanHtml}
          />
        )}
        {kind === 'standard' && (
          <p className={css.note}>
            A short text, the same for all brands. See it at <code>/{name}</code> on the portal’s host.
          </p>
        )}
      </Stack>
    </Card>
  );
}

/** Says whom a new version asks, counted anew. */
function PublishTermsQuestion({ terms, onPublish, onClose }: { terms: KeptTerms; onPublish: () => void; onClose: () => void }) {
  const { data, isFetching } = useQuery({
    ...operatorQuery('GET /api/operator/terms'),
    staleTime: 0,
  });
  const counted = data?.terms.find(({ brandId }) => brandId === terms.brandId);
  return (
    <Stack>
      <p>
        <strong>{counted && !isFetching ? describeAsked(counted) : 'Counting the people who will be asked…'}</strong>
      </p>
      <p>The previous version stays in the list. A published version can’t be withdrawn, only replaced by another one.</p>
      <ButtonRow>
        <Button disabled={!counted || isFetching} onClick={onPublish}>
          Publish
        </Button>
        <Button variant="default" onClick={onClose}>
          Go back
        </Button>
      </ButtonRow>
    </Stack>
  );
}
