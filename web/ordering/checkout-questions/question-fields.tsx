import { type Answers, nameAnswerField, type Question } from './answers.ts';
import { QuestionField, type QuestionFieldProps } from './question-field.tsx';
import css from './question-field.module.css';

interface Props extends Pick<QuestionFieldProps, 'currencyCode' | 'onLeave' | 'showsPrices'> {
  questions: readonly Question[];
  answers: Answers;
  /** By name of the field. */
  errors: Readonly<Record<string, string>>;
  onChange: (questionId: number, answer: string) => void;
}

/** The questions of the checkout, one below the other. */
export const QuestionFields = ({ questions, answers, errors, onChange, ...rest }: Props) => (
  <div className={css.questions}>
    {questions.map((question) => (
      <QuestionField
        key={question.id}
        {...rest}
        question={question}
        answer={answers[question.id] ?? ''}
        error={errors[nameAnswerField(question.id)]}
        onChange={(answer) => onChange(question.id, answer)}
      />
    ))}
  </div>
);
