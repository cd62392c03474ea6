import { useId } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useIsWearer } from '#web/app/session/profile.ts';
import type { OrderableGarment } from '../catalogue-types.ts';
import { getNotForSaleReason } from '../purchase-labels.ts';
import { useOptimisticUrlState } from '../use-optimistic-url-state.ts';
import css from './ordering-view.module.css';

export type OrderingView = 'one' | 'several';

const words: Record<OrderingView, string> = { one: 'One size', several: 'Several sizes' };

/** Whether one size or several sizes are ordered; kept in the URL. Both are offered for garments with sizes, but not to wearers: they order their own size. */
export function useOrderingView(garment: OrderableGarment): {
  view: OrderingView;
  setView: (view: OrderingView) => void;
  hasChoice: boolean;
} {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const isWearer = useIsWearer();
  const hasChoice = !isWearer && garment.combinations.length > 1 && !getNotForSaleReason(garment);
  const [selected, select] = useOptimisticUrlState<OrderingView>(address.get('view') === 'sizes' ? 'several' : 'one');
  const setView = (view: OrderingView) => {
    select(view);
    setAddress(
      (before) => {
        const written = new URLSearchParams(before);
        if (view === 'several') written.set('view', 'sizes');
        else written.delete('view');
        return written;
      },
      { replace: true, preventScrollReset: true, state },
    );
  };
  return { view: hasChoice ? selected : 'one', setView, hasChoice };
}

/** The switch between ordering one size and several sizes. */
export function OrderingSwitch({ view, setView }: { view: OrderingView; setView: (view: OrderingView) => void }) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label="What to order" className={css.switch}>
      {(['one', 'several'] as const).map((one) => (
        <label key={one} className={css.way}>
          <input type="radio" name={name} checked={view === one} onChange={() => setView(one)} />
          {words[one]}
        </label>
      ))}
    </div>
  );
}
