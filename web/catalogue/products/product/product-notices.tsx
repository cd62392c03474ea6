import { Notice } from '#web/ui/feedback/notice.tsx';
import type { OrderableGarment } from '../catalogue-types.ts';
import { describeQuantityLimits, formatLeadTime } from '../purchase-labels.ts';
import css from './product-notices.module.css';

/** What is to be known before ordering: the price is on request, it is made first, it is sold in tens. */
export function ProductNotices({ garment }: { garment: OrderableGarment }) {
  const { callForPrice, isMadeToOrder, leadTimeDays } = garment;
  const limits = describeQuantityLimits(garment);
  if (!callForPrice && !isMadeToOrder && !limits) return null;
  return (
    <div className={css.notes}>
      {callForPrice && (
        <Notice>
          <strong>Ordered through a quote.</strong> The price depends on what you need. Ask for a quote with your quantities; it
          then holds for your order.
        </Notice>
      )}
      {isMadeToOrder && (
        <Notice tone="warning">
          <strong>Made to order.</strong>{' '}
          {leadTimeDays
            ? `It is made once you order and sent about ${formatLeadTime(leadTimeDays)} later. `
            : 'It is made once you order, which takes longer than sending from stock. '}
          It can be returned only if it is faulty.
        </Notice>
      )}
      {limits && <Notice>{limits}</Notice>}
    </div>
  );
}
