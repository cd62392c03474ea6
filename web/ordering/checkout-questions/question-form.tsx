import { Button, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MAX_ANSWER_LENGTH, QUESTION_KINDS } from '#contract/ordering/checkout-questions/question-kinds.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { useIdempotencyKey } from '#web/app/use-idempotency-key.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { QUESTION_KIND } from './answers.ts';
import { QuestionAnswers } from './question-answers.tsx';
import { QuestionField } from './question-field.tsx';
import css from './question-form.module.css';
import type { KeptQuestion, KeptQuestions, QuestionKeeper } from './question-keeper.ts';
import {
  findQuestionProblems,
  hasOwnAnswers,
  type QuestionValues,
  toNewQuestion,
  toPreview,
  toQuestionBody,
  toQuestionValues,
} from './question-values.ts';

interface Props {
  keeper: QuestionKeeper;
  /** With the groups and wardrobes of the organisation. */
  kept: KeptQuestions;
  /** Undefined: a new one is added. */
  question: KeptQuestion | undefined;
  onClose: () => void;
}

const LABELS: Readonly<Record<keyof QuestionValues, string>> = {
  name: 'Question',
  textPrompt: 'Help text',
  kind: 'Kind of answer',
  isRequired: 'Required',
  hasCostCentres: 'Answers are the cost centres',
  defaultValue: 'Filled in from the start',
  groupIds: 'Groups',
  collectionIds: 'Wardrobes',
  products: 'Products',
  answers: 'Answers',
};

/** Adds or changes a question at checkout, with a preview of how it is asked. */
export function QuestionForm({ keeper, kept, question, onClose }: Props) {
  const keyOf = useIdempotencyKey();
  const form = useEntityForm<QuestionValues, KeptQuestions>({
    draftKey: `checkout-question.${kept.organisationId}.${question?.id ?? 'new'}`,
    saved: toQuestionValues(question),
    version: question?.version,
    validate: findQuestionProblems,
    serverNames: { textPrompt: 'textPrompt', values: 'answers', productIds: 'products' },
    save: ({ values, changed, expectedVersion }) => {
      if (question) return keeper.update(question.id, { ...toQuestionBody(values, changed), version: expectedVersion });
      const body = toNewQuestion(values);
      return keeper.add(body, keyOf(body));
    },
    reload: async () => {
      const current = await keeper.load();
      keeper.store(current);
      return current.questions.find(({ id }) => id === question?.id)?.version;
    },
    onSaved: (saved) => {
      keeper.store(saved);
      showSuccess(question ? 'Question saved. It applies to orders placed from now on.' : 'Question added.');
      onClose();
    },
    onUnchanged: onClose,
  });
  const { values, set } = form;
  const hasList = values.kind === QUESTION_KIND.list;
  const namesOf = (value: unknown, all: readonly { id: number; name: string }[]) =>
    (value as readonly number[]).map((id) => all.find((one) => one.id === id)?.name ?? '').join(', ');
  const toText = (name: keyof QuestionValues, value: unknown): string => {
    if (typeof value === 'boolean') return value ? 'yes' : 'no';
    if (name === 'groupIds') return namesOf(value, kept.groups);
    if (name === 'collectionIds') return namesOf(value, kept.collections);
    if (name === 'answers' || name === 'products')
      return (value as readonly { name: string }[]).map((one) => one.name).join(', ');
    return String(value);
  };
  return (
    <StackedForm {...form.formProps}>
      <FormNotices
        conflicts={form.conflicts.map(({ name, mine, theirs }) => ({
          name,
          label: LABELS[name],
          mine: toText(name, mine),
          theirs: toText(name, theirs),
        }))}
        onUseSaved={(name) => form.acceptTheirs(name as keyof QuestionValues)}
        otherErrors={form.otherErrors}
      />
      <TextInput
        {...form.getInputProps('name')}
        label={LABELS.name}
        placeholder="Cost centre"
        maxLength={200}
        autoComplete="off"
      />
      <Textarea
        {...form.getInputProps('textPrompt')}
        label="Help text (optional)"
        description="Shown below the question, for example where to find the answer."
        rows={2}
        maxLength={500}
      />
      <NativeSelect
        name="kind"
        label={LABELS.kind}
        description={question && 'It can’t be changed. Withdraw this question and add another one instead.'}
        rightSection={<DownIcon size={16} />}
        value={String(values.kind)}
        disabled={question !== undefined}
        data={QUESTION_KINDS.map(({ id, label }) => ({ value: String(id), label }))}
        onChange={({ currentTarget }) => {
          const kind = Number(currentTarget.value);
          set({ kind, hasCostCentres: kind === QUESTION_KIND.list && values.hasCostCentres, defaultValue: '' });
        }}
      />
      {hasList && (
        <Checkbox
          name="hasCostCentres"
          checked={values.hasCostCentres}
          error={form.errors.hasCostCentres as string | undefined}
          onChange={(hasCostCentres) => set({ hasCostCentres })}
        >
          The answers are the cost centres of the organisation
        </Checkbox>
      )}
      {hasOwnAnswers(values) && (
        <QuestionAnswers
          kind={values.kind}
          answers={values.answers}
          currencyCode={kept.currencyCode}
          errors={form.errors}
          onChange={(answers) => set({ answers })}
        />
      )}
      {!hasOwnAnswers(values) && !values.hasCostCentres && <DefaultAnswer kind={values.kind} form={form} />}
      <Checkbox name="isRequired" checked={values.isRequired} onChange={(isRequired) => set({ isRequired })}>
        Required: orders can’t be placed without an answer
      </Checkbox>
      <Stack component="fieldset" gap="sm" className={css.audience}>
        <Text component="legend" className={css.legend}>
          When it is asked
        </Text>
        <MultiChoice
          label={LABELS.groupIds}
          placeholder="Everyone"
          name="groupIds"
          options={kept.groups}
          chosen={values.groupIds}
          onChange={(groupIds) => set({ groupIds })}
        />
        <MultiChoice
          label={LABELS.collectionIds}
          placeholder="Every order"
          description="For orders with a garment of one of these wardrobes."
          name="collectionIds"
          options={kept.collections}
          chosen={values.collectionIds}
          onChange={(collectionIds) => set({ collectionIds })}
        />
        <Products keeper={keeper} products={values.products} onChange={(products) => set({ products })} />
      </Stack>
      <Preview values={values} currencyCode={kept.currencyCode} />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        {question ? 'Save question' : 'Add question'}
      </FormButtons>
    </StackedForm>
  );
}

