import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { parseEntitlementAmount, validateAmountAndReason } from '#web/entitlement/amount.ts';
import { describeMore } from '#web/entitlement/entitlement-requests/request-texts.ts';
import { describeRule, formatAmount, listReasoningRows } from '#web/entitlement/reasoning.ts';
import { AmountRows } from '#web/entitlement/why-sheet.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatDate, formatNumber } from '#web/ui/format/format.ts';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './requests.module.css';
import { type EntitlementRequest, formatWearerName, useDecisions } from './use-decisions.ts';

interface Props {
  request: EntitlementRequest;
  currencyCode: string;
  onClose: () => void;
}

const AMOUNT_LABELS: Readonly<Record<string, string>> = {
  pieces: 'Pieces to grant',
  points: 'Points to grant',
  money: 'Amount to grant, excluding tax',
};

/** The request with the balance and what has been ordered, to grant it in full or in part, or to decline it. */
export function DecideDialog({ request, currencyCode, onClose }: Props) {
  const { id, unit, reason, customer, grantBlocker, fingerprint } = request;
  const { grant, decline } = useDecisions(currencyCode);
  /** Which of the two buttons has submitted the form. */
  const isDeclining = useRef(false);
  const form = useEntityForm({
    draftKey: `entitlement-request.${id}`,
    saved: { amount: String(request.amount), reason: '' },
    validate: (values): FieldErrors => {
      const { amount, reason: missing } = validateAmountAndReason(values);
      if (isDeclining.current) return missing ? { reason: missing } : {};
      return amount ? { amount } : {};
    },
    save: async ({ values: { amount, reason: message } }) => {
      if (isDeclining.current) await decline.mutateAsync({ id, reason: message, fingerprint });
      else await grant.mutateAsync({ id, amount: parseEntitlementAmount(amount) ?? 0, reason: message, fingerprint });
    },
    onSaved: onClose,
    handleError: (error) => {
      if (!error.errors.entitlementRequest) return false;
      // Another administrator was faster, the wearer has withdrawn it, or the balance has changed: the list shows what is true now.
      showError(error);
      onClose();
      return true;
    },
  });

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${formatWearerName(request)} asks for ${describeMore(request, request.amount, currencyCode)}`}
      closeLabel="Close without deciding"
      width={520}
      sheet
    >
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        {reason && <blockquote className={css.quote}>{reason}</blockquote>}
        <Balance request={request} currencyCode={currencyCode} />
        {grantBlocker && <p>{grantBlocker} The request can only be declined.</p>}
        <TextInput
          className={css.amount}
          disabled={grantBlocker !== null}
          label={AMOUNT_LABELS[unit]}
          inputMode={unit === 'money' ? 'decimal' : 'numeric'}
          maxLength={9}
          {...form.getInputProps('amount')}
          {...(grantBlocker === null && { 'data-autofocus': true })}
        />
        <Textarea
          label={`Message to ${customer.firstName}`}
          description="We email it with your decision. Required to decline."
          maxLength={500}
          autosize
          minRows={2}
          {...form.getInputProps('reason')}
        />
        <ButtonRow>
          <Button
            type="submit"
            loading={grant.isPending}
            disabled={form.isSaving || grantBlocker !== null}
            onClick={() => {
              isDeclining.current = false;
            }}
          >
            Grant request
          </Button>
          <Button
            type="submit"
            variant="default"
            loading={decline.isPending}
            disabled={form.isSaving}
            onClick={() => {
              isDeclining.current = true;
            }}
          >
            Decline request
          </Button>
        </ButtonRow>
      </StackedForm>
    </Dialog>
  );
}

/** Why as much is left, and what has been ordered from it. */
function Balance({ request, currencyCode }: Pick<Props, 'request' | 'currencyCode'>) {
  const { reasoning, left } = request.balance;
  return (
    <>
      <section aria-label="Balance">
        <Text size="sm" c="dimmed">
          {describeRule(reasoning, currencyCode)}
        </Text>
        <AmountRows
          rows={listReasoningRows(reasoning, currencyCode)}
          total={left === null ? undefined : { label: 'Left', amount: formatAmount(left, request.unit, currencyCode) }}
        />
      </section>
      <section aria-label="Ordered">
        <h3 className={css.subtitle}>Ordered</h3>
        {request.ordered.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nothing yet.
          </Text>
        ) : (
          <Stack component="ul" gap={6} role="list">
            {request.ordered.map(({ productName, attributeDescription, quantity, orderedOnUtc }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids, and the list does not change
              <li key={index} className={css.ordered}>
                <span>
                  {formatNumber(quantity)} × {productName}
                  {attributeDescription && (
                    <Text span size="sm" c="dimmed">
                      {' '}
                      {attributeDescription}
                    </Text>
                  )}
                </span>
                <Text span size="sm" c="dimmed">
                  {formatDate(orderedOnUtc)}
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </section>
    </>
  );
}
