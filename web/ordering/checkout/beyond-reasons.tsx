import { Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { api } from '#web/app/api.ts';
import { type Cart, cacheCart, cartQuery } from '#web/app/cart.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './beyond-reasons.module.css';

type Line = Cart['items'][number];

/** Shown where a reason is missing. */
export const REASON_MISSING = 'Give a reason for ordering beyond your entitlement.';

const needsReason = ({ beyond, beyondQuantity }: Line) => beyond === 'approval' && beyondQuantity > 0;

/** The reasons for pieces beyond the entitlement, as they are typed. They are saved when a field is left, and all at once by `saveAll`. */
export function useBeyondReasons(lines: readonly Line[]) {
  const client = useQueryClient();
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const beyond = lines.filter(needsReason);
  const getReason = (line: Line) => typed[line.id] ?? line.reason ?? '';

  // One after the other, so that the last text of a field stays, and the save on leaving a field is over before the order is placed.
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const saved = useRef(new Map<number, string>());
  function save(line: Line): Promise<void> {
    const reason = getReason(line).trim();
    const task = queue.current.then(async () => {
      if (reason === (saved.current.get(line.id) ?? line.reason ?? '')) return;
      // A response requested before this change must not overwrite it.
      await client.cancelQueries({ queryKey: cartQuery.queryKey });
      const body = { shoppingCartItem: { reason } };
      cacheCart(client, await api('PUT /api/shopping_cart_items/:id', { params: { id: line.id }, body }));
      saved.current.set(line.id, reason);
    });
    queue.current = task.catch(() => {});
    return task;
  }

  return {
    /** Lines that need a reason. */
    beyond,
    /** The first of them without one. */
    missing: beyond.find((line) => getReason(line).trim() === ''),
    getReason,
    setReason: (line: Line, text: string) => setTyped({ ...typed, [line.id]: text }),
    save: (line: Line) => void save(line).catch((error) => showError(error)),
    saveAll: async () => {
      for (const line of beyond) await save(line);
    },
  };
}

interface Props {
  reasons: ReturnType<typeof useBeyondReasons>;
  /** Shown at the first line without a reason. */
  error: string | undefined;
}

/** Asks why pieces beyond the entitlement are needed, line by line; renders nothing where there are none. */
export function BeyondReasons({ reasons: { beyond, missing, getReason, setReason, save }, error }: Props) {
  if (beyond.length === 0) return null;
  return (
    <Card title="Beyond your entitlement">
      <Text c="dimmed">These pieces need approval. Tell the approver why they are needed.</Text>
      <div className={css.reasons}>
        {beyond.map((line) => (
          <Textarea
            key={line.id}
            name={`reason-${line.id}`}
            label={`Reason for ${plural(line.beyondQuantity, 'more piece')}: ${[line.productName, line.attributeDescription].filter(Boolean).join(', ')}`}
            rows={2}
            maxLength={500}
            value={getReason(line)}
            error={line.id === missing?.id ? error : undefined}
            onChange={(event) => setReason(line, event.currentTarget.value)}
            onBlur={() => save(line)}
          />
        ))}
      </div>
    </Card>
  );
}
