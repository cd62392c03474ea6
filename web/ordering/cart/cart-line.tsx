import { Button, Text } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import { isReturnableOnlyIfFaulty, ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { paths } from '#web/app/paths.ts';
import type { Trip } from '#web/app/trip/trip.ts';
import { LineDesigns } from '#web/catalogue/customisation/line-designs.tsx';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { describeOwnPieces } from '../card-payments/payment-words.ts';
import { describeQuoteOfLine } from '../quote-of-line.ts';
import { useWearerLabel } from '../wearer-label.ts';
import css from './cart-line.module.css';
import { getLineAdvice } from './line-advice.ts';
import { LineQuantity } from './line-quantity.tsx';
import type { CartItem as Line } from './pending-quantities.ts';
import { PersonaliseLine } from './personalise-line.tsx';

// A line without an id of the server is still being added. What is offered no longer can still be removed.
// The designs of a quoted line are part of its price.
const isPersonalisable = ({ id, customisations, customisationEnabled, quote }: Line) =>
  id > 0 && quote === null && (customisationEnabled || customisations.some(({ isMandatory }) => !isMandatory));

interface Props {
  line: Line;
  /** Whether it stands below the name of its wearer. */
  isGrouped: boolean;
  currencyCode: string;
  canOpenProduct: boolean;
  trip: Trip | undefined;
  /** Why the last change was reverted. */
  refusalReason: string | undefined;
  onQuantity: (lineId: number, quantity: number) => void;
  onRemove: (line: Line) => void;
}

/** One line of the cart. Memoised, so that a change to one line does not render the others. */
export const CartLine = memo(function CartLine({
  line,
  isGrouped,
  currencyCode,
  canOpenProduct,
  trip,
  refusalReason,
  onQuantity,
  onRemove,
}: Props) {
  const name = line.attributeDescription ? `${line.productName}, ${line.attributeDescription}` : line.productName;
  const wearer = useWearerLabel()(line);
  const isReadOnly = trip?.isReadOnly === true;
  // Without an amount, the price is on request or hidden from the person.
  const price = (amount: number | null) =>
    amount !== null ? formatMoney(amount, currencyCode) : line.callForPrice ? 'On request' : '';
  // A stock problem is part of the line's warnings already, and made-to-order garments do not come from stock.
  const stock = line.warnings.length === 0 && !line.isMadeToOrder && line.stockMessage;
  const details = [line.sku, line.isMadeToOrder && 'Made to order', stock, line.superGroupName].filter(Boolean);
  return (
    <li className={css.line} id={`line-${line.id}`} data-warned={line.warnings.length > 0 || undefined}>
      <div className={css.picture}>
        <Picture src={line.images[0]?.src} alt="" size={72} />
      </div>
      <div className={css.garment}>
        {canOpenProduct ? (
          <Link className={css.name} to={paths.product({ id: line.productId, name: line.productName })}>
            {line.productName}
          </Link>
        ) : (
          <span className={css.name}>{line.productName}</span>
        )}
        {line.attributeDescription && <p>{line.attributeDescription}</p>}
        {wearer && !isGrouped && <p>{wearer}</p>}
        {details.length > 0 && (
          <Text size="sm" c="dimmed">
            {details.join(' · ')}
          </Text>
        )}
        {line.quote && <QuoteOfLine quote={line.quote} callForPrice={line.callForPrice} />}
        {line.nextTier && !line.quote && (
          <Text size="sm" c="dimmed" className="figures">
            From {formatNumber(line.nextTier.quantity)}: {formatMoney(line.nextTier.unitPrice, currencyCode)} each
          </Text>
        )}
        {!trip && line.beyond === 'approval' && line.beyondQuantity > 0 && (
          <Text size="sm" c="#6b4104">
            {plural(line.beyondQuantity, 'piece')} beyond the entitlement: a reason and approval needed
          </Text>
        )}
        {line.ownQuantity > 0 && (
          <Text size="sm" className="figures">
            {describeOwnPieces(line, currencyCode)}
          </Text>
        )}
        {line.replacesOrderId !== null && (
          <p className={css.sentBack}>
            Sent back from <Link to={paths.order(line.replacesOrderId)}>order {line.replacesOrderId}</Link>
            {line.sentBackReason && `: ${line.sentBackReason}`}
          </p>
        )}
      </div>
      <Text c="dimmed" className={css.unit}>
        {price(line.unitPrice)}
        {line.unitPrice !== null && <span className={css.each}> each</span>}
      </Text>
      <div className={css.quantity}>
        {isReadOnly ? (
          <span className="figures">{line.quantity}</span>
        ) : (
          <LineQuantity line={line} name={name} onQuantity={onQuantity} />
        )}
      </div>
      <Text fw={600} className={css.total}>
        {price(line.subTotal)}
      </Text>
      {!isReadOnly && (
        <button type="button" className={css.remove} aria-label={`Remove ${name}`} title="Remove" onClick={() => onRemove(line)}>
          <TrashIcon size={18} />
        </button>
      )}
      <div className={css.designs}>
        <LineDesigns designs={line.customisations} currencyCode={currencyCode} />
        {!isReadOnly && isPersonalisable(line) && <PersonaliseLine line={line} name={name} />}
        {isReturnableOnlyIfFaulty(line) && (
          <Text size="sm" c="dimmed">
            {ONLY_IF_FAULTY}
          </Text>
        )}
      </div>
      {(refusalReason || line.warnings.length > 0) && (
        <div className={css.warnings}>
          {refusalReason && (
            <Notice tone="danger" role="alert">
              {refusalReason} {line.warnings.length === 0 && `The quantity is still ${line.quantity}.`}
            </Notice>
          )}
          {line.warnings.length > 0 && <LineWarning {...{ line, name, trip, onQuantity, onRemove }} />}
        </div>
      )}
    </li>
  );
});

/** Which quote the price is from, and until when it leads; or that it has ended. */
const QuoteOfLine = ({ quote, callForPrice }: { quote: NonNullable<Line['quote']>; callForPrice: boolean }) => (
  <Text size="sm" c={quote.hasEnded ? '#6b4104' : 'dimmed'}>
    <Link to={paths.quote(quote.id)}>Quote {quote.quoteNumber}</Link>
    {describeQuoteOfLine({ quote, callForPrice })}
  </Text>
);

type WarningProps = Pick<Props, 'line' | 'trip' | 'onQuantity' | 'onRemove'> & { name: string };

function LineWarning({ line, name, trip, onQuantity, onRemove }: WarningProps) {
  const { change } = getLineAdvice(line);
  if (trip?.isReadOnly) return <Notice tone="warning">{line.warnings.join('\n')}</Notice>;
  return (
    <Notice
      tone="warning"
      actions={
        <>
          {change !== null && change !== line.quantity && (
            <Button size="compact-sm" variant="default" onClick={() => onQuantity(line.id, change)}>
              Change to {change}
            </Button>
          )}
          {/* What is quoted is ordered in the portal itself. */}
          {change === null && line.callForPrice && !trip && (
            <Button
              component={Link}
              size="compact-sm"
              variant="default"
              to={paths.quoteNew({
                productId: line.productId,
                combinationId: line.combinationId ?? undefined,
                quantity: line.quantity,
              })}
            >
              Ask for a price
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => onRemove(line)} aria-label={`Remove from cart: ${name}`}>
            Remove from cart
          </Button>
        </>
      }
    >
      {line.warnings.join('\n')}
    </Notice>
  );
}
