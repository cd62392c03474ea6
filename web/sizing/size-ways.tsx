import { useStockNotices } from '#web/app/stock-notices.ts';
import css from './size-advice.module.css';
import type { ProposedSize, SizeStock } from './size-stock.ts';

interface Props {
  size: ProposedSize;
  /** Whether it can be ordered; left out where nothing is known about it. */
  stock: SizeStock | undefined;
  /** Ids of the selected values. */
  chosen: readonly number[];
  onTake: (valueIds: readonly number[]) => void;
}

/**
 * The buttons that choose a size, each in one tap: in the colour that is selected, otherwise in the others that have it; the sizes next to it where no colour has
 * it. Never one that cannot be ordered.
 */
export function SizeWays({ size, stock, chosen, onTake }: Props) {
  const isHere = !stock || stock.isHere;
  const isChosen = isHere && size.valueIds.every((id) => chosen.includes(id));
  const choose = (words: string, valueIds: readonly number[]) => (
    <button key={words} type="button" className={css.way} onClick={() => onTake(valueIds)}>
      Choose {words}
    </button>
  );
  return (
    <>
      {isHere && !isChosen && choose(size.label, size.valueIds)}
      {/* While the selected colour has it, the others are of interest to whoever would have got another one. */}
      {stock &&
        (!isHere || stock.missing) &&
        stock.colours.map(({ id, name }) => choose(`${size.label} in ${name}`, [...size.valueIds, id]))}
      {stock?.neighbours.map(({ label, valueIds, is }) => choose(`${label}, one size ${is}`, valueIds))}
      {stock?.missing?.awaitable && <AwaitButton awaitable={stock.missing.awaitable} />}
    </>
  );
}

type Awaitable = NonNullable<NonNullable<SizeStock['missing']>['awaitable']>;

/** Asks to be told when a size can be ordered again; pressed once the person will be. Nothing for people who cannot wait for it. */
function AwaitButton({ awaitable }: { awaitable: Awaitable }) {
  const { notices, find, add, remove, isPending } = useStockNotices();
  if (!notices) return null;
  const notice = find(awaitable.combinationId);
  return (
    <button
      type="button"
      className={css.way}
      aria-label={`Tell me when ${awaitable.name} can be ordered`}
      aria-pressed={notice !== undefined}
      aria-disabled={isPending || undefined}
      onClick={() => (notice ? remove(notice) : add(awaitable))}
    >
      {notice ? 'You’ll be notified' : 'Tell me'}
    </button>
  );
}
