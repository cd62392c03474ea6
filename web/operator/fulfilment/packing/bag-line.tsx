import { Group, Text } from '@mantine/core';
import { memo, useState } from 'react';
import { Picture } from '#web/ui/content/picture.tsx';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { DesignList } from '../../decoration/design-list.tsx';
import { formatShortDay } from '../fulfilment-dates.ts';
import { nameLine, type PackLine } from '../pack-order.ts';
import css from './packing.module.css';

interface Props {
  line: PackLine;
  packed: number;
  /** The bag is closed, or nothing can be packed. */
  isFixed: boolean;
  showsWearer: boolean;
  showsOrder: boolean;
  onPacked: (line: PackLine, quantity: number) => void;
  onDone: () => void;
}

/** A line of a bag. It is drawn again only when its own count changes: a bag may have hundreds. */
export const BagLine = memo(function BagLine({ line, packed, isFixed, showsWearer, showsOrder, onPacked, onDone }: Props) {
  const details = [
    line.colour,
    showsWearer && (line.wearerName ?? 'No wearer named'),
    showsOrder && `Order ${line.orderId}`,
  ].filter(Boolean);
  return (
    <tr data-complete={packed > 0 && packed === line.readyQuantity ? true : undefined}>
      <td className={css.shelf}>{line.shelf ?? '–'}</td>
      <td>
        <div className={css.garment}>
          <Picture src={line.imageSrc} alt="" size={48} />
          <div>
            <strong>{line.productName}</strong>
            <Text span size="sm" c="dimmed">
              {details.join(' · ')}
            </Text>
            <Text span size="sm" c="dimmed">
              {line.sku}
            </Text>
            <DesignList designs={line.designs} />
          </div>
        </div>
      </td>
      <td className={css.size}>{line.size ?? (line.attributeDescription || '–')}</td>
      <td className={css.number}>
        <PackedCount line={line} packed={packed} isFixed={isFixed} onPacked={onPacked} onDone={onDone} />
      </td>
      <td>
        <LineState line={line} packed={packed} />
      </td>
    </tr>
  );
});

/** How many are packed. It can be typed too, by those without a scanner. */
function PackedCount({
  line,
  packed,
  isFixed,
  onPacked,
  onDone,
}: Pick<Props, 'line' | 'packed' | 'isFixed' | 'onPacked' | 'onDone'>) {
  const [isTyping, setTyping] = useState(false);
  const count = `${packed} of ${line.pendingQuantity}`;
  if (isFixed || line.readyQuantity === 0) return <span className="figures">{count}</span>;
  if (!isTyping)
    return (
      <button
        type="button"
        className={css.count}
        title="Type how many are packed"
        aria-label={`${count} packed: ${nameLine(line)}. Type how many`}
        onClick={() => setTyping(true)}
      >
        {count}
      </button>
    );
  const apply = (text: string) => {
    setTyping(false);
    if (/^\d{1,5}$/.test(text.trim()) && Number(text) !== packed) onPacked(line, Number(text));
  };
  return (
    <input
      className={css.countField}
      inputMode="numeric"
      autoComplete="off"
      maxLength={5}
      aria-label={`Packed pieces of ${nameLine(line)}, at most ${line.readyQuantity}`}
      defaultValue={packed}
      ref={(input) => {
        if (input && document.activeElement !== input) {
          input.focus();
          input.select();
        }
      }}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          apply(event.currentTarget.value);
          onDone();
        } else if (event.key === 'Escape') {
          event.currentTarget.value = '';
          onDone();
        }
      }}
    />
  );
}

function LineState({
  line: { readyQuantity, pendingQuantity, toDecorateQuantity, dueOn },
  packed,
}: Pick<Props, 'line' | 'packed'>) {
  const late = pendingQuantity - readyQuantity;
  const due = toDecorateQuantity > 0 ? 'To decorate' : dueOn === null ? 'No date' : `Due ${formatShortDay(dueOn)}`;
  if (readyQuantity === 0) return <StatusBadge tone="warning">{due}</StatusBadge>;
  return (
    <Group component="span" gap={4}>
      {packed === readyQuantity ? <StatusBadge tone="success">Packed</StatusBadge> : <StatusBadge>To scan</StatusBadge>}
      {late > 0 && (
        <StatusBadge tone="warning">
          {late}: {due}
        </StatusBadge>
      )}
    </Group>
  );
}