interface DefaultAnswerProps {
  kind: number;
  form: Pick<ReturnType<typeof useEntityForm<QuestionValues, KeptQuestions>>, 'getInputProps' | 'set' | 'values'>;
}

function DefaultAnswer({ kind, form }: DefaultAnswerProps) {
  const label = `${LABELS.defaultValue} (optional)`;
  if (kind === QUESTION_KIND.day)
    return (
      <DateField
        name="defaultValue"
        label={label}
        value={form.values.defaultValue}
        onChange={(defaultValue) => form.set({ defaultValue })}
      />
    );
  const isLong = kind === QUESTION_KIND.longText;
  const props = { ...form.getInputProps('defaultValue'), label, maxLength: isLong ? 400 : MAX_ANSWER_LENGTH.text };
  return isLong ? <Textarea {...props} rows={2} /> : <TextInput {...props} autoComplete="off" />;
}

interface ProductsProps {
  keeper: QuestionKeeper;
  products: QuestionValues['products'];
  onChange: (products: QuestionValues['products']) => void;
}

/** The products for which it is asked. */
function Products({ keeper, products, onChange }: ProductsProps) {
  const [isSearching, setSearching] = useState(false);
  return (
    <div>
      <p className={css.label}>{LABELS.products}</p>
      <p className={css.hint}>
        {products.length === 0
          ? 'Every order. Add products to ask it only for orders with one of them.'
          : 'For orders with one of these.'}
      </p>
      {products.length > 0 && (
        <ul className={css.products}>
          {products.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button
                variant="default"
                size="compact-md"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(products.filter((one) => one.id !== id))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {isSearching ? (
        keeper.renderProductSearch({
          chosen: products.map(({ id }) => id),
          onAdd: ({ productId, name }) => onChange([...products, { id: productId, name }]),
        })
      ) : (
        <Button variant="default" size="compact-md" onClick={() => setSearching(true)}>
          Add products
        </Button>
      )}
    </div>
  );
}

/** The question as people see it; it can be tried, and nothing is kept. */
function Preview({ values, currencyCode }: { values: QuestionValues; currencyCode: string }) {
  const question = toPreview(values);
  const [tried, setTried] = useState<{ kind: number; answer: string }>();
  const answer = tried?.kind === values.kind ? tried.answer : (question.selected ?? '');
  return (
    <section className={css.preview} aria-label="Preview">
      <p className={css.label}>Preview</p>
      {values.hasCostCentres ? (
        <Text size="sm" c="dimmed">
          People choose one of the cost centres that are open to their group. Their own one is selected.
        </Text>
      ) : (
        <QuestionField
          question={question}
          answer={answer}
          error={undefined}
          showsPrices
          currencyCode={currencyCode}
          onChange={(next) => setTried({ kind: values.kind, answer: next })}
        />
      )}
    </section>
  );
}
