import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { formatDay } from '#web/ui/format/format.ts';

interface Props {
  /** A day such as `2027-06-30`; null: without end. */
  validUntil: string | null;
  isExpired: boolean;
  /** Whether it expires soon, where the reader can do something about it. */
  isExpiring?: boolean;
}

/** Until when a document is valid, and whether it has expired. */
export function Validity({ validUntil, isExpired, isExpiring = false }: Props) {
  if (validUntil === null) return null;
  if (isExpired) return <StatusBadge tone="danger">Expired {formatDay(validUntil)}</StatusBadge>;
  if (isExpiring) return <StatusBadge tone="warning">Expires {formatDay(validUntil)}</StatusBadge>;
  return <>{formatDay(validUntil)}</>;
}
