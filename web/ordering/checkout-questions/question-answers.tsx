import { Button, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { MAX_QUESTION_VALUES } from '#contract/ordering/checkout-questions/question-kinds.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { PlusIcon } from '#web/ui/content/icons.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import { QUESTION_KIND } from './answers.ts';
import css from './question-form.module.css';
import { type EditedAnswer, nameAnswerInput, newAnswer } from './question-values.ts';

interface Props {
  kind: number;
  answers: readonly EditedAnswer[];
  currencyCode: string;
  errors: Readonly<Record<string, unknown>>;
  onChange: (answers: readonly EditedAnswer[]) => void;
}

const textOf = (error: unknown) => (typeof error === 'string' ? error : undefined);

/** The answers to choose from, in their order, with what each adds to the order. */
export function QuestionAnswers({ kind, answers, currencyCode, errors, onChange }: Props) {
  const added = useRef(0);
  const list = useRef<HTMLOListElement>(null);
  const reorder = useReorder(
    answers.map(({ key }) => key),
    (keys) => onChange(keys.flatMap((key) => answers.filter((answer) => answer.key === key))),
  );
  const isMultiple = kind === QUESTION_KIND.checkboxes;
  const change = (key: string, part: Partial<EditedAnswer>) =>
    onChange(
      answers.map((answer) => {
        if (answer.key === key) return { ...answer, ...part };
        // One at most is chosen from the start, except of checkboxes.
        return part.isPreSelected && !isMultiple ? { ...answer, isPreSelected: false } : answer;
      }),
    );
  const add = () => {
    added.current += 1;
    onChange([...answers, newAnswer(`added ${added.current}`)]);
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus());
  };
  return (
    <fieldset className={css.answers}>
      <legend className={css.legend}>Answers</legend>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      <ol ref={list} className={css.answerList}>
        {answers.map((answer, index) => {
          const name = answer.name.trim() || `answer ${index + 1}`;
          return (
            <li key={answer.key} className={css.answer} {...reorder.item(answer.key)}>
              <MoveHandle {...reorder.handle(answer.key, name)} />
              <TextInput
                className={css.answerName}
                aria-label={`Answer ${index + 1}`}
                placeholder={`Answer ${index + 1}`}
                name={nameAnswerInput(answer.key, 'name')}
                maxLength={200}
                autoComplete="off"
                value={answer.name}
                error={textOf(errors[nameAnswerInput(answer.key, 'name')])}
                onChange={(event) => change(answer.key, { name: event.currentTarget.value })}
              />
              <TextInput
                className={css.answerPrice}
                aria-label={`Price of ${name}, ${currencyCode} excl. tax`}
                placeholder="Price"
                name={nameAnswerInput(answer.key, 'price')}
                inputMode="decimal"
                autoComplete="off"
                value={answer.price}
                error={textOf(errors[nameAnswerInput(answer.key, 'price')])}
                onChange={(event) => change(answer.key, { price: event.currentTarget.value })}
              />
              <div className={css.answerDefault}>
                <Checkbox
                  name={`default of ${answer.key}`}
                  checked={answer.isPreSelected}
                  onChange={(isPreSelected) => change(answer.key, { isPreSelected })}
                >
                  Selected
                </Checkbox>
              </div>
              <RowButton aria-label={`Remove ${name}`} onClick={() => onChange(answers.filter(({ key }) => key !== answer.key))}>
                Remove
              </RowButton>
            </li>
          );
        })}
      </ol>
      <p className={css.hint}>
        Price: what the answer adds to an order, in {currencyCode} excluding tax. Selected: the answer until another one is given.
        Orders keep answers that you remove.
      </p>
      {answers.length < MAX_QUESTION_VALUES && (
        <Button variant="default" size="compact-md" leftSection={<PlusIcon size={16} />} onClick={add}>
          Add an answer
        </Button>
      )}
    </fieldset>
  );
}
