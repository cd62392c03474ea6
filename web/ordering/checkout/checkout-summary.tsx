import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { isReturnableOnlyIfFaulty, ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { paths } from '#web/app/paths.ts';
import { usePricesVisible, useProfile, useSeesCharges } from '#web/app/session/profile.ts';
import { useTrip } from '#web/app/trip/trip.ts';
import { describeDesign } from '#web/catalogue/customisation/drawing/drawn-design.ts';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { LineItems } from '#web/ui/content/line-items.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import { describeOwnPieces } from '../card-payments/payment-words.ts';
import { formatExpected } from '../expected-day.ts';
import { LastDayNotice } from '../last-day-notice.tsx';
import { hasUnprovedDesign } from '../proofs/awaits-proof.ts';
import { describeQuoteOfLine } from '../quote-of-line.ts';
import { type CartGroup, groupByWearer, nameGroup } from '../wearer-groups.ts';
import { useWearerLabel } from '../wearer-label.ts';
import type { Summary } from './checkout-choices.ts';
import css from './checkout-summary.module.css';
import { describeCardStep, getOrderLabel } from './pay-by-card.ts';
import { formatRemainingCredit } from './remaining-credit.ts';
import { listOrderWarnings } from './steps.ts';
import { describeLineChange, summaryRows } from './summary-rows.ts';

export interface SummaryProps {
  summary: Summary;
  /** The summary before the last change, to show what is different. */
  previousSummary: Summary | undefined;
  /** The figures are being recalculated. */
  busy: boolean;
  /** The order is being placed, or a choice is still being saved. */
  placing: boolean;
  onPlace: () => void;
}

/** Up to so many lines are shown without being asked for. */
const SHORT = 12;

/** That an order will wait for approval, and why. */
export const describeNeededApproval = ({ approvalReasons }: Pick<Summary, 'approvalReasons'>): string =>
  ['This order will wait for approval before it is sent to the warehouse', approvalReasons.map(toLowerStart).join('; ')]
    .filter(Boolean)
    .join(': ')
    .concat('.');

const toLowerStart = (text: string) => (/^\p{Lu}\p{Ll}/u.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** Lines, amounts and the button to place the order, always visible. */
export function CheckoutSummary(props: SummaryProps) {
  const { summary, previousSummary, busy } = props;
  const { items, currencyCode } = summary;
  const pricesVisible = usePricesVisible();
  const seesCharges = useSeesCharges();
  const trip = useTrip();
  const garments = countGarments(summary);
  const groups = groupByWearer(items);
  const wearers = groups.filter(({ wearerId }) => wearerId !== null).length;
  return (
    <Card
      title={trip ? 'Your cart' : 'Your order'}
      className={css.summary}
      action={
        <Link to={paths.cart()} className={css.edit}>
          Edit cart
        </Link>
      }
    >
      <LastDayNotice summary={summary} />
      <details className={css.goods} open={items.length <= SHORT || groups.length > 0}>
        <summary>
          {plural(garments, 'garment')} in {plural(items.length, 'line')}
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
        <div className={css.scroll} tabIndex={0}>
          {groups.length === 0 ? (
            <Goods {...{ summary, previousSummary, items }} />
          ) : (
            groups.map((group) => <GroupedGoods key={group.wearerId} {...{ summary, previousSummary, group }} />)
          )}
        </div>
      </details>
      {summary.hasParcelPerWearer && wearers > 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          {wearers === 1
            ? 'One parcel, labelled with the wearer’s name.'
            : `${plural(wearers, 'parcel')}: one for each wearer, labelled with their name.`}
        </Text>
      )}
      {summary.expectedOn && (
        <Text size="sm" mb="sm">
          {formatExpected(summary.expectedOn, summary.shippingOption?.isPickupInStore)}
        </Text>
      )}
      {(pricesVisible || summary.cardPart) && (
        <Amounts rows={summaryRows(trip ? { ...summary, entitlementValue: 0 } : summary, seesCharges)} busy={busy} />
      )}
      {seesCharges && previousSummary?.orderTotal != null && previousSummary.orderTotal !== summary.orderTotal && (
        <Text size="sm" c="#6b4104">
          The total was {formatMoney(previousSummary.orderTotal, currencyCode)}.
        </Text>
      )}
      <Stack gap="sm" mt="md" className={css.onlyWide}>
        <BeforeOrdering summary={summary} />
        <PlaceButton {...props} />
      </Stack>
    </Card>
  );
}

type GoodsProps = Pick<SummaryProps, 'summary' | 'previousSummary'>;
type Line = Summary['items'][number];

/** Lines of the order, with what has changed about each. */
function Goods({
  summary,
  previousSummary,
  items,
  isGrouped = false,
}: GoodsProps & { items: readonly Line[]; isGrouped?: boolean }) {
  const getWearerLabel = useWearerLabel();
  const { currencyCode } = summary;
  return (
    <LineItems
      label="Garments"
      lines={items.map((line) => ({
        id: line.id,
        src: line.images[0]?.src,
        name: line.productName,
        notes: [
          line.attributeDescription,
          isGrouped ? null : getWearerLabel(line),
          formatQuantity(line, currencyCode),
          describeOwnPieces(line, currencyCode),
          nameQuote(line),
          ...line.customisations.map(describeDesign),
          isReturnableOnlyIfFaulty(line) ? ONLY_IF_FAULTY : null,
        ],
        figure: line.subTotal === null ? '' : formatMoney(line.subTotal, currencyCode),
        below: renderLineChange(line, previousSummary),
      }))}
    />
  );
}

/** The lines for one person, to be folded; those of a long order are folded, and not in the document, until they are opened. */
function GroupedGoods({ group, ...props }: GoodsProps & { group: CartGroup<Line> }) {
  const isChanged = group.lines.some(({ warnings }) => warnings.length > 0);
  const [isOpen, setOpen] = useState(isChanged || props.summary.items.length <= SHORT);
  const name = nameGroup(group, useProfile()?.id);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={css.groupHead}>
        <strong>{name}</strong> {plural(group.quantity, 'garment')}
        {group.subTotal !== null && <span className="figures">{formatMoney(group.subTotal, props.summary.currencyCode)}</span>}
      </summary>
      {isOpen && <Goods {...props} items={group.lines} isGrouped />}
    </details>
  );
}

