import type { ReplyOf } from '#contract/index.ts';
import { formatShortDay } from './fulfilment-dates.ts';

type Delivery = Pick<
  ReplyOf<'GET /api/operator/orders'>['orders'][number],
  'deliveryKind' | 'cutOff' | 'sendOn' | 'isDueToday' | 'readyToCollectOnUtc'
>;

/** "Leaves today by 14:00", "Leaves 1 Dec", "Ready by 1 Dec", "Ready to collect". An order that is late counts as due today. */
export function describeSendDay({ deliveryKind, cutOff, sendOn, isDueToday, readyToCollectOnUtc }: Delivery): string {
  if (readyToCollectOnUtc && !isDueToday) return 'Ready to collect';
  const time = cutOff === null ? '' : ` (cut-off ${cutOff})`;
  if (isDueToday) return `Due today${time}`;
  return `${deliveryKind === 'collected' ? 'Ready by' : 'Leaves'} ${formatShortDay(sendOn)}${time}`;
}
