import type { ReplyOf } from '#contract/index.ts';
import type { Tone } from '#web/ui/content/status-badge.tsx';

/** An order of a buyer's system, as the page shows it. */
export type PurchaseOrderDetail = ReplyOf<'GET /api/operator/punchout/orders/:id'>['purchaseOrder'];

/** How orders stand, as operators read it. */
export const PURCHASE_ORDER_LABELS: Readonly<Record<PurchaseOrderDetail['state'], { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting for you', tone: 'warning' },
  accepted: { label: 'Accepted', tone: 'success' },
  rejected: { label: 'Rejected', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
};
