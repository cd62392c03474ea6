import { Stack, Text } from '@mantine/core';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { formatDay, formatMoney } from '#web/ui/format/format.ts';
import { parseNumber } from '#web/ui/forms/parse-number.ts';
import { type Answer, numberLines, sumAnswer } from './answer-lines.ts';
import type { OperatorQuote } from './quote-labels.ts';
import { QuoteLinesView, type ViewedLine } from './quote-lines-view.tsx';
import css from './quotes.module.css';

interface Props {
  opened: boolean;
  record: OperatorQuote;
  answer: Answer;
  onClose: () => void;
}

/** The answer as the customer will see it, with what is typed and not saved yet. */
export const PreviewDialog = ({ opened, record, answer, onClose }: Props) => (
  <Dialog opened={opened} onClose={onClose} title="As the customer will see it" closeLabel="Close preview" width={760}>
    {opened && <Preview record={record} answer={answer} />}
  </Dialog>
);

const toAmount = (text: string) => {
  const amount = text.trim() === '' ? Number.NaN : parseNumber(text);
  return Number.isNaN(amount) ? null : amount;
};

function Preview({ record, answer }: Pick<Props, 'record' | 'answer'>) {
  const { quote, draft } = record;
  const items = new Map(draft.items.map((item) => [item.id, item]));
  const numbers = numberLines(answer.lines);
  const lines = answer.lines.map((line): ViewedLine => {
    const item = items.get(line.id);
    return {
      key: line.key,
      id: line.id,
      number: numbers.get(line.key) ?? '',
      isAlternative: line.alternativeToId !== null,
      name: (line.isOffered ? line.productName : null) ?? item?.requested.name ?? 'No product yet',
      attributeDescription: line.isOffered ? line.attributeDescription : (item?.requested.attributeDescription ?? null),
      quantity: toAmount(line.quantity) ?? 0,
      unitPrice: line.isOffered ? toAmount(line.unitPrice) : null,
      setupPrice: toAmount(line.setupPrice),
      leadTimeDays: toAmount(line.leadTimeDays),
      isOffered: line.isOffered,
      answer: line.answer.trim() || null,
      comments: item?.requested.comments ?? null,
      customisations: item?.customisations ?? [],
    };
  });
  const { total, setup } = sumAnswer(answer.lines);
  return (
    <Stack gap="sm">
      <div>
        <strong>{quote.title}</strong>
        <Text size="sm" c="dimmed">
          {quote.quoteNumber}
          {answer.validUntil && ` · Valid until ${formatDay(answer.validUntil)}`}
        </Text>
      </div>
      {answer.notes && <p className={css.answer}>{answer.notes}</p>}
      <QuoteLinesView lines={lines} currencyCode={quote.currencyCode} />
      <Totals total={total} setup={setup} currencyCode={quote.currencyCode} />
      {answer.terms && (
        <div>
          <strong>Terms</strong>
          <p className={css.answer}>{answer.terms}</p>
        </div>
      )}
    </Stack>
  );
}

/** The sums of a quote excluding tax, in major units. */
export const Totals = ({ total, setup, currencyCode }: { total: number; setup: number; currencyCode: string }) => (
  <p className={css.total}>
    Total <strong className="figures">{formatMoney(total, currencyCode)}</strong> excl. tax
    {setup > 0 && `, and set-up ${formatMoney(setup, currencyCode)} once`}
  </p>
);
