import { Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '#web/app/paths.ts';
import { hasUniform } from '#web/app/session/ordering-link.ts';
import { isWearer, useProfile } from '#web/app/session/profile.ts';
import { LineItems } from '#web/ui/content/line-items.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useWearerLabel } from '../wearer-label.ts';
import { describeAdded, describePriceChange, describeReorder, type Reordered } from './reorder-labels.ts';
import css from './reorder-sheet.module.css';
import type { ReorderOutcome } from './use-order-again.ts';

interface Props {
  orderId: number;
  outcome: ReorderOutcome | undefined;
  opened: boolean;
  isUndoing: boolean;
  onUndo: () => void;
  onClose: () => void;
}

/** The sheet that says what became of each line of an order that was ordered again. */
export function ReorderSheet({ orderId, outcome, opened, ...actions }: Props) {
  const title = outcome && 'reordered' in outcome ? describeReorder(outcome.reordered, orderId).title : 'Nothing could be added';
  return (
    <Dialog opened={opened} onClose={actions.onClose} title={title} closeLabel="Close result" width={560} sheet>
      {outcome && 'reordered' in outcome ? (
        <Result reordered={outcome.reordered} orderId={orderId} {...actions} />
      ) : (
        <Refusals texts={outcome?.refusals ?? []} orderId={orderId} onClose={actions.onClose} />
      )}
    </Dialog>
  );
}

type ResultProps = Pick<Props, 'orderId' | 'isUndoing' | 'onUndo' | 'onClose'> & { reordered: Reordered };

function Result({ reordered, orderId, isUndoing, onUndo, onClose }: ResultProps) {
  const profile = useProfile();
  const getWearerLabel = useWearerLabel();
  const { lines, currencyCode } = reordered;
  const summary =
    profile && isWearer(profile) && hasUniform(profile)
      ? { to: paths.builderOrder(), label: 'Check and order' }
      : { to: paths.cart(), label: 'View cart' };
  return (
    <Stack>
      <p role="status">{describeReorder(reordered, orderId).text}</p>
      <LineItems
        label="Garments in the order"
        lines={lines.map((line) => ({
          id: line.orderItemId,
          src: line.imageSrc,
          name: line.productName,
          notes: [line.attributeDescription, getWearerLabel(line), describePriceChange(line, currencyCode), ...line.notes],
          figure: (
            <Text span {...(line.addedQuantity < line.quantity && { c: '#6b4104' })}>
              {describeAdded(line)}
            </Text>
          ),
          below: line.reasons.length > 0 && (
            <Text size="sm" c="#6b4104">
              {line.reasons.join(' ')}
            </Text>
          ),
        }))}
      />
      <div className={css.actions}>
        <Button component={Link} to={summary.to} onClick={onClose}>
          {summary.label}
        </Button>
        <Button variant="default" loading={isUndoing} onClick={onUndo}>
          Undo
        </Button>
      </div>
    </Stack>
  );
}

type RefusalsProps = Pick<Props, 'orderId' | 'onClose'> & { texts: readonly string[] };

const Refusals = ({ texts, orderId, onClose }: RefusalsProps) => (
  <Stack>
    <p role="status">Nothing in order {orderId} can be ordered today. Your cart is unchanged.</p>
    <Stack component="ul" gap={10} className={css.refusals} role="list">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </Stack>
    <div className={css.actions}>
      <Button variant="default" onClick={onClose}>
        Close
      </Button>
    </div>
  </Stack>
);
