import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { formatLeadTime } from '#web/catalogue/products/purchase-labels.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import type { QuoteItem } from '../quote-status.ts';
import { describePieces, type ItemGroup } from './accept-choices.ts';
import css from './quote.module.css';

interface Props {
  group: ItemGroup;
  currencyCode: string;
  /** How a line is accepted, and how many of it; nothing where it cannot be. */
  renderControls?: (item: QuoteItem) => { choice?: ReactNode; below?: ReactNode };
  /** After what is offered. */
  below?: ReactNode;
}

/** A line of a quote: what was asked for, and beside each other what is offered for it. */
export function QuoteLine({ group: { options }, currencyCode, renderControls, below }: Props) {
  const titleId = useId();
  const [first, ...alternatives] = options;
  if (!first) return null;
  return (
    <li className={css.line} aria-labelledby={titleId}>
      <div className={css.asked}>
        <h3 id={titleId} className={css.name}>
          {first.name}
        </h3>
        <Text size="sm" c="dimmed">
          {[describeChoice(first), first.sku].filter(Boolean).join(' · ')}
        </Text>
        {first.comments && <p className={css.said}>{first.comments}</p>}
      </div>
      <div className={css.options} data-several={alternatives.length > 0 || undefined}>
        {options.map((item) => (
          <Offer
            key={item.id}
            item={item}
            isAlternative={item !== first}
            hasAlternatives={alternatives.length > 0}
            currencyCode={currencyCode}
            {...renderControls?.(item)}
          />
        ))}
      </div>
      {below}
    </li>
  );
}

const describeChoice = ({ attributeDescription, combinations, productId }: QuoteItem): string =>
  attributeDescription ||
  (combinations.length > 0 ? 'Sizes are chosen on acceptance' : productId === null ? 'In your own words' : '');

interface OfferProps {
  item: QuoteItem;
  isAlternative: boolean;
  hasAlternatives: boolean;
  currencyCode: string;
  choice?: ReactNode;
  below?: ReactNode;
}

/** What the supplier says to a line, or offers in its place. */
function Offer({ item, isAlternative, hasAlternatives, currencyCode, choice, below }: OfferProps) {
  const { isOffered, unitPrice, setupPrice, leadTimeDays, answer, refusal, customisations } = item;
  const facts = [
    unitPrice !== null && `${formatMoney(unitPrice, currencyCode)} each excl. tax`,
    setupPrice !== null && setupPrice > 0 && `set-up ${formatMoney(setupPrice, currencyCode)} once`,
    leadTimeDays !== null && `sent ${formatLeadTime(leadTimeDays)} after the order`,
  ].filter(Boolean);
  return (
    <div className={css.offer} data-off={isOffered === false || undefined}>
      {choice}
      <div className={css.terms}>
        {isAlternative && (
          <>
            <span className={css.kind}>Alternative</span>
            <strong>{item.name}</strong>
            <Text size="sm" c="dimmed">
              {[describeChoice(item), item.sku].filter(Boolean).join(' · ')}
            </Text>
          </>
        )}
        {!isAlternative && hasAlternatives && <span className={css.kind}>As requested</span>}
        <LineDesigns designs={customisations} />
        <span className="figures">{describePieces(item)}</span>
        {isOffered === false ? (
          <span>Not offered</span>
        ) : (
          facts.length > 0 && <span className="figures">{facts.join(' · ')}</span>
        )}
        {unitPrice !== null && (
          <strong className="figures">
            {formatMoney((Math.round(unitPrice * 100) * item.quantity) / 100, currencyCode)}
            <Text span size="sm" c="dimmed" fw={400}>
              {' '}
              excl. tax
            </Text>
          </strong>
        )}
        {answer && <p className={css.said}>{answer}</p>}
        {refusal && isOffered !== false && (
          <Text size="sm" c="dimmed">
            {refusal}
          </Text>
        )}
      </div>
      {below}
    </div>
  );
}
