import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { BodyOf, ReplyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { createIdempotencyKey } from '#web/app/idempotency-key.ts';
import { Amounts } from '#web/ui/content/amounts.tsx';
import { showError, showSuccess } from '#web/ui/feedback/alerts.ts';
import { formatMoney } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { MONEY_HELP, parseMoney } from '../payments/parse-money.ts';
import { invalidateOperatorCalls, operatorApi } from '../session/operator-api.ts';
import css from './credit-form.module.css';

type Invoice = ReplyOf<'GET /api/operator/invoices/:id'>['invoices'][number];
type InvoiceLine = Invoice['lines'][number];
type Preview = ReplyOf<'POST /api/operator/invoices/:id/credit/preview'>['credit'];

/** What someone has typed for a line. */
interface LineInput {
  quantity: string;
  unitPrice: string;
}

interface LineCheck {
  line: InvoiceLine;
  input: LineInput;
  quantity: number;
  unitPrice: number | undefined;
  problems: { quantity?: string; unitPrice?: string };
}

const EMPTY: LineInput = { quantity: '', unitPrice: '' };

function checkLine(line: InvoiceLine, input: LineInput): LineCheck {
  const text = input.quantity.trim();
  const left = line.quantity - line.creditedQuantity;
  const quantity = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  const unitPrice = input.unitPrice.trim() === '' ? undefined : parseMoney(input.unitPrice);
  const problems: LineCheck['problems'] = {};
  if (text !== '' && (quantity < 1 || quantity > left)) problems.quantity = `Enter 1 to ${left}`;
  if (input.unitPrice.trim() !== '') {
    if (unitPrice === undefined) problems.unitPrice = MONEY_HELP;
    else if (unitPrice > line.unitPrice) problems.unitPrice = 'More than was charged';
    else if (text === '') problems.quantity = 'Enter the number of pieces';
  }
  return { line, input, quantity, unitPrice, problems };
}

interface Props {
  invoice: Invoice;
  onClose: () => void;
}

type CreditedLine = BodyOf<'POST /api/operator/invoices/:id/credit'>['lines'][number];

interface CreditValues {
  /** What was typed, by the id of the line. */
  lines: Readonly<Record<number, LineInput>>;
  reason: string;
}

/** Credits pieces of an invoice, or part of their price: says the amounts first, and issues the credit note after that. */
export function CreditForm({ invoice, onClose }: Props) {
  const [preview, setPreview] = useState<Preview>();
  const refresh = useRefresh();
  const form = useEntityForm<CreditValues, Preview>({
    draftKey: `credit.${invoice.id}`,
    saved: { lines: {}, reason: '' },
    validate: ({ reason }) => ({
      ...(wrong
        ? { lines: 'Correct the marked lines.' }
        : lines.length === 0 && { lines: 'Enter how many pieces to credit on at least one line.' }),
      ...(reason.trim() === '' && { reason: 'Reason is required' }),
    }),
    save: async () =>
      (await operatorApi('POST /api/operator/invoices/:id/credit/preview', { params: { id: invoice.id }, body: { lines } }))
        .credit,
    onSaved: setPreview,
    handleError: () => {
      void refresh();
      return false;
    },
  });
  const { values, errors, set } = form;
  const checks: LineCheck[] = invoice.lines.map((line) => checkLine(line, values.lines[line.id] ?? EMPTY));
  const wrong = checks.find(({ problems }) => problems.quantity || problems.unitPrice);
  const lines: CreditedLine[] = checks
    .filter(({ quantity }) => quantity > 0)
    .map(({ line, quantity, unitPrice }) => ({ lineId: line.id, quantity, ...(unitPrice !== undefined && { unitPrice }) }));
  const issuing = useIssue(invoice, refresh, { onClose, onRefused: () => setPreview(undefined) });

  if (preview)
    return (
      <CreditPreview
        preview={preview}
        invoice={invoice}
        isPending={issuing.isPending}
        onIssue={() => issuing.mutate({ reason: values.reason.trim(), lines, fingerprint: preview.fingerprint })}
        onBack={() => setPreview(undefined)}
      />
    );
  const first = wrong ?? checks.find(({ line }) => !isCredited(line));
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <Text c="dimmed">
        Enter the pieces to credit. Leave the price blank to credit it in full, or enter a part of it, for example for an agreed
        discount.
      </Text>
      <ul className={`${css.lines} divided`} aria-label="Lines of the invoice">
        {checks.map((check) => (
          <LineFields
            key={check.line.id}
            check={check}
            name={check === first ? 'lines' : undefined}
            currencyCode={invoice.currencyCode}
            onChange={(part) => set({ lines: { ...values.lines, [check.line.id]: { ...check.input, ...part } } })}
          />
        ))}
      </ul>
      {errors.lines && (
        <Text c="var(--mantine-color-error)" role="alert">
          {errors.lines}
        </Text>
      )}
      <Textarea
        label="Reason"
        description="Printed on the credit note."
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Show amounts
      </FormButtons>
    </StackedForm>
  );
}

