import { Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { formatLeadTime } from '#web/catalogue/products/purchase-labels.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
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
      <Picture src={first.imageSrc} alt="" size={56} />
      <div className={css.asked}>
        <h3 id={titleId} className={css.name}>
          {(first.askedFor ?? first).name}
        </h3>
        <Text size="sm" c="dimmed" className="figures">
          {describeAskedFor(first)}
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

/** What was asked for, with its pieces where another number is offered; or that the supplier added the line. */
function describeAskedFor(item: QuoteItem): string {
  const { askedFor } = item;
  if (!askedFor) return ['Added by your supplier', describeChoice(item), item.sku].filter(Boolean).join(' · ');
  const choice = askedFor.name === item.name ? describeChoice({ ...item, ...askedFor }) : askedFor.attributeDescription;
  return [choice, askedFor.sku, askedFor.quantity !== item.quantity && `${plural(askedFor.quantity, 'piece')} requested`]
    .filter(Boolean)
    .join(' · ');
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
  const isOther =
    isOffered === true &&
    item.askedFor !== null &&
    (item.askedFor.name !== item.name || item.askedFor.attributeDescription !== item.attributeDescription);
  const facts = [
    unitPrice !== null && `${formatMoney(unitPrice, currencyCode)} each excl. tax`,
    setupPrice !== null && setupPrice > 0 && `set-up ${formatMoney(setupPrice, currencyCode)} once`,
    leadTimeDays !== null && `sent ${formatLeadTime(leadTimeDays)} after the order`,
  ].filter(Boolean);
  return (
    <div className={css.offer} data-off={isOffered === false || undefined}>
      {choice}
      <div className={css.terms}>
        {(isAlternative || isOther) && (
          <>
            <span className={css.kind}>{isAlternative ? 'Alternative' : 'Offered instead'}</span>
            <strong>{item.name}</strong>
            <Text size="sm" c="dimmed">
              {[describeChoice(item), item.sku].filter(Boolean).join(' · ')}
            </Text>
          </>
        )}
        {!isAlternative && !isOther && hasAlternatives && <span className={css.kind}>As requested</span>}
        <LineDesigns designs={customisations} />
        <span className="figures">{describePieces(item)}</span>
        {isOffered === false ? (
          <span>Not offered</span>
        ) : (
          facts.length > 0 && <span className="figures">{facts.join(' · ')}</span>
        )}
        {answer && <p className={css.said}>{answer}</p>}
        {refusal && isOffered !== false && (
          <Text size="sm" c="dimmed">
            {refusal}
          </Text>
        )}
      </div>
      {unitPrice !== null && (
        <strong className={`${css.total} figures`}>
          {formatMoney((Math.round(unitPrice * 100) * item.quantity) / 100, currencyCode)}
          <Text span size="sm" c="dimmed" fw={400}>
            {' '}
            excl. tax
          </Text>
        </strong>
      )}
      {below}
    </div>
  );
}
