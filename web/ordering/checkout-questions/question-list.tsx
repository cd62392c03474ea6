import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { MAX_QUESTIONS, QUESTION_KINDS } from '#contract/ordering/checkout-questions/question-kinds.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { EmptyState } from '#web/ui/feedback/states.tsx';
import { plural } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { QuestionForm } from './question-form.tsx';
import type { KeptQuestion, KeptQuestions, QuestionKeeper } from './question-keeper.ts';
import css from './question-list.module.css';

interface Props {
  kept: KeptQuestions;
  keeper: QuestionKeeper;
  /** Without it the questions are shown, and cannot be changed. */
  canEdit: boolean;
}

const listNames = (named: readonly { name: string }[]) => named.map(({ name }) => name).join(', ');

/** "List, 3 answers · Required · For people of Depot · With Track". */
export function describeQuestion({ kind, values, hasCostCentres, isRequired, ...about }: KeptQuestion): string {
  const answers = values.filter(({ active }) => active).length;
  const label = QUESTION_KINDS.find(({ id }) => id === kind)?.label ?? '';
  return [
    hasCostCentres ? `${label} of the cost centres` : answers > 0 ? `${label}, ${plural(answers, 'answer')}` : label,
    isRequired ? 'Required' : 'Optional',
    about.groups.length > 0 && `For people of ${listNames(about.groups)}`,
    about.collections.length > 0 && `With garments of ${listNames(about.collections)}`,
    about.products.length > 0 && `With ${listNames(about.products)}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The questions of an organisation in the order in which they are asked, and those that were withdrawn. */
export function QuestionList({ kept, keeper, canEdit }: Props) {
  const [editedId, setEditedId] = useState<number | 'new'>();
  const [withdrawn, setWithdrawn] = useState<KeptQuestion>();
  const asked = kept.questions.filter(({ active }) => active);
  const past = kept.questions.filter(({ active }) => !active);
  const edited = kept.questions.find(({ id }) => id === editedId);
  const isOpen = editedId === 'new' || edited !== undefined;
  const close = () => setEditedId(undefined);
  const save = useMutation({
    mutationFn: (change: () => Promise<KeptQuestions>) => change(),
    onSuccess: (questions) => keeper.store(questions),
    onError: (error) => showError(error),
  });
  const reorder = useReorder(
    asked.map(({ id }) => id),
    (ids) => {
      // Shown at once; what the server says follows.
      keeper.store({ ...kept, questions: [...ids.flatMap((id) => asked.filter((one) => one.id === id)), ...past] });
      save.mutate(() => keeper.order(ids), { onError: () => keeper.store(kept) });
    },
  );
  const askAgain = ({ id, name, version }: KeptQuestion) =>
    save.mutate(() => keeper.update(id, { active: true, version }), {
      onSuccess: () => showSuccess(`“${name}” is asked again.`),
    });
  return (
    <Stack gap="md">
      {asked.length === 0 ? (
        <EmptyState title="No questions yet">
          {canEdit && 'Questions that you add appear here. '}Questions are asked at checkout, and the answers are kept with the
          order.
        </EmptyState>
      ) : (
        <>
          <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
          <ol className={css.list} aria-label="Questions in order">
            {asked.map((question) => (
              <li key={question.id} className={css.row} {...reorder.item(question.id)}>
                {canEdit && <MoveHandle {...reorder.handle(question.id, question.name)} />}
                <div className={css.text}>
                  <strong>{question.name}</strong>
                  <Text size="sm" c="dimmed">
                    {describeQuestion(question)}
                  </Text>
                </div>
                {canEdit && (
                  <div className={css.actions}>
                    <RowButton
                      aria-label={`Edit ${question.name}`}
                      aria-haspopup="dialog"
                      onClick={() => setEditedId(question.id)}
                    >
                      Edit
                    </RowButton>
                    <RowButton
                      aria-label={`Withdraw ${question.name}`}
                      aria-haspopup="dialog"
                      onClick={() => setWithdrawn(question)}
                    >
                      Withdraw
                    </RowButton>
                  </div>
                )}
              </li>
            ))}
          </ol>
        </>
      )}
      {canEdit && (
        <div>
          <Button
            variant="default"
            aria-haspopup="dialog"
            disabled={asked.length >= MAX_QUESTIONS}
            onClick={() => setEditedId('new')}
          >
            Add a question
          </Button>
          {asked.length >= MAX_QUESTIONS && (
            <Text size="sm" c="dimmed" mt={4}>
              At most {MAX_QUESTIONS} questions can be asked. Withdraw one to add another.
            </Text>
          )}
        </div>
      )}
      {past.length > 0 && (
        <details>
          <summary>{plural(past.length, 'withdrawn question')}</summary>
          <ul className={css.list}>
            {past.map((question) => (
              <li key={question.id} className={css.row}>
                <div className={css.text}>
                  <strong>{question.name}</strong> <StatusBadge tone="neutral">Withdrawn</StatusBadge>
                  <Text size="sm" c="dimmed">
                    {describeQuestion(question)}
                  </Text>
                </div>
                {canEdit && (
                  <div className={css.actions}>
                    <RowButton aria-label={`Ask ${question.name} again`} onClick={() => askAgain(question)}>
                      Ask again
                    </RowButton>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      <Dialog
        opened={isOpen}
        onClose={close}
        title={edited ? 'Edit question' : 'Add a question'}
        closeLabel="Close question"
        width={640}
      >
        {isOpen && <QuestionForm key={edited?.id ?? 0} keeper={keeper} kept={kept} question={edited} onClose={close} />}
      </Dialog>
      <Dialog
        opened={withdrawn !== undefined}
        onClose={() => setWithdrawn(undefined)}
        title={`Withdraw “${withdrawn?.name ?? ''}”?`}
        closeLabel="Close without withdrawing"
      >
        {withdrawn && (
          <Stack>
            <p>
              It is no longer asked, also in carts that are filled already. Orders keep the answers they have. You can ask it
              again later.
            </p>
            <ButtonRow>
              <Button
                loading={save.isPending}
                onClick={() =>
                  save.mutate(() => keeper.withdraw(withdrawn.id), {
                    onSuccess: () => {
                      showSuccess('Question withdrawn.');
                      setWithdrawn(undefined);
                    },
                  })
                }
              >
                Withdraw question
              </Button>
              <Button variant="default" onClick={() => setWithdrawn(undefined)}>
                Cancel
              </Button>
            </ButtonRow>
          </Stack>
        )}
      </Dialog>
    </Stack>
  );
}
