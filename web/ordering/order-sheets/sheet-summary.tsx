import { Box, Button } from '@mantine/core';
import { memo, useDeferredValue, useState, useSyncExternalStore } from 'react';
import { sumMoney } from '#web/catalogue/products/price.ts';
import { type Amount, Amounts } from '#web/ui/content/amounts.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { formatDate, formatMoney, formatNumber, plural } from '#web/ui/format/format.ts';
import { BottomBar } from '#web/ui/layout/bottom-bar.tsx';
import { Card } from '#web/ui/layout/card.tsx';
import css from './order-sheet-page.module.css';
import type { SheetCheck, SheetChecker, SheetChecking } from './sheet-checker.ts';
import type { useAddSheet } from './use-add-sheet.ts';

const INCLUDING_TAX = 0;
/** Wearers that are shown before "Show all". */
const FEW_WEARERS = 30;

/** What the sheet costs with setting up its designs; null for people who see no prices. */
const getTotal = ({ subTotal, setUpTotal }: SheetCheck['totals']): number | null =>
  subTotal === null ? null : sumMoney([subTotal, setUpTotal ?? 0]);

function listAmounts(totals: SheetCheck['totals']): Amount[] {
  const { wearers, pieces, coveredQuantity, beyondQuantity, lateQuantity, lateDueDateUtc, setUpTotal, currencyCode } = totals;
  const total = getTotal(totals);
  const late = lateDueDateUtc ? `Late (by ${formatDate(lateDueDateUtc)})` : 'Late';
  return [
    { label: 'Wearers', value: formatNumber(wearers) },
    { label: 'Pieces', value: formatNumber(pieces) },
    { label: 'From entitlement', value: formatNumber(coveredQuantity) },
    ...(beyondQuantity > 0 ? [{ label: 'Beyond the entitlement', value: formatNumber(beyondQuantity) }] : []),
    ...(lateQuantity > 0 ? [{ label: late, value: formatNumber(lateQuantity) }] : []),
    ...(total === null
      ? []
      : [
          ...(setUpTotal ? [{ label: 'Set-up, once per order', value: formatMoney(setUpTotal, currencyCode) }] : []),
          {
            label: totals.taxDisplayType === INCLUDING_TAX ? 'Total incl. tax' : 'Total excl. tax',
            value: formatMoney(total, currencyCode),
            strong: true,
          },
        ]),
  ];
}

function findBlocker({ check, isCurrent, error }: SheetChecking): string | undefined {
  if (!check) return error ? 'The sheet could not be checked.' : 'Fill in a row first.';
  if (check.totals.problemRows > 0) return `${describeProblems(check.totals.problemRows)} a decision.`;
  if (check.warnings.length > 0) return check.warnings.join(' ');
  if (error) return 'The last changes could not be checked.';
  return isCurrent ? undefined : 'Checking the sheet…';
}

/** "2 rows need": the start of a sentence about rows with problems. */
export const describeProblems = (rows: number) => `${plural(rows, 'row')} ${rows === 1 ? 'needs' : 'need'}`;

interface Props {
  checker: SheetChecker;
  adding: ReturnType<typeof useAddSheet>;
}

interface PartProps {
  checking: SheetChecking;
  adding: Props['adding'];
}

/** What the server says of the sheet. Drawn in pauses between keys, and only what is given it as a memoised part. */
const useChecking = (checker: SheetChecker) => useDeferredValue(useSyncExternalStore(checker.subscribe, checker.state));

const BLOCKER_ID = 'sheet-blocker';

/** On a phone: pieces, total and the button that adds the sheet to the cart, always in view. */
export function SheetBar({ checker, adding }: Props) {
  return <Bar checking={useChecking(checker)} adding={adding} />;
}

const Bar = memo(function Bar({ checking, adding }: PartProps) {
  const { check } = checking;
  const blocker = findBlocker(checking);
  if (!check) return null;
  const { pieces, wearers, currencyCode } = check.totals;
  const total = getTotal(check.totals);
  return (
    <BottomBar
      label={`${plural(pieces, 'piece')} for ${plural(wearers, 'person', 'people')}`}
      figure={total === null ? '' : formatMoney(total, currencyCode)}
      {...(blocker && { above: <LeaveOut checking={checking} adding={adding} blocker={blocker} /> })}
    >
      <Button
        size="md"
        disabled={blocker !== undefined}
        aria-describedby={BLOCKER_ID}
        loading={adding.isAdding}
        onClick={adding.add}
      >
        Add to cart
      </Button>
    </BottomBar>
  );
});

