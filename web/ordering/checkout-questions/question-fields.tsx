import { Notice } from '#web/ui/feedback/notice.tsx';
import { type Answers, nameAnswerField, type Question } from './answers.ts';
import css from './question-field.module.css';
import { QuestionField, type QuestionFieldProps } from './question-field.tsx';

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
      <div key={question.id} className={css.question}>
        {question.notice && question.notice !== errors[nameAnswerField(question.id)] && (
          <Notice tone="warning">{question.notice}</Notice>
        )}
        <QuestionField
          {...rest}
          question={question}
          answer={answers[question.id] ?? ''}
          error={errors[nameAnswerField(question.id)]}
          onChange={(answer) => onChange(question.id, answer)}
        />
      </div>
    ))}
  </div>
);