const countGarments = ({ items }: Summary) => items.reduce((sum, { quantity }) => sum + quantity, 0);

/** The quote of a line, and until when its price leads; null without one. */
const nameQuote = ({ quote, callForPrice }: Summary['items'][number]): string | null =>
  quote && `Quote ${quote.quoteNumber}${describeQuoteOfLine({ quote, callForPrice })}`;

/** "2 × £10.00", or "2 pieces" where prices are hidden from the person. */
function formatQuantity({ quantity, unitPrice, callForPrice }: Summary['items'][number], currencyCode: string): string {
  if (unitPrice !== null) return `${quantity} × ${formatMoney(unitPrice, currencyCode)}`;
  return callForPrice ? `${quantity} × on request` : plural(quantity, 'piece');
}

function renderLineChange(line: Summary['items'][number], before: Summary | undefined) {
  if (line.warnings.length > 0) return <Notice tone="warning">{line.warnings.join('\n')}</Notice>;
  const was = describeLineChange(line, before);
  return was ? (
    <Text span size="sm" c="#6b4104">
      {was}
    </Text>
  ) : null;
}

/** Total and button at the bottom of narrow screens. */
export function CheckoutBar(props: SummaryProps) {
  const { summary } = props;
  const seesCharges = useSeesCharges();
  const isTrip = useTrip() !== undefined;
  const garments = { label: isTrip ? 'Your cart' : 'Your order', figure: plural(countGarments(summary), 'garment') };
  const amount = {
    label: !isTrip && (summary.entitlementValue ?? 0) > 0 ? 'To pay' : 'Total',
    figure: formatMoney(summary.payableValue ?? 0, summary.currencyCode),
    note: 'incl. tax',
  };
  const byCard = summary.cardPart && {
    label: summary.cardPart.payer === 'person' ? 'You pay by card' : 'To pay by card',
    figure: formatMoney(summary.cardPart.amount, summary.currencyCode),
    note: 'incl. tax',
  };
  return (
    <BottomBar {...(byCard ?? (seesCharges ? amount : garments))} above={<BeforeOrdering summary={summary} />}>
      <PlaceButton {...props} />
    </BottomBar>
  );
}

const hasBlockedLines = ({ items }: Summary) => items.some(({ warnings }) => warnings.length > 0);
const isBlocked = (summary: Summary) => hasBlockedLines(summary) || listOrderWarnings(summary).length > 0;

/** What keeps the order from being placed, what is left of the credit limit, or a required approval, shown above the button. */
function BeforeOrdering({ summary }: { summary: Summary }) {
  const trip = useTrip();
  if (hasBlockedLines(summary)) {
    return (
      <p className={css.blocked}>
        Some lines can’t be {trip ? 'returned' : 'ordered'} as they are. <Link to={paths.cart()}>Change them in your cart</Link>
      </p>
    );
  }
  const warnings = listOrderWarnings(summary);
  if (warnings.length > 0) return <p className={css.blocked}>{warnings.join(' ')}</p>;
  // The buyer's system approves and orders.
  if (trip)
    return (
      <Text size="sm" c="dimmed">
        Nothing is ordered yet: {trip.buyerName} places the order.
      </Text>
    );
  const remaining = formatRemainingCredit(summary.creditRemaining, summary.currencyCode);
  return (
    <>
      {remaining && (
        <Text size="sm" c="#6b4104">
          {remaining}
        </Text>
      )}
      {hasUnprovedDesign(summary.items) && (
        <p className={css.approval}>
          New logos and texts need a proof. You can order now; nothing is made or sent before it is approved.
        </p>
      )}
      {summary.requiresApproval && <p className={css.approval}>{describeNeededApproval(summary)}</p>}
      {summary.cardPart && (
        <Text size="sm" c="dimmed">
          {describeCardStep(summary)}
        </Text>
      )}
    </>
  );
}

function PlaceButton({ summary, busy, placing, onPlace }: SummaryProps) {
  const trip = useTrip();
  return (
    <Button
      fullWidth
      onClick={onPlace}
      disabled={isBlocked(summary)}
      loading={placing}
      data-busy={busy || undefined}
      className={trip && css.wrapping}
    >
      {trip ? `Return to ${trip.buyerName}` : getOrderLabel(summary)}
    </Button>
  );
}