/** Reads again what a credit note changes. */
function useRefresh() {
  const client = useQueryClient();
  return () =>
    invalidateOperatorCalls(
      client,
      'GET /api/operator/invoices',
      'GET /api/operator/invoices/:id',
      'GET /api/operator/payments',
      'GET /api/operator/organisations/:id/credit',
    );
}

/** Issues the credit note and opens it. */
function useIssue(
  invoice: Invoice,
  refresh: () => Promise<unknown>,
  { onClose, onRefused }: { onClose: () => void; onRefused: () => void },
) {
  const navigate = useNavigate();
  // The same key for every attempt of this dialog, so that nothing is credited twice.
  const [key] = useState(createIdempotencyKey);
  return useMutation({
    mutationFn: (credit: Omit<BodyOf<'POST /api/operator/invoices/:id/credit'>, 'key'>) =>
      operatorApi('POST /api/operator/invoices/:id/credit', { params: { id: invoice.id }, body: { key, ...credit } }),
    onSuccess: async ({ invoices: [note] }) => {
      onClose();
      showSuccess(`Credit note ${note?.number} has been issued.`, { persistent: true });
      await refresh();
      if (note) await navigate(operatorPaths.invoice(note.id));
    },
    onError: async (error) => {
      showError(error);
      onRefused();
      await refresh();
    },
  });
}

const isCredited = (line: InvoiceLine) => line.creditedTotal >= line.netTotal || line.quantity === line.creditedQuantity;

interface LineProps {
  check: LineCheck;
  name: string | undefined;
  currencyCode: string;
  onChange: (part: Partial<LineInput>) => void;
}

function LineFields({ check: { line, input, problems }, name, currencyCode, onChange }: LineProps) {
  const left = line.quantity - line.creditedQuantity;
  return (
    <li className={css.line}>
      <Stack gap={0} miw={0} className={css.name}>
        <strong>{line.name}</strong>
        <Text span size="sm" c="dimmed">
          {[line.description, line.sku, `order ${line.orderId}`].filter(Boolean).join(' · ')}
        </Text>
        <Text span size="sm" c="dimmed">
          {line.quantity} × {formatMoney(line.unitPrice, currencyCode)} excl. tax
          {line.creditedTotal > 0 && `, ${formatMoney(line.creditedTotal, currencyCode)} credited`}
        </Text>
      </Stack>
      {isCredited(line) ? (
        <Text size="sm" c="dimmed">
          Nothing left to credit.
        </Text>
      ) : (
        <>
          <TextInput
            label={line.kind === 'goods' ? `Pieces (of ${left})` : 'Times (of 1)'}
            aria-label={`Pieces of ${line.name}, at most ${left}`}
            name={problems.quantity || !problems.unitPrice ? name : undefined}
            inputMode="numeric"
            autoComplete="off"
            value={input.quantity}
            error={problems.quantity}
            onChange={(event) => onChange({ quantity: event.currentTarget.value })}
          />
          <TextInput
            label="Price credited"
            aria-label={`Price credited of one piece of ${line.name}`}
            name={!problems.quantity && problems.unitPrice ? name : undefined}
            placeholder={line.unitPrice.toFixed(2)}
            inputMode="decimal"
            autoComplete="off"
            value={input.unitPrice}
            error={problems.unitPrice}
            onChange={(event) => onChange({ unitPrice: event.currentTarget.value })}
          />
        </>
      )}
    </li>
  );
}

interface PreviewProps {
  preview: Preview;
  invoice: Invoice;
  isPending: boolean;
  onIssue: () => void;
  onBack: () => void;
}

function CreditPreview({ preview, invoice, isPending, onIssue, onBack }: PreviewProps) {
  const money = (amount: number) => formatMoney(amount, preview.currencyCode);
  const consequences = [
    ...(preview.settles > 0 ? [`${money(preview.settles)} settles the open amount of ${invoice.number}.`] : []),
    ...(preview.remains > 0
      ? [`${money(preview.remains)} becomes credit for ${invoice.organisationName}, because the invoice has been paid.`]
      : []),
    `The credit note cannot be changed or withdrawn once it is issued. ${invoice.organisationName} gets it by email.`,
  ];
  return (
    <Stack>
      <Amounts
        rows={[
          { label: 'Excl. tax', value: money(preview.netTotal) },
          { label: 'VAT', value: money(preview.taxTotal) },
          { label: 'Credit incl. tax', value: money(preview.total), strong: true },
        ]}
      />
      <p>{consequences.join(' ')}</p>
      <Group gap={10}>
        <Button loading={isPending} data-autofocus onClick={onIssue}>
          Issue credit note of {money(preview.total)}
        </Button>
        <Button variant="default" disabled={isPending} onClick={onBack}>
          Back
        </Button>
      </Group>
    </Stack>
  );
}
