import { Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import {
  describePeriod,
  describeRule,
  formatAmount,
  formatLongDay,
  isRenewedAtTheEnd,
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
  /** What is chosen and not ordered yet of a balance, in its unit: it is taken off what is left. */
  chosenOf?: (reasoning: Reasoning) => number;
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
  chosenOf = () => 0,
  totalLabel = 'Left for you',
  renderBelow,
  children,
}: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={title} closeLabel="Close explanation" width={480} sheet>
      <Stack>
        {reasonings.map((reasoning, index) => (
          <Fragment key={`${reasoning.accountId}-${reasoning.rule.label}`}>
            <Text c="dimmed">{describeRule(reasoning, currencyCode)}</Text>
            <Balance {...{ reasoning, currencyCode, totalLabel }} chosen={chosenOf(reasoning)} />
            {!isSamePeriod(reasoning, reasonings[index + 1]) && <ReasoningPeriod reasoning={reasoning} />}
            {renderBelow?.(reasoning)}
          </Fragment>
        ))}
        {children}
      </Stack>
    </Dialog>
  );
}

interface BalanceProps {
  reasoning: Reasoning;
  currencyCode: string;
  totalLabel: string;
  chosen: number;
}

/** The sum behind a balance, with what is chosen, and what is left then. */
function Balance({ reasoning, currencyCode, totalLabel, chosen }: BalanceProps) {
  const amount = (size: number) => formatAmount(size, reasoning.unit, currencyCode);
  const { left } = reasoning;
  const pending: ReasoningRow[] =
    chosen > 0 ? [{ label: 'Chosen, not ordered yet', amount: left === null ? amount(chosen) : amount(-chosen) }] : [];
  return (
    <AmountRows
      rows={[...listReasoningRows(reasoning, currencyCode), ...pending]}
      total={
        left === null ? undefined : { label: totalLabel, amount: amount(Math.max(0, Math.round((left - chosen) * 100) / 100)) }
      }
    />
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
      {reasoning.changesOn && !isRenewedAtTheEnd(reasoning) && (
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
