import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { formatDate, formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { numberLines } from './number-lines.ts';
import type { OperatorQuote } from './quote-labels.ts';
import css from './quotes.module.css';

type Quote = OperatorQuote['quote'];
type QuoteItem = Quote['items'][number];

/** A quote as its customer reads it, or will: what is said to it, the lines with their prices, and the terms; with its title where the page has none. */
export function CustomerView({ quote, isHeaded = true }: { quote: Quote; isHeaded?: boolean }) {
  const { quoteNumber, title, notes, terms, total, currencyCode, validUntilUtc } = quote;
  const setup = quote.items.reduce(
    (sum, { isOffered, alternativeToId, setupPrice }) =>
      isOffered && alternativeToId === null ? sum + Math.round((setupPrice ?? 0) * 100) : sum,
    0,
  );
  return (
    <Stack gap="sm">
      {isHeaded && (
        <div>
          <strong>{title}</strong>
          <Text size="sm" c="dimmed">
            {quoteNumber}
            {validUntilUtc && ` · Valid until ${formatDate(validUntilUtc)}`}
          </Text>
        </div>
      )}
      {notes && <p className={css.answer}>{notes}</p>}
      <QuoteLines quote={quote} />
      {total !== null && <QuoteTotals total={total} setup={setup / 100} currencyCode={currencyCode} />}
      {terms && (
        <div>
          <strong>Terms</strong>
          <p className={css.answer}>{terms}</p>
        </div>
      )}
    </Stack>
  );
}

/** The lines of a quote, read only. */
export function QuoteLines({ quote: { items, currencyCode } }: { quote: Pick<Quote, 'items' | 'currencyCode'> }) {
  const numbers = numberLines(items.map((item) => ({ ...item, key: item.id })));
  return (
    <ol className={css.viewed} aria-label="Lines">
      {items.map((item) => (
        <li key={item.id} data-alternative={item.alternativeToId !== null || undefined}>
          <div>
            <strong>
              {numbers.get(item.id)} {item.name}
            </strong>
            {item.alternativeToId !== null && <span className={css.dim}> (alternative)</span>}
            <p className={css.small}>{describeChoice(item)}</p>
            {item.comments && <p className={css.small}>Customer: {item.comments}</p>}
            {item.answer && <p className={css.answer}>{item.answer}</p>}
            <LineDesigns designs={item.customisations} />
          </div>
          <div className={css.amounts}>{describeAmounts(item, currencyCode)}</div>
        </li>
      ))}
    </ol>
  );
}

const describeChoice = ({ attributeDescription, productId, sku }: QuoteItem): string =>
  [attributeDescription ?? (productId === null ? 'In the customer’s words' : 'Customer chooses the size'), sku]
    .filter(Boolean)
    .join(' · ');

function describeAmounts(item: QuoteItem, currencyCode: string): ReactNode {
  if (item.isOffered === false) return 'Not offered';
  const { quantity, unitPrice, setupPrice, leadTimeDays, acceptedQuantity } = item;
  return (
    <>
      <span className="figures">
        {formatNumber(quantity)}
        {unitPrice !== null && ` × ${formatMoney(unitPrice, currencyCode)}`}
      </span>
      {unitPrice !== null && (
        <strong className="figures">{formatMoney((quantity * Math.round(unitPrice * 100)) / 100, currencyCode)}</strong>
      )}
      {setupPrice !== null && setupPrice > 0 && <span>Set-up {formatMoney(setupPrice, currencyCode)}</span>}
      {leadTimeDays !== null && <span>Lead time {plural(leadTimeDays, 'day')}</span>}
      {acceptedQuantity > 0 && <span className={css.accepted}>{formatNumber(acceptedQuantity)} accepted</span>}
    </>
  );
}

/** The sums of a quote excluding tax, in major units. */
export const QuoteTotals = ({ total, setup, currencyCode }: { total: number; setup: number; currencyCode: string }) => (
  <p className={css.total}>
    Total <strong className="figures">{formatMoney(total, currencyCode)}</strong> excl. tax
    {setup > 0 && `, and set-up ${formatMoney(setup, currencyCode)} once`}
  </p>
);
