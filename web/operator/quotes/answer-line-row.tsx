import { memo, useId } from 'react';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import {
  type AnswerItem,
  type AnswerLine,
  describeDifference,
  findFieldErrors,
  isSameLine,
  type LineField,
} from './answer-lines.ts';
import css from './quotes.module.css';

interface Props {
  line: AnswerLine;
  /** How the line is numbered: `3`, an alternative `3a`. */
  number: string;
  /** The line as it is saved; undefined for one that is not. */
  item: AnswerItem | undefined;
  /** Its fields as they are saved: what the server says of it holds only as long as nothing else is typed. */
  saved: AnswerLine | undefined;
  currencyCode: string;
  /** Whether the answer was never saved, so that what is missing is no mistake. */
  isNew: boolean;
  /** What the server said when it refused to save it. */
  error: string | undefined;
  onChange: (key: string, changes: Partial<AnswerLine>) => void;
  onChoose: (key: string) => void;
  onAddAlternative: (key: string) => void;
  onRemove: (key: string) => void;
}

/** A line of the answer: what was asked for, and what is offered for it. Drawn again only when it has changed itself. */
export const AnswerLineRow = memo(function AnswerLineRow({ line, number, item, saved, error, ...rest }: Props) {
  const { currencyCode, isNew, onChange, onChoose, onAddAlternative, onRemove } = rest;
  const { key, isOffered, productId, productName, attributeDescription, alternativeToId } = line;
  const requested = item?.isRequested ? item.requested : undefined;
  const name = requested?.name ?? productName ?? (alternativeToId === null ? 'Added line' : 'Alternative');
  const errors = findFieldErrors(line);
  const problems = [...(isSameLine(line, saved) && isOffered ? (item?.problems ?? []) : []), ...(error ? [error] : [])];
  const field = (which: LineField, label: string, more: Partial<FieldProps> = {}) => (
    <Field
      label={label}
      line={number}
      value={line[which]}
      error={errors[which]}
      onChange={(value) => onChange(key, { [which]: value })}
      {...more}
    />
  );
  return (
    <li
      className={css.line}
      data-alternative={alternativeToId !== null || undefined}
      data-off={!isOffered || undefined}
      data-line={key}
      aria-label={`Line ${number}: ${name}`}
    >
      <div className={css.asked}>
        <div className={css.lineHead}>
          <span className={css.number}>{number}</span>
          <strong>{requested ? requested.name : alternativeToId === null ? 'Added by you' : 'Alternative'}</strong>
        </div>
        {requested && (
          <p className={css.small}>
            {[
              requested.attributeDescription ??
                (requested.productId === null ? 'In the customer’s words' : 'Size not chosen yet'),
              requested.sku,
              `${formatNumber(requested.quantity)} requested`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
        )}
        {requested?.comments && <blockquote className={css.note}>{requested.comments}</blockquote>}
        {item && <LineDesigns designs={item.customisations} />}
      </div>
      <div className={css.offer}>
        <div className={css.offerHead}>
          <label className={css.offered}>
            <input
              type="checkbox"
              checked={isOffered}
              aria-label={`Offer line ${number}`}
              onChange={(event) => onChange(key, { isOffered: event.currentTarget.checked })}
            />
            {isOffered ? 'Offered' : 'Not offered'}
          </label>
          {isOffered && (
            <span className={css.product}>
              {productId === null ? (
                <span className={css.dim}>No product yet</span>
              ) : (
                <>
                  {productName}
                  <span className={css.choice}>{attributeDescription ?? 'Customer chooses the size'}</span>
                </>
              )}
            </span>
          )}
          {(isOffered || productId === null) && (
            <RowButton
              aria-haspopup="dialog"
              aria-label={`${productId === null ? 'Choose' : 'Change'} product of line ${number}`}
              onClick={() => onChoose(key)}
            >
              {productId === null ? 'Choose product' : 'Change'}
            </RowButton>
          )}
        </div>
        <div className={css.fields}>
          {isOffered && (
            <>
              {field('quantity', 'Quantity', { isNumber: true })}
              {field('unitPrice', 'Price each', { hint: <TodaysPrice {...{ line, item, currencyCode }} /> })}
              {field('setupPrice', 'Set-up', {
                hint: item?.todaysSetupPrice != null && `Today ${formatMoney(item.todaysSetupPrice, currencyCode)}`,
              })}
              {field('leadTimeDays', 'Lead time, days', { isNumber: true })}
            </>
          )}
          <label className={`${css.field} ${css.comment}`}>
            <span>{isOffered ? 'Comment to the customer' : 'Why it is not offered'}</span>
            <input
              aria-label={`Comment of line ${number}`}
              maxLength={1000}
              value={line.answer}
              onChange={(event) => onChange(key, { answer: event.currentTarget.value })}
            />
          </label>
        </div>
        {problems.length > 0 && (
          <ul className={css.problems} data-quiet={(isNew && !error) || undefined} aria-label={`Problems of line ${number}`}>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        )}
        {/* An alternative names a requested line, so one that was added has none. */}
        <div className={css.lineActions}>
          {requested && (
            <RowButton
              aria-haspopup="dialog"
              aria-label={`Add alternative to line ${number}`}
              onClick={() => onAddAlternative(key)}
            >
              Add alternative
            </RowButton>
          )}
          {!requested && (
            <RowButton aria-label={`Remove line ${number}`} onClick={() => onRemove(key)}>
              Remove line
            </RowButton>
          )}
        </div>
      </div>
    </li>
  );
});

/** What the client pays today, and how the typed price differs from it. */
function TodaysPrice({ line, item, currencyCode }: Pick<Props, 'line' | 'item' | 'currencyCode'>) {
  if (line.productId === null) return null;
  if (!item || item.productId !== line.productId || item.combinationId !== line.combinationId) return 'Save to see today’s price';
  if (item.todaysPrice === null) return 'On request today';
  const difference = describeDifference(line.unitPrice, item.todaysPrice, currencyCode);
  const isOther = line.quantity.trim() !== String(item.quantity);
  return (
    <>
      Today {formatMoney(item.todaysPrice, currencyCode)}
      {isOther && ` for ${plural(item.quantity, 'piece')}`}
      {difference && <strong>{difference}</strong>}
    </>
  );
}

interface FieldProps {
  label: string;
  line: string;
  value: string;
  error: string | undefined;
  hint?: React.ReactNode;
  isNumber?: boolean;
  onChange: (value: string) => void;
}

/** A field of a line. Plain, because there may be a thousand of them. */
function Field({ label, line, value, error, hint, isNumber = false, onChange }: FieldProps) {
  const id = useId();
  return (
    <div className={css.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="figures"
        inputMode={isNumber ? 'numeric' : 'decimal'}
        autoComplete="off"
        maxLength={14}
        aria-label={`${label} of line ${line}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-hint`}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <span id={`${id}-hint`} className={error ? css.error : css.hint}>
        {error ?? hint}
      </span>
    </div>
  );
}
