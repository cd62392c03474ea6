import type { ReplyOf } from '#contract/index.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { formatShortDay } from './fulfilment-dates.ts';

type Delivery = Pick<
  ReplyOf<'GET /api/operator/orders'>['orders'][number],
  'deliveryKind' | 'cutOff' | 'sendOn' | 'isDueToday' | 'readyToCollectOnUtc'
>;

/** "Due today (cut-off 14:00)", "Late since 30 Nov", "Leaves 1 Dec", "Ready by 1 Dec", "Ready to collect". */
export function describeSendDay(
  { deliveryKind, cutOff, sendOn, isDueToday, readyToCollectOnUtc }: Delivery,
  now = new Date(),
): string {
  if (readyToCollectOnUtc && !isDueToday) return 'Ready to collect';
  const time = cutOff === null ? '' : ` (cut-off ${cutOff})`;
  if (isDueToday && sendOn < toIsoDay(now)) return `Late since ${formatShortDay(sendOn)}`;
  if (isDueToday) return `Due today${time}`;
  return `${deliveryKind === 'collected' ? 'Ready by' : 'Leaves'} ${formatShortDay(sendOn)}${time}`;
}
