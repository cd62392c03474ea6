import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/app/api.ts';
import { type Cart, cacheCart } from '#web/app/cart.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { plural } from '#web/ui/format/format.ts';
import { Card } from '#web/ui/layout/card.tsx';
import css from './beyond-reasons.module.css';

type Line = Cart['items'][number];

const needsReason = ({ beyond, beyondQuantity }: Line) => beyond === 'approval' && beyondQuantity > 0;

/** The first line beyond the entitlement without a reason. */
export const findLineWithoutReason = (lines: readonly Line[]) =>
  lines.find((line) => needsReason(line) && (line.reason ?? '').trim() === '');

/** Asks why pieces beyond the entitlement are needed, line by line; renders nothing where there are none. */
export function BeyondReasons({ lines, error }: { lines: readonly Line[]; error: string | undefined }) {
  const beyond = lines.filter(needsReason);
  const missing = findLineWithoutReason(lines);
  if (beyond.length === 0) return null;
  return (
    <Card title="Beyond your entitlement">
      <p className={css.text}>Someone has to approve these pieces. Say why you need them.</p>
      <div className={css.reasons}>
        {beyond.map((line) => (
          <ReasonField key={line.id} line={line} error={line.id === missing?.id ? error : undefined} />
        ))}
      </div>
    </Card>
  );
}

function ReasonField({ line, error }: { line: Line; error: string | undefined }) {
  const client = useQueryClient();
  const [text, setText] = useState(line.reason ?? '');
  const save = useMutation({
    mutationFn: async (reason: string) =>
      cacheCart(
        client,
        await api('PUT /api/shopping_cart_items/:id', { params: { id: line.id }, body: { shoppingCartItem: { reason } } }),
      ),
    onError: (failure) => showError(failure),
  });
  return (
    <Textarea
      name={`reason-${line.id}`}
      label={`Reason for ${plural(line.beyondQuantity, 'piece')} more: ${[line.productName, line.attributeDescription].filter(Boolean).join(', ')}`}
      rows={2}
      maxLength={500}
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => text.trim() !== (line.reason ?? '') && save.mutate(text.trim())}
    />
  );
}
