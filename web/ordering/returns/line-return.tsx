import { Button, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/index.ts';
import { paths } from '#web/app/paths.ts';
import css from './returns.module.css';

type Line = ReplyOf<'GET /api/orders/:id'>['orders'][number]['orderItems'][number];

/** Leads to returning a line, or says why it cannot be returned any more. */
export function LineReturn({ orderId, line }: { orderId: number; line: Line }) {
  if (line.returnableQuantity === 0)
    return (
      line.returnRefusal && (
        <Text span c="dimmed">
          {line.returnRefusal}
        </Text>
      )
    );
  const action = line.onlyIfFaulty ? 'Return if faulty' : 'Return or exchange';
  return (
    <div className={css.actions}>
      <Button
        component={Link}
        to={paths.returnRequest(orderId, { line: line.id })}
        variant="default"
        size="compact-sm"
        aria-label={`${action} ${[line.productName, line.attributeDescription].filter(Boolean).join(', ')}`}
      >
        {action}
      </Button>
    </div>
  );
}
