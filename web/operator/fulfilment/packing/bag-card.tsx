import { Button, Text } from '@mantine/core';
import { BlockableButton } from '#web/ui/buttons/blockable-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import { describeDue, type PackOrder } from '../pack-order.ts';
import { BagLine } from './bag-line.tsx';
import { type Bag, nameBag } from './bags.ts';
import css from './packing.module.css';
import { getPacked, getProgress, isClosed } from './packing-state.ts';
import type { Packing } from './use-packing.ts';

interface Props {
  bag: Bag;
  orders: readonly PackOrder[];
  packing: Packing;
  /** Why nothing can be packed. */
  blocker: string | undefined;
  /** Why the bag could not be shipped. */
  problems: readonly string[];
  /** Called after each action, to give the focus back to the scanner. */
  onDone: () => void;
}

/** One bag: its lines by shelf, and the buttons that close it. */
export function BagCard({ bag, orders, packing, blocker, problems, onDone }: Props) {
  const { state, setPacked } = packing;
  const { packed, pending, toScan } = getProgress(state, bag);
  const closed = isClosed(state, bag);
  const own = orders.filter(({ id }) => bag.orderIds.includes(id));
  const isShared = new Set(bag.lines.map(({ wearerId }) => wearerId)).size > 1;
  const act = (action: (bag: Bag) => void) => () => {
    action(bag);
    onDone();
  };
  return (
    <Card flush>
      <header className={css.bagHead}>
        <div>
          <h2>{nameBag(bag).replace(', ', ': ')}</h2>
          <Text size="sm" c="dimmed">
            {own.length === 1 ? 'Order' : 'Orders'} {own.map(({ id }) => id).join(', ')}
            {own.flatMap(({ comments }) => (comments ? [` · ${comments}`] : []))}
          </Text>
        </div>
        <p className={css.bagCount}>
          {packed} of {pending}
        </p>
      </header>
      {problems.map((problem) => (
        <div key={problem} className={css.inset}>
          <Notice tone="danger" role="alert">
            {problem} Your scans are kept.
          </Notice>
        </div>
      ))}
      <div className={css.scroll}>
        <table className={css.lines}>
          <thead>
            <tr>
              <th>Shelf</th>
              <th>Garment</th>
              <th>Size</th>
              <th className={css.number}>Packed</th>
              <th>Status</th>
            </tr>
          </thead>
          <tbody>
            {bag.lines.map((line) => (
              <BagLine
                key={line.id}
                line={line}
                packed={getPacked(state, line)}
                isFixed={closed || blocker !== undefined}
                showsWearer={isShared}
                showsOrder={own.length > 1}
                onPacked={setPacked}
                onDone={onDone}
              />
            ))}
          </tbody>
        </table>
      </div>
      <footer className={css.bagFoot}>
        <Text size="sm" c="dimmed">
          {describeRest(bag, packing)}
        </Text>
        <div className={css.bagButtons}>
          {closed ? (
            <Button variant="default" onClick={act(packing.reopen)}>
              Reopen bag
            </Button>
          ) : (
            <>
              {toScan > 0 && (
                <BlockableButton
                  variant="default"
                  blocker={blocker ?? (packed === 0 ? 'Scan at least one garment first.' : undefined)}
                  onClick={act(packing.close)}
                >
                  Close short
                </BlockableButton>
              )}
              <BlockableButton
                blocker={
                  blocker ??
                  (toScan > 0
                    ? `${plural(toScan, 'piece is', 'pieces are')} on hand and not scanned. Close the bag without them to send them in another parcel.`
                    : packed === 0
                      ? 'No items in stock for this bag.'
                      : undefined)
                }
                onClick={act(packing.close)}
              >
                {toScan > 0 ? `Close bag: ${toScan} still to scan` : 'Close bag'}
              </BlockableButton>
            </>
          )}
        </div>
      </footer>
    </Card>
  );
}

/** What of a bag stays pending: "1 × Jacket is due 9 December and will follow in a second parcel." */
function describeRest(bag: Bag, { state }: Packing): string {
  const { toScan } = getProgress(state, bag);
  const late = bag.lines.filter(({ pendingQuantity, readyQuantity }) => pendingQuantity > readyQuantity);
  const [first] = late;
  const count = late.reduce((sum, line) => sum + line.pendingQuantity - line.readyQuantity, 0);
  const left = isClosed(state, bag) && toScan > 0 ? `${plural(toScan, 'piece')} left out. ` : '';
  if (!first) return left && `${left}The missing pieces will follow in another parcel.`;
  if (late.length === 1) return `${left}${count} × ${first.productName} ${describeDue(first)} and will follow in another parcel.`;
  return `${left}${plural(count, 'piece')} of ${plural(late.length, 'line')} will follow in another parcel.`;
}
