import { formatMoney, plural } from '#web/ui/format/format.ts';
import { usePriceTerms } from '../purchase-labels.ts';
import css from './own-part.module.css';
import type { OwnPieces } from './server-totals.ts';

interface Props {
  own: OwnPieces;
  /** Whether it can be more, because products were priced one by one that share an entitlement. */
  isLeast?: boolean;
}

/** "You pay for 1 piece yourself by card: £24.00 incl. tax." Nothing where the entitlement covers everything. */
export function OwnPart({ own: { pieces, total }, isLeast = false }: Props) {
  const { currencyCode } = usePriceTerms();
  if (pieces === 0) return null;
  const words = `You pay for ${isLeast ? 'at least ' : ''}${plural(pieces, 'piece')} yourself by card`;
  return (
    <span className={css.own}>
      {words}
      {total !== null && `: ${formatMoney(total, currencyCode)} incl. tax`}.
    </span>
  );
}
