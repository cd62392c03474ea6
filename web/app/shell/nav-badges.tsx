import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { useWaitingOrderCount } from './approvals.ts';
import { useOpenRequestCount } from './entitlement-requests.ts';
import css from './nav-badges.module.css';
import { useWaitingRegistrationCount } from './registrations.ts';

/** The number of things that wait for action; renders nothing when there are none, or while the number is unknown. */
const WaitingBadge = ({ count, action }: { count: number | undefined; action: string }) =>
  count ? (
    <span className={`${css.count} figures`}>
      {count > 99 ? '99+' : count}
      <VisuallyHidden> {action}</VisuallyHidden>
    </span>
  ) : null;

/** Number of registrations and requests for more that wait for a decision. */
export const PendingPeopleBadge = () => (
  <WaitingBadge count={(useWaitingRegistrationCount() ?? 0) + (useOpenRequestCount() ?? 0)} action="waiting" />
);

/** Number of orders that wait for approval. */
export const PendingApprovalsBadge = () => <WaitingBadge count={useWaitingOrderCount()} action="waiting for approval" />;
