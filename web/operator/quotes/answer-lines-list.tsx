import { Button, TextInput } from '@mantine/core';
import { useCallback, useMemo, useState } from 'react';
import { MAX_ANSWER_ITEMS } from '#contract/ordering/quotes/quote-limits.ts';
import { AnswerLineRow } from './answer-line-row.tsx';
import { createLine, insertLine, type OfferedProduct } from './answer-lines.ts';
import { numberLines } from './number-lines.ts';
import { ProductDialog } from './product-dialog.tsx';
import type { OperatorQuote } from './quote-labels.ts';
import css from './quotes.module.css';
import type { AnswerEditorState } from './use-answer.ts';

interface Props {
  record: OperatorQuote;
  editor: AnswerEditorState;
  /** What the server said about lines, by their keys. */
  lineErrors: ReadonlyMap<string, string>;
}

/** The lines of the answer, and what is done with all of them. */
export function AnswerLines({ record, editor, lineErrors }: Props) {
  const { answer, saved, change, changeLine } = editor;
  const { currencyCode } = record.draft;
  /** What a product is chosen for: a line, an alternative to it, or another line. */
  const [choosing, setChoosing] = useState<Choosing>();
  const items = useMemo(() => new Map(record.draft.items.map((item) => [`i${item.id}`, item])), [record]);
  const savedLines = useMemo(() => new Map(saved.lines.map((line) => [line.key, line])), [saved]);
  const numbers = numberLines(answer.lines);

  const choose = useCallback((key: string) => setChoosing({ for: 'line', key }), []);
  const addAlternative = useCallback((key: string) => setChoosing({ for: 'alternative', key }), []);
  const remove = useCallback(
    (key: string) => change((before) => ({ ...before, lines: before.lines.filter((line) => line.key !== key) })),
    [change],
  );
  /** Lines that are offered without a price, and have one today. */
  const unpriced = answer.lines.filter(
    ({ key, isOffered, unitPrice, productId, combinationId }) =>
      isOffered &&
      unitPrice.trim() === '' &&
      items.get(key)?.todaysPrice != null &&
      items.get(key)?.productId === productId &&
      items.get(key)?.combinationId === combinationId,
  );
  const fillTodaysPrices = () => {
    const keys = new Set(unpriced.map(({ key }) => key));
    change((before) => ({
      ...before,
      lines: before.lines.map((line) => {
        const item = items.get(line.key);
        if (!keys.has(line.key) || item?.todaysPrice == null) return line;
        const setup = item.todaysSetupPrice === null ? {} : { setupPrice: item.todaysSetupPrice.toFixed(2) };
        return { ...line, unitPrice: item.todaysPrice.toFixed(2), ...setup };
      }),
    }));
  };
  const chosen = choosing && answer.lines.find(({ key }) => key === choosing.key);
  function take(product: OfferedProduct) {
    setChoosing(undefined);
    if (choosing?.for === 'line') changeLine(choosing.key, { ...product, isOffered: true });
    else change((before) => ({ ...before, lines: insertLine(before.lines, createLine(product, chosen)) }));
  }

  return (
    <>
      <div className={css.tools}>
        {unpriced.length > 0 && (
          <Button variant="default" onClick={fillTodaysPrices}>
            Use today’s prices for {unpriced.length} {unpriced.length === 1 ? 'line' : 'lines'}
          </Button>
        )}
        <LeadTimeForAll
          onApply={(leadTimeDays) =>
            change((before) => ({ ...before, lines: before.lines.map((line) => ({ ...line, leadTimeDays })) }))
          }
        />
      </div>
      <ol className={css.lines} aria-label="Lines of the answer">
        {answer.lines.map((line) => (
          <AnswerLineRow
            key={line.key}
            line={line}
            number={numbers.get(line.key) ?? ''}
            item={items.get(line.key)}
            saved={savedLines.get(line.key)}
            currencyCode={currencyCode}
            isNew={record.draft.saves === 0}
            error={lineErrors.get(line.key)}
            onChange={changeLine}
            onChoose={choose}
            onAddAlternative={addAlternative}
            onRemove={remove}
          />
        ))}
      </ol>
      <div className={css.tools}>
        <Button
          variant="default"
          aria-haspopup="dialog"
          disabled={answer.lines.length >= MAX_ANSWER_ITEMS}
          onClick={() => setChoosing({ for: 'addition', key: '' })}
        >
          Add line
        </Button>
      </div>
      <ProductDialog
        title={choosing && `${CHOOSING_FOR[choosing.for]}${chosen ? ` ${numbers.get(chosen.key)}` : ''}`}
        current={choosing?.for === 'line' ? chosen : undefined}
        organisation={record.organisation}
        onChoose={take}
        onClose={() => setChoosing(undefined)}
      />
    </>
  );
}

interface Choosing {
  for: keyof typeof CHOOSING_FOR;
  /** Of the line; empty for another one. */
  key: string;
}

const CHOOSING_FOR = { line: 'Product of line', alternative: 'Alternative to line', addition: 'Add line' } as const;

/** Sets the lead time of all lines. */
function LeadTimeForAll({ onApply }: { onApply: (days: string) => void }) {
  const [days, setDays] = useState('');
  const isValid = /^\d{1,3}$/.test(days) && Number(days) <= 730;
  return (
    <div className={css.forAll}>
      <TextInput
        aria-label="Lead time of all lines, days"
        placeholder="Lead time, days"
        inputMode="numeric"
        maxLength={3}
        value={days}
        onChange={(event) => setDays(event.currentTarget.value)}
        // It does not save the answer.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <Button variant="default" disabled={!isValid} onClick={() => onApply(days)}>
        Set for all lines
      </Button>
    </div>
  );
}
