import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState } from 'react';
import { usePricesVisible } from '#web/app/session/profile.ts';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { Picture } from '#web/ui/content/picture.tsx';
import { SkeletonBlock } from '#web/ui/feedback/skeleton.tsx';
import { formatMoney } from '#web/ui/format/format.ts';
import { QuantityInput } from '#web/ui/forms/quantity-input.tsx';
import { usePriceTerms } from '../products/purchase-labels.ts';
import { describeItem, describeItemStock } from './item-labels.ts';
import css from './quick-order.module.css';
import type { QuickOrderRow } from './use-quick-order.ts';

interface Props {
  rows: readonly QuickOrderRow[];
  /** The server's reasons for refusing rows, by code. */
  errors: ReadonlyMap<string, string>;
  onQuantity: (code: string, quantity: number) => void;
  onRemove: (code: string) => void;
}

/** Estimated height of a row in pixels. */
const ROW_HEIGHT = 73;

/** The rows of a quick order; only those in view are in the document. */
export function QuickOrderRows({ rows, ...shared }: Props) {
  const scroller = useRef<HTMLUListElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => rows[index]?.code ?? index,
    overscan: 4,
  });
  return (
    <ul ref={scroller} className={css.rows} aria-label="Quick order rows">
      <li aria-hidden="true" style={{ height: list.getVirtualItems()[0]?.start ?? 0 }} />
      {list.getVirtualItems().map(({ index, key }) => {
        const row = rows[index];
        return row && <Row key={key} ref={list.measureElement} index={index} row={row} {...shared} />;
      })}
      <li aria-hidden="true" style={{ height: list.getTotalSize() - (list.getVirtualItems().at(-1)?.end ?? 0) }} />
    </ul>
  );
}

interface RowProps extends Omit<Props, 'rows'> {
  ref: (element: HTMLElement | null) => void;
  index: number;
  row: QuickOrderRow;
}

function Row({ ref, index, row: { code, quantity, item }, errors, onQuantity, onRemove }: RowProps) {
  const [invalidText, setInvalidText] = useState<string>();
  const { currencyCode } = usePriceTerms();
  const pricesVisible = usePricesVisible();
  const name = item?.found ? describeItem(item) : code;
  const problem = errors.get(code) ?? (item?.warnings.join(' ') || undefined);
  return (
    <li ref={ref} data-index={index} className={css.row} data-wrong={problem ? true : undefined}>
      {item ? <Picture src={item.imageSrc} alt="" size={48} /> : <SkeletonBlock height={48} />}
      <div className={css.words}>
        <strong>{name}</strong>
        <span>
          {item?.found
            ? [item.sku, describeItemStock(item, { warned: problem !== undefined })].filter(Boolean).join(' · ')
            : !item && 'Looking it up…'}
        </span>
        {problem && <span className={css.problem}>{problem}</span>}
      </div>
      <span className={`${css.price} figures`}>
        {pricesVisible && item?.found && (item.price === null ? 'On request' : `${formatMoney(item.price, currencyCode)} each`)}
      </span>
      <QuantityInput
        size="sm"
        label={`Quantity of ${name}`}
        min={1}
        value={quantity}
        onChange={(value) => onQuantity(code, value)}
        invalidText={invalidText}
        onInvalidText={(typed) => setInvalidText(typed || undefined)}
      />
      <button type="button" className={css.remove} aria-label={`Remove ${name}`} title="Remove" onClick={() => onRemove(code)}>
        <TrashIcon size={18} />
      </button>
    </li>
  );
}
