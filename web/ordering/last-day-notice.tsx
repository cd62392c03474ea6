import { getEffectiveProfile, useCaller } from '#web/app/session/profile.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate } from '#web/ui/format/format.ts';
import type { Summary } from './checkout/checkout-choices.ts';
import { mayComeTooLate } from './last-day.ts';

/** That the parcel may come too late for someone whose last day of work is near. */
export function LastDayNotice({ summary }: { summary: Summary }) {
  const caller = useCaller();
  if (!caller) return null;
  const { endDateUtc, firstName } = getEffectiveProfile(caller);
  if (endDateUtc === null || !mayComeTooLate(summary, endDateUtc.slice(0, 10), new Date().toISOString().slice(0, 10)))
    return null;
  const whose = caller.impersonatedCustomer ? `${firstName}’s` : 'Your';
  return (
    <Notice tone="warning">
      {whose} last day of work is {formatDate(endDateUtc)}. This order may come too late.
    </Notice>
  );
}
