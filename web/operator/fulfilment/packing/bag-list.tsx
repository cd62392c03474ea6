import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import type { Bag } from './bags.ts';
import css from './packing.module.css';
import { getProgress, isClosed, type PackingState } from './packing-state.ts';

/** The state of a bag in words. */
export function BagState({ bag, state }: { bag: Bag; state: PackingState }) {
  const { packed, toScan } = getProgress(state, bag);
  if (isClosed(state, bag)) return <StatusBadge tone="success">{toScan > 0 ? 'Closed short' : 'Closed'}</StatusBadge>;
  if (packed > 0) return <StatusBadge tone="info">Packing</StatusBadge>;
  return toScan > 0 ? <StatusBadge>To pack</StatusBadge> : <StatusBadge tone="warning">Not on hand</StatusBadge>;
}

interface Props {
  bags: readonly Bag[];
  state: PackingState;
  openKey: string | undefined;
  onOpen: (key: string) => void;
}

/** The bags with their progress. */
export const BagList = ({ bags, state, openKey, onOpen }: Props) => (
  <Card flush className={css.bags} aria-label="Bags">
    {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
    <ul className="divided" role="list">
      {bags.map((bag) => {
        const { packed, pending } = getProgress(state, bag);
        return (
          <li key={bag.key}>
            <button
              type="button"
              className={css.bagButton}
              aria-current={bag.key === openKey ? 'true' : undefined}
              onClick={() => onOpen(bag.key)}
            >
              <strong>Bag {bag.number}</strong>
              <span className="figures">
                {packed} of {pending}
              </span>
              <span className={css.bagTitle}>{bag.title}</span>
              <span className={css.bagState}>
                <BagState bag={bag} state={state} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  </Card>
);
