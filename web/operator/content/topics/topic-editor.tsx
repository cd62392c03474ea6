import { Button, Stack } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLocation } from 'react-router';
import type { AudienceChoices } from '#web/content/publications/audience.ts';
import { AudienceFields } from '#web/content/publications/audience-fields.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { SaveBar } from '#web/ui/forms/save-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { PublishQuestion } from '../publish-question.tsx';
import { useReach } from '../use-reach.ts';
import { TopicPlaceFields, TopicTextFields } from './topic-fields.tsx';
import { TopicHistory } from './topic-history.tsx';
import type { KeptTopic } from './topic-labels.ts';
import { TopicPreview } from './topic-preview.tsx';
import { describeTopicConflict, findTopicProblems, isOfLogIn, reachesMore, type TopicValues } from './topic-values.ts';
import css from './topics.module.css';
import { useTopicForm } from './use-topic-form.ts';

interface Props {
  /** A new one is added without. */
  topic: KeptTopic | undefined;
  choices: AudienceChoices;
  /** Why the operator cannot change it; null when they can. */
  refusal: string | null;
}

/** The form of a topic, with its preview and history. Before more people see it, it says how many. */
export function TopicEditor({ topic, choices, refusal }: Props) {
  const { state } = useLocation() as { state: { leftOut?: readonly string[] } | null };
  const [leftOut, setLeftOut] = useState<readonly string[]>(state?.leftOut ?? []);
  const [open, setOpen] = useState<'preview' | 'publish'>();
  const form = useTopicForm(topic, choices, setLeftOut);
  const { values, errors, set, changed } = form;
  const reach = useReach(values);
  const isReadOnly = refusal !== null;
  const close = () => setOpen(undefined);

  /** Asks before more people see it; the answer submits the form again. */
  function submit(event: FormEvent<HTMLFormElement>) {
    const asks =
      open !== 'publish' &&
      reachesMore(values, changed) &&
      Object.values(findTopicProblems(values, choices)).every((text) => !text);
    if (!asks) return form.formProps.onSubmit(event);
    event.preventDefault();
    setOpen('publish');
  }

  return (
    <Stack>
      <FormNotices
        conflicts={form.conflicts.map((conflict) => describeTopicConflict(conflict, choices))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof TopicValues)}
        otherErrors={form.otherErrors}
      />
      {isReadOnly && <Notice>{refusal}</Notice>}
      {leftOut.length > 0 && (
        <Notice tone="warning" role="status">
          Saved. {leftOut.join(' ')}
        </Notice>
      )}
      <div className={css.columns}>
        <form {...form.formProps} id="topic" className={css.column} onSubmit={submit}>
          <fieldset className={css.column} disabled={isReadOnly}>
            <Card title="Text">
              <TopicTextFields form={form} isReadOnly={isReadOnly} />
            </Card>
            <Card title="Where">
              <TopicPlaceFields form={form} />
            </Card>
            <Card title="Who can see it">
              <Stack>
                <AudienceFields {...{ choices, values, errors, set }} isForBrandsOnly={isOfLogIn(values)} />
                {reach !== undefined && (
                  <p className={css.note}>
                    {isOfLogIn(values) ? 'Everyone who opens the login page of these brands sees it.' : `Reaches ${reach}.`}
                  </p>
                )}
              </Stack>
            </Card>
          </fieldset>
          {!isReadOnly && (
            <SaveBar isDirty={form.isDirty || topic === undefined} isSaving={form.isSaving} onDiscard={form.discard}>
              {values.isPublished ? (topic?.isPublished ? 'Save changes' : 'Publish topic') : 'Save draft'}
            </SaveBar>
          )}
        </form>
        <div className={css.column}>
          <Card title="Preview">
            <Stack>
              <p>See it in place, in each brand, on a phone and on a computer. Nothing is saved.</p>
              <Button variant="default" aria-haspopup="dialog" onClick={() => setOpen('preview')}>
                Preview
              </Button>
            </Stack>
          </Card>
          {topic && (
            <Card title="History">
              <TopicHistory id={topic.id} />
            </Card>
          )}
        </div>
      </div>
      <Dialog opened={open === 'preview'} onClose={close} title="Preview" closeLabel="Close the preview" fullScreen>
        {open === 'preview' && <TopicPreview values={values} choices={choices} />}
      </Dialog>
      <Dialog opened={open === 'publish'} onClose={close} title="Show it to people?" closeLabel="Close without saving">
        {open === 'publish' && (
          <PublishQuestion
            form="topic"
            choices={choices}
            values={values}
            reach={isOfLogIn(values) ? undefined : reach}
            onClose={close}
          />
        )}
      </Dialog>
    </Stack>
  );
}
