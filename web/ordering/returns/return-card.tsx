import { useProfile } from '#web/app/session/profile.ts';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDate, plural } from '#web/ui/format/format.ts';
import { CancelReturnButton } from './cancel-return-button.tsx';
import { hasLabel, LabelButton } from './label-button.tsx';
import { describeReturnFiles } from './return-columns.tsx';
import { ReturnProgress } from './return-progress.tsx';
import { describeReturnStatus, type ReturnRequest } from './return-status.ts';
import css from './returns.module.css';

interface Props {
  request: ReturnRequest;
  /** The person of the order. */
  ownerId: number;
}

/** A return request on the page of its order: what is returned, what happens with it, and cancelling it. */
export function ReturnCard({ request, ownerId }: Props) {
  const profile = useProfile();
  // Others who see the order do not send the parcel.
  const isLabelShown = hasLabel(request) && profile?.id === ownerId;
  const status = describeReturnStatus(request);
  return (
    <article className={css.request} aria-label={`Return ${request.customNumber}`}>
      <Picture src={request.images[0]?.src} alt="" size={56} />
      <div className={css.text}>
        <div className={css.head}>
          <strong className="figures">{request.customNumber}</strong>
          <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        </div>
        <span>{request.productName}</span>
        <span className={css.muted}>
          {[request.attributeDescription, plural(request.quantity, 'piece')].filter(Boolean).join(' · ')}
        </span>
        <span className={css.muted}>
          {request.returnAction}: {request.returnReason.toLowerCase()}
        </span>
        <ReturnProgress request={request} />
        {request.comments && <span className={css.muted}>{request.comments}</span>}
        {request.files.length > 0 && <span className={css.muted}>{describeReturnFiles(request)}</span>}
        <span className={css.muted}>{formatDate(request.createdOnUtc)}</span>
        {(request.cancelAllowed || isLabelShown) && (
          <div className={css.actions}>
            {isLabelShown && <LabelButton request={request} />}
            <CancelReturnButton request={request} />
          </div>
        )}
      </div>
    </article>
  );
}
