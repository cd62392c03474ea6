import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { isReturnableOnlyIfFaulty, ONLY_IF_FAULTY } from '#contract/ordering/returns/returnable.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import { describeQuantityLimits, formatLeadTime, isOnRequest } from '../purchase-labels.ts';
import { GarmentTiers } from './tier-prices.tsx';

/** Notices before ordering: price on request, made to order, quantity limits. `onRequest` is what can be done about the first. */
export function ProductNotices({ garment, onRequest }: { garment: OrderableGarment; onRequest?: ReactNode }) {
  const { callForPrice, isMadeToOrder, leadTimeDays } = garment;
  const limits = describeQuantityLimits(garment);
  if (!callForPrice && !isMadeToOrder && !limits) return null;
  return (
    <Stack gap="xs">
      {callForPrice && (
        <Notice actions={isOnRequest(garment) && onRequest}>
          <strong>Ordered through a quote.</strong> The price depends on what you need. Ask for a price with your quantity; sizes
          can follow. The price quoted then applies to your order.
        </Notice>
      )}
      {isMadeToOrder && (
        <Notice tone="warning">
          <strong>Made to order.</strong>{' '}
          {leadTimeDays
            ? `It is made after you order and sent about ${formatLeadTime(leadTimeDays)} later. `
            : 'It is made after you order, so delivery takes longer than from stock. '}
          {isReturnableOnlyIfFaulty(garment) && ONLY_IF_FAULTY}
        </Notice>
      )}
      {limits && <Notice>{limits}</Notice>}
    </Stack>
  );
}

interface TermsProps {
  garment: OrderableGarment;
  combination: Combination | undefined;
  /** The currency of the prices, and whether they include tax. */
  terms: { currencyCode: string; taxWords: string };
}

/** What someone knows before ordering besides the choices: notices, and what larger quantities cost. */
export const ProductTerms = ({ garment, combination, terms }: TermsProps) => (
  <>
    <ProductNotices garment={garment} />
    <GarmentTiers garment={garment} combination={combination} {...terms} />
  </>
);
