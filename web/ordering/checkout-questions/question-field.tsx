import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { MAX_ANSWER_LENGTH } from '#contract/ordering/checkout-questions/question-kinds.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { listChosenIds, nameAnswerField, QUESTION_KIND, type Question } from './answers.ts';
import css from './question-field.module.css';

// Most lists are short.
const AnswerSearch = lazy(async () => ({ default: (await import('./answer-search.tsx')).AnswerSearch }));

/** With more values than this a list can be searched. */
const SEARCHED_ABOVE = 15;

export interface QuestionFieldProps {
  question: Question;
  answer: string;
  error: string | undefined;
  /** Whether what an answer costs is shown beside it. */
  showsPrices: boolean;
  currencyCode: string;
  onChange: (answer: string) => void;
  /** Called when a text or day is left. */
  onLeave?: () => void;
}

/** A question of the checkout, with its help text, and the field to answer it. */
export function QuestionField(props: QuestionFieldProps) {
  const { question, answer, error, onChange, onLeave } = props;
  const { attributeControlTypeId: kind } = question;
  if (kind === QUESTION_KIND.radio || kind === QUESTION_KIND.checkboxes) return <Choices {...props} />;
  const field = {
    ...describeField(question),
    name: nameAnswerField(question.id),
    error,
    'aria-required': question.isRequired,
  };
  const text = { ...field, value: answer, autoComplete: 'off', onBlur: onLeave };
  if (kind === QUESTION_KIND.day) return <DateField {...text} className={css.short} onChange={onChange} />;
  if (kind === QUESTION_KIND.longText)
    return (
      <Textarea
        {...text}
        rows={3}
        maxLength={MAX_ANSWER_LENGTH.longText}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  if (kind === QUESTION_KIND.text)
    return <TextInput {...text} maxLength={MAX_ANSWER_LENGTH.text} onChange={(event) => onChange(event.currentTarget.value)} />;
  const options = question.values.map((value) => ({ value: String(value.id), label: nameValue(value, props) }));
  if (options.length > SEARCHED_ABOVE)
    return (
      <Suspense fallback={<SkeletonBlock height={72} />}>
        <AnswerSearch {...field} options={options} value={answer} isRequired={question.isRequired} onChange={onChange} />
      </Suspense>
    );
  return (
    <NativeSelect
      {...field}
      className={css.short}
      rightSection={<DownIcon size={16} />}
      value={answer}
      data={[{ value: '', label: question.isRequired ? 'Choose' : 'None' }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const labelOf = ({ name, isRequired }: Question) => (isRequired ? name : `${name} (optional)`);

const describeField = (question: Question) => ({
  label: labelOf(question),
  description: question.textPrompt,
  classNames: { description: css.help },
});

type Value = Question['values'][number];

/** What an answer adds to the order, such as "+ £4.00"; empty where it adds nothing. */
const formatAdjustment = ({ priceAdjustment }: Value, { showsPrices, currencyCode }: QuestionFieldProps): string =>
  showsPrices && priceAdjustment !== null && priceAdjustment > 0 ? `+ ${formatMoney(priceAdjustment, currencyCode)}` : '';

const nameValue = (value: Value, props: QuestionFieldProps): string =>
  [value.name, formatAdjustment(value, props)].filter(Boolean).join(' · ');

/** Radio buttons or checkboxes. */
function Choices(props: QuestionFieldProps) {
  const { question, answer, error, onChange } = props;
  const id = useId();
  const isMultiple = question.attributeControlTypeId === QUESTION_KIND.checkboxes;
  const chosen = listChosenIds(answer);
  const toggle = (value: number) => {
    const next = question.values.map((one) => one.id).filter((one) => (one === value) !== chosen.includes(one));
    onChange(next.join(','));
  };
  const choice = (value: number | null, name: ReactNode, aside = '') => (
    <label key={value ?? 0} className={css.choice}>
      <input
        type={isMultiple ? 'checkbox' : 'radio'}
        name={nameAnswerField(question.id)}
        checked={value === null ? chosen.length === 0 : chosen.includes(value)}
        onChange={() => (value !== null && isMultiple ? toggle(value) : onChange(value === null ? '' : String(value)))}
      />
      <span className={css.name}>{name}</span>
      {aside && <span className={css.aside}>{aside}</span>}
    </label>
  );
  const described = [question.textPrompt && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <fieldset className={css.choices} aria-describedby={described} data-error={error ? true : undefined}>
      <legend className={css.legend}>{labelOf(question)}</legend>
      {question.textPrompt && (
        <p id={`${id}-help`} className={css.help}>
          {question.textPrompt}
        </p>
      )}
      {!isMultiple && !question.isRequired && choice(null, 'None')}
      {question.values.map((value) => choice(value.id, value.name, formatAdjustment(value, props)))}
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
