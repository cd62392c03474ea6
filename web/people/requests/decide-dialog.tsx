import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '#web/app/api-error.ts';
import { parseEntitlementAmount } from '#web/entitlement/amount.ts';
import { describeRule, formatAmount, listReasoningRows } from '#web/entitlement/reasoning.ts';
import { describeMore } from '#web/entitlement/requests/request-texts.ts';
import { AmountRows } from '#web/entitlement/why-sheet.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatDate, formatNumber } from '#web/ui/format/format.ts';
import css from './requests.module.css';
import { type EntitlementRequest, formatWearerName, useDecisions } from './use-decisions.ts';

interface Props {
  request: EntitlementRequest;
  currencyCode: string;
  onClose: () => void;
  /** Called once the request is decided, before it disappears from a list of open ones. */
  onDecided: () => void;
}

type Errors = Readonly<Partial<Record<string, readonly string[]>>>;

const AMOUNT_LABELS: Readonly<Record<string, string>> = {
  pieces: 'Pieces to grant',
  points: 'Points to grant',
  money: 'Amount to grant, excluding tax',
};

/** The request with the balance and what has been ordered, to grant it in full or in part, or to decline it. */
export function DecideDialog({ request, currencyCode, onClose, onDecided }: Props) {
  const { id, unit, reason, customer, grantBlocker } = request;
  const { grant, decline } = useDecisions(currencyCode);
  const [amount, setAmount] = useState(String(request.amount));
  const [message, setMessage] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const isBusy = grant.isPending || decline.isPending;

  async function decide(decision: () => Promise<unknown>) {
    try {
      await decision();
      onDecided();
      onClose();
    } catch (error) {
      const fields: Errors = error instanceof ApiError ? error.errors : {};
      setErrors(fields);
      if (fields.amount || fields.reason) return;
      showError(error);
      // Another administrator was faster, or the wearer has withdrawn it: the list shows what is true now.
      if (error instanceof ApiError && fields.entitlementRequest) onClose();
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const size = parseEntitlementAmount(amount);
    setErrors(size ? {} : { amount: ['Please enter a number above 0.'] });
    if (size) void decide(() => grant.mutateAsync({ id, amount: size, reason: message }));
  }

  function submitDecline() {
    const isMissing = message.trim() === '';
    setErrors(isMissing ? { reason: ['Please enter a reason.'] } : {});
    if (!isMissing) void decide(() => decline.mutateAsync({ id, reason: message }));
  }

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${formatWearerName(request)} asks for ${describeMore(request, request.amount, currencyCode)}`}
      closeLabel="Close without deciding"
      width={520}
      sheet
    >
      <form className={css.form} noValidate onSubmit={submit}>
        {reason && <blockquote className={css.quote}>{reason}</blockquote>}
        <Balance request={request} currencyCode={currencyCode} />
        {grantBlocker && <p>{grantBlocker} The request can only be declined.</p>}
        <TextInput
          className={css.amount}
          disabled={grantBlocker !== null}
          label={AMOUNT_LABELS[unit]}
          inputMode={unit === 'money' ? 'decimal' : 'numeric'}
          maxLength={9}
          value={amount}
          error={errors.amount?.join(' ')}
          onChange={(event) => setAmount(event.currentTarget.value)}
          {...(grantBlocker === null && { 'data-autofocus': true })}
        />
        <Textarea
          label={`Message to ${customer.firstName}`}
          description="We email it with your decision. Required to decline."
          maxLength={500}
          autosize
          minRows={2}
          value={message}
          error={errors.reason?.join(' ')}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <div className={css.actions}>
          <Button type="submit" loading={grant.isPending} disabled={isBusy || grantBlocker !== null}>
            Grant request
          </Button>
          <Button variant="default" loading={decline.isPending} disabled={isBusy} onClick={submitDecline}>
            Decline request
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Why as much is left, and what has been ordered from it. */
function Balance({ request, currencyCode }: Pick<Props, 'request' | 'currencyCode'>) {
  const { reasoning, left } = request.balance;
  return (
    <>
      <section aria-label="Balance">
        <p className={css.muted}>{describeRule(reasoning, currencyCode)}</p>
        <AmountRows
          rows={listReasoningRows(reasoning, currencyCode)}
          total={left === null ? undefined : { label: 'Left', amount: formatAmount(left, request.unit, currencyCode) }}
        />
      </section>
      <section aria-label="Ordered">
        <h3 className={css.subtitle}>Ordered</h3>
        {request.ordered.length === 0 ? (
          <p className={css.muted}>Nothing yet.</p>
        ) : (
          <ul className={css.ordered}>
            {request.ordered.map(({ productName, attributeDescription, quantity, orderedOnUtc }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids, and the list does not change
              <li key={index}>
                <span>
                  {formatNumber(quantity)} × {productName}
                  {attributeDescription && <span className={css.muted}> {attributeDescription}</span>}
                </span>
                <span className={css.muted}>{formatDate(orderedOnUtc)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  );
}