/** Why the sheet cannot be added, and how it can be without the rows that have problems. */
function LeaveOut({ checking: { check, isCurrent }, adding, blocker }: PartProps & { blocker: string }) {
  const problems = check?.totals.problemRows ?? 0;
  const others = check?.totals.pieces ?? 0;
  if (problems === 0 || others === 0 || !isCurrent)
    return (
      <p id={BLOCKER_ID} className={css.quiet}>
        {blocker}
      </p>
    );
  return (
    <p id={BLOCKER_ID} className={css.quiet}>
      Correct {problems === 1 ? 'the row' : `the ${problems} rows`}, or{' '}
      <button type="button" className={css.link} disabled={adding.isAdding} onClick={adding.addOthers}>
        leave {problems === 1 ? 'it' : 'them'} out and add the other {plural(others, 'piece')}
      </button>
      .
    </p>
  );
}

/** What the sheet will be, by wearer too, and the button that adds it to the cart. */
export function SheetSummary({ checker, ...others }: Props & { isNarrow: boolean }) {
  return <Summary checking={useChecking(checker)} {...others} />;
}

const Summary = memo(function Summary({ checking, adding, isNarrow }: PartProps & { isNarrow: boolean }) {
  const { check, isCurrent } = checking;
  const blocker = findBlocker(checking);
  return (
    <aside className={css.summary} aria-label="What will be ordered">
      <Card title="What will be ordered">
        {check ? (
          <>
            <Amounts busy={!isCurrent} rows={listAmounts(check.totals)} />
            {check.totals.approvalReasons.length > 0 && (
              <p className={css.approval}>Needs approval: {check.totals.approvalReasons.join(', ')}.</p>
            )}
            {check.totals.byWearer.length > 1 && <ByWearer totals={check.totals} />}
          </>
        ) : (
          <p className={css.quiet}>Wearers, pieces and totals appear here as you fill in the sheet.</p>
        )}
      </Card>
      {adding.changed && (
        <Notice tone="warning" role="alert">
          <strong>{adding.changed.messages[0]}</strong> Nothing was added. The sheet now shows what would be ordered.
          <ul>
            {adding.changed.messages.slice(1).map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Notice>
      )}
      {check && check.warnings.length > 0 && <Notice tone="warning">{check.warnings.join('\n')}</Notice>}
      {!isNarrow && (
        <>
          <Button
            className={css.add}
            fullWidth
            disabled={blocker !== undefined}
            aria-describedby={BLOCKER_ID}
            loading={adding.isAdding}
            onClick={adding.add}
          >
            {check && check.totals.pieces > 0
              ? `Add ${plural(check.totals.pieces, 'piece')} for ${plural(check.totals.wearers, 'person', 'people')} to the cart`
              : 'Add to the cart'}
          </Button>
          {blocker && <LeaveOut checking={checking} adding={adding} blocker={blocker} />}
        </>
      )}
    </aside>
  );
});

function ByWearer({ totals }: { totals: SheetCheck['totals'] }) {
  const [isOpen, setOpen] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const shown = !isOpen ? [] : showsAll ? totals.byWearer : totals.byWearer.slice(0, FEW_WEARERS);
  return (
    <details className={css.byWearer} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>By wearer</summary>
      <Box component="ul" role="list">
        {shown.map(({ customerId, name, pieces, beyondQuantity, subTotal }) => (
          <li key={customerId}>
            <span>{name}</span>
            <span>
              {plural(pieces, 'piece')}
              {beyondQuantity > 0 && `, ${beyondQuantity} beyond`}
            </span>
            <span className="figures">{subTotal !== null && formatMoney(subTotal, totals.currencyCode)}</span>
          </li>
        ))}
      </Box>
      {isOpen && shown.length < totals.byWearer.length && (
        <Button size="compact-sm" variant="default" onClick={() => setShowsAll(true)}>
          Show all {totals.byWearer.length}
        </Button>
      )}
    </details>
  );
}
