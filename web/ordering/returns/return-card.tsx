import { Text } from '@mantine/core';
import { useHashTarget } from '#web/ui/browser/use-hash-target.ts';
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
  /** Whether the reader sends the pieces back, and so needs the label. */
  isSender: boolean;
}

/** A return request on the page of its order: what is returned, what happens with it, and cancelling it. */
export function ReturnCard({ request, isSender }: Props) {
  const target = useHashTarget<HTMLElement>(request.customNumber);
  const isLabelShown = hasLabel(request) && isSender;
  const status = describeReturnStatus(request);
  return (
    <article {...target} className={css.request} aria-label={`Return ${request.customNumber}`}>
      <Picture src={request.images[0]?.src} alt="" size={56} />
      <div className={css.text}>
        <div className={css.head}>
          <strong className="figures">{request.customNumber}</strong>
          <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
        </div>
        <span>{request.productName}</span>
        <Text span c="dimmed">
          {[request.attributeDescription, plural(request.quantity, 'piece')].filter(Boolean).join(' · ')}
        </Text>
        {request.designs.map((design) => (
          <Text key={design} span c="dimmed">
            {design}
          </Text>
        ))}
        <Text span c="dimmed">
          {request.returnAction}: {request.returnReason.toLowerCase()}
        </Text>
        <ReturnProgress request={request} />
        {request.comments && (
          <Text span c="dimmed">
            {request.comments}
          </Text>
        )}
        {request.files.length > 0 && (
          <Text span c="dimmed">
            {describeReturnFiles(request)}
          </Text>
        )}
        <Text span c="dimmed">
          {formatDate(request.createdOnUtc)}
        </Text>
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
