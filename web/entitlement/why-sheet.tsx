import { Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import {
  describePeriod,
  describeRule,
  formatAmount,
  formatLongDay,
  listReasoningRows,
  type Reasoning,
  type ReasoningRow,
} from './reasoning.ts';
import css from './why-sheet.module.css';

interface Props {
  opened: boolean;
  onClose: () => void;
  /** The question that it answers: "Why 3?" */
  title: string;
  reasonings: readonly Reasoning[];
  currencyCode: string;
  /** What is chosen but not ordered, as further rows below the balance. */
  pending?: readonly ReasoningRow[];
  /** Names the balance; another person's is not "for you". */
  totalLabel?: string;
  /** What can be done about a balance, below its explanation. */
  renderBelow?: ((reasoning: Reasoning) => ReactNode) | undefined;
  /** Further explanation. */
  children?: ReactNode;
}

/** The sheet behind "Why 3?": the sum line by line, and the day on which it changes. */
export function WhySheet({
  opened,
  onClose,
  title,
  reasonings,
  currencyCode,
  pending = [],
  totalLabel = 'Left for you',
  renderBelow,
  children,
}: Props) {
  // A single explanation goes on with what is pending.
  const only = reasonings.length === 1 ? reasonings[0] : undefined;
  return (
    <Dialog opened={opened} onClose={onClose} title={title} closeLabel="Close explanation" width={480} sheet>
      <Stack>
        {reasonings.map((reasoning, index) => (
          <Fragment key={`${reasoning.accountId}-${reasoning.rule.label}`}>
            <Text c="dimmed">{describeRule(reasoning, currencyCode)}</Text>
            <AmountRows
              rows={listReasoningRows(reasoning, currencyCode)}
              total={
                reasoning.left === null
                  ? undefined
                  : { label: totalLabel, amount: formatAmount(reasoning.left, reasoning.unit, currencyCode) }
              }
            />
            {!isSamePeriod(reasoning, reasonings[index + 1]) && <ReasoningPeriod reasoning={reasoning} />}
            {!only && renderBelow?.(reasoning)}
          </Fragment>
        ))}
        {pending.length > 0 && <AmountRows rows={pending} />}
        {only && renderBelow?.(only)}
        {children}
      </Stack>
    </Dialog>
  );
}

/** Whether the next reasoning says the same about its period. */
const isSamePeriod = (one: Reasoning, next: Reasoning | undefined) =>
  next !== undefined && describePeriod(one) === describePeriod(next) && one.changesOn === next.changesOn;

function ReasoningPeriod({ reasoning }: { reasoning: Reasoning }) {
  const period = describePeriod(reasoning);
  if (!period && !reasoning.changesOn) return null;
  return (
    <Notice>
      {period}
      {reasoning.changesOn && (
        <>
          {' '}
          The allowance changes on <strong>{formatLongDay(reasoning.changesOn)}</strong>.
        </>
      )}
    </Notice>
  );
}

interface RowsProps {
  rows: readonly ReasoningRow[];
  total?: { label: string; amount: string } | undefined;
}

/** Amounts below each other, with their sum. */
export const AmountRows = ({ rows, total }: RowsProps) => (
  <dl className="figures">
    {rows.map(({ label, note, amount }) => (
      <div key={`${label}-${note}-${amount}`} className={css.row}>
        <dt>
          {label}
          {note && (
            <Text span size="sm" c="dimmed" display="block">
              {note}
            </Text>
          )}
        </dt>
        <dd>{amount}</dd>
      </div>
    ))}
    {total && (
      <div className={css.row} data-total>
        <dt>{total.label}</dt>
        <dd>{total.amount}</dd>
      </div>
    )}
  </dl>
);
