import { Button } from '@mantine/core';
import { usePricesVisible, useSeesCharges } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Loading, SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney, plural } from '#web/ui/format/format.ts';
import type { DeliveryOption } from './checkout-choices.ts';
import { OptionCards } from './option-cards.tsx';

interface Props {
  options: readonly DeliveryOption[] | undefined;
  error: Error | null;
  onRetry: () => void;
  value: string | null;
  currencyCode: string;
  onChange: (name: string) => void;
}

/** A delivery rate or fee; "Free" for zero. */
export const formatDeliveryRate = (rate: number, currencyCode: string) => (rate === 0 ? 'Free' : formatMoney(rate, currencyCode));

/** "Free from £75.00" for a delivery that costs something for this cart; empty for any other. */
const describeFreeFrom = ({ rate, freeFrom }: Pick<DeliveryOption, 'rate' | 'freeFrom'>, currencyCode: string) =>
  rate && freeFrom !== null ? `Free for goods from ${formatMoney(freeFrom, currencyCode)}` : '';

/** The delivery options for this cart and the chosen address. */
export function DeliveryChoice({ options, error, onRetry, value, currencyCode, onChange }: Props) {
  // A wearer's organisation pays for delivery: its price matters only where there is a choice.
  const seesCharges = useSeesCharges();
  const pricesVisible = usePricesVisible() && (seesCharges || (options?.length ?? 0) > 1);
  if (error) {
    return (
      <Notice
        tone="danger"
        role="alert"
        actions={
          <Button size="compact-sm" variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        The delivery options could not be loaded. {error.message}
      </Notice>
    );
  }
  if (!options) {
    return (
      <Loading label="Loading delivery options">
        <SkeletonBlock height={66} />
      </Loading>
    );
  }
  if (options.length === 0) {
    return <Notice tone="warning">We can’t deliver to this address. Choose another one above.</Notice>;
  }
  // Where the order needs approval whatever the delivery, the summary says why.
  const isApprovalOfDelivery = options.some(({ requiresApproval }) => !requiresApproval);
  return (
    <OptionCards
      label="How should we deliver your order?"
      value={value}
      onChange={onChange}
      options={options.map(({ name, description, rate, freeFrom, transitDays, cutOff, requiresApproval, ...option }) => ({
        value: name,
        title: name,
        notes: [
          description,
          // Descriptions often name the place already.
          option.collectFrom !== null && !description && `Collect from ${option.collectFrom}`,
          transitDays !== null && transitDays > 0 && `About ${plural(transitDays, 'working day')}`,
          cutOff !== null && `Order by ${cutOff}`,
          pricesVisible && describeFreeFrom({ rate, freeFrom }, currencyCode),
          isApprovalOfDelivery && requiresApproval && 'This order then needs approval',
        ]
          .filter(Boolean)
          .join(' · '),
        aside: pricesVisible && rate !== null ? formatDeliveryRate(rate, currencyCode) : undefined,
      }))}
    />
  );
}
