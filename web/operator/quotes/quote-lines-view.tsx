import type { ReactNode } from 'react';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import type { OperatorQuote } from './quote-labels.ts';
import css from './quotes.module.css';

type QuoteItem = OperatorQuote['quote']['items'][number];

/** A line as the customer reads it. */
export type ViewedLine = Pick<
  QuoteItem,
  | 'id'
  | 'name'
  | 'attributeDescription'
  | 'quantity'
  | 'unitPrice'
  | 'setupPrice'
  | 'isOffered'
  | 'answer'
  | 'leadTimeDays'
  | 'comments'
  | 'customisations'
> & {
  key: string;
  /** `2`, of an alternative `2a`. */
  number: string;
  isAlternative: boolean;
  acceptedQuantity?: number;
};

/** The lines of a quote, read only. */
export const QuoteLinesView = ({ lines, currencyCode }: { lines: readonly ViewedLine[]; currencyCode: string }) => (
  <ol className={css.viewed} aria-label="Lines">
    {lines.map((line) => (
      <li key={line.key} data-alternative={line.isAlternative || undefined}>
        <div>
          <strong>
            {line.number} {line.name}
          </strong>
          {line.isAlternative && <span className={css.dim}> (alternative)</span>}
          <p className={css.small}>{line.attributeDescription ?? 'Size to be chosen when accepting'}</p>
          {line.comments && <p className={css.small}>Customer: {line.comments}</p>}
          {line.answer && <p className={css.answer}>{line.answer}</p>}
          <LineDesigns designs={line.customisations} />
        </div>
        <div className={css.amounts}>{describeAmounts(line, currencyCode)}</div>
      </li>
    ))}
  </ol>
);

function describeAmounts(line: ViewedLine, currencyCode: string): ReactNode {
  if (line.isOffered === false) return 'Not offered';
  const { quantity, unitPrice, setupPrice, leadTimeDays, acceptedQuantity = 0 } = line;
  return (
    <>
      <span className="figures">
        {formatNumber(quantity)}
        {unitPrice !== null && ` × ${formatMoney(unitPrice, currencyCode)}`}
      </span>
      {unitPrice !== null && <strong className="figures">{formatMoney((quantity * Math.round(unitPrice * 100)) / 100, currencyCode)}</strong>}
      {setupPrice !== null && setupPrice > 0 && <span>Set-up {formatMoney(setupPrice, currencyCode)}</span>}
      {leadTimeDays !== null && <span>Lead time {plural(leadTimeDays, 'day')}</span>}
      {acceptedQuantity > 0 && <span>{formatNumber(acceptedQuantity)} accepted</span>}
    </>
  );
}
