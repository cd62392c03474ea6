import { useState } from 'react';
import { useStockNotices } from '#web/app/stock-notices.ts';
import { RowButton } from '#web/ui/buttons/row-button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import type { Combination, OrderableGarment } from '../catalogue-types.ts';
import type { AttributeSelection } from '../choosing/attribute-selection.ts';
import { formatStockLabel } from '../stock-labels.ts';
import { listAwaitable } from './awaitable.ts';
import css from './stock-notices.module.css';

interface Props {
  garment: OrderableGarment;
  /** What is chosen so far; sizes are listed for it, whichever size is chosen. */
  selection: AttributeSelection;
}

/** The sizes of what is chosen that are out of stock, in a dialog, for people who want to be told when they can be ordered again. Nothing where all can be ordered. */
export function StockNoticesOfGarment({ garment, selection }: Props) {
  const awaitable = listAwaitable(garment, selection);
  const { notices, find, add, remove, isPending } = useStockNotices(awaitable.length > 0);
  const [opened, setOpened] = useState(false);
  if (!notices || awaitable.length === 0) return null;
  const awaited = awaitable.filter(({ id }) => find(id));
  return (
    <div className={css.notices}>
      Out of stock?{' '}
      <button type="button" className={css.opener} aria-haspopup="dialog" onClick={() => setOpened(true)}>
        Tell me when it can be ordered
      </button>
      {awaited.length > 0 && (
        <p className={css.told}>
          You’ll be notified: {awaited.map((combination) => describe(combination) || garment.name).join(' · ')}
        </p>
      )}
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        width={480}
        title="Tell me when it can be ordered"
        closeLabel="Close"
      >
        <p className={css.text}>
          We’ll email you once when it is in stock again. Nothing is reserved for you: first come, first served. The alert ends
          after 90 days.
        </p>
        {/* biome-ignore lint/a11y/noRedundantRoles: without bullets, Safari no longer tells that it is a list */}
        <ul role="list" aria-label="Out of stock" className={css.sizes}>
          {awaitable.map((combination) => {
            const notice = find(combination.id);
            const name = describe(combination) || garment.name;
            return (
              <li key={combination.id} className={css.size}>
                <span>
                  <strong>{name}</strong>
                  <span className={`${css.stock} figures`}>{formatStockLabel(combination)}</span>
                </span>
                {/* One button for both, so that it keeps the focus. */}
                <span className={css.state}>
                  {notice && <span role="status">You’ll be notified</span>}
                  <RowButton
                    aria-label={notice ? `Don’t tell me about ${name}` : `Tell me when ${name} can be ordered`}
                    aria-disabled={isPending || undefined}
                    onClick={() => (notice ? remove(notice) : add({ combinationId: combination.id, name }))}
                  >
                    {notice ? 'Undo' : 'Tell me'}
                  </RowButton>
                </span>
              </li>
            );
          })}
        </ul>
      </Dialog>
    </div>
  );
}

const describe = ({ attributes, attributeDescription }: Combination) =>
  attributes.map(({ value }) => value).join(', ') || attributeDescription;
