import { Button, Stack, Text, Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { FieldErrors } from '#web/app/forms/field-errors.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { formatLongDay } from '#web/entitlement/reasoning.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { showError } from '#web/ui/feedback/alerts.ts';
import { formatNumber } from '#web/ui/format/format.ts';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { ButtonRow } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from '../entitlement-requests/requests.module.css';
import { formatWearerName } from '../entitlement-requests/use-decisions.ts';
import { type TimeRequest, useTimeDecisions } from './use-time-decisions.ts';

/** For how many days the form proposes more time. */
const PROPOSED_DAYS = 7;

const addDays = (days: number) => {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return toIsoDay(day);
};

/** The last day to order that is proposed, such as `2026-12-06`. */
export const proposeLastDay = () => addDays(PROPOSED_DAYS);

/** The request with what its wearer has chosen, to give them more time or to decline it. */
export function DecideTimeDialog({ request, onClose }: { request: TimeRequest; onClose: () => void }) {
  const { id, reason, customer, seasonName, seasonClosedOn } = request;
  const { grant, decline } = useTimeDecisions();
  /** Which of the two buttons has submitted the form. */
  const isDeclining = useRef(false);
  const form = useEntityForm({
    draftKey: `time-request.${id}`,
    saved: { orderingClosesOn: proposeLastDay(), reason: '' },
    validate: ({ orderingClosesOn, reason: message }): FieldErrors => {
      if (isDeclining.current) return message.trim() === '' ? { reason: 'Please enter a reason.' } : {};
      return orderingClosesOn === '' ? { orderingClosesOn: 'Please choose the last day to order.' } : {};
    },
    save: async ({ values: { orderingClosesOn, reason: message } }) => {
      if (isDeclining.current) await decline.mutateAsync({ id, reason: message });
      else await grant.mutateAsync({ id, orderingClosesOn, reason: message });
    },
    onSaved: onClose,
    handleError: (error) => {
      if (!error.errors.entitlementRequest) return false;
      // Another administrator was faster, or the wearer has withdrawn it: the list shows what is true now.
      showError(error);
      onClose();
      return true;
    },
  });

  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${formatWearerName(request)} asks for more time to order`}
      closeLabel="Close without deciding"
      width={520}
      sheet
    >
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        {reason && <blockquote className={css.quote}>{reason}</blockquote>}
        <Text size="sm" c="dimmed">
          {seasonClosedOn === null ? seasonName : `Ordering for ${seasonName} closed on ${formatLongDay(seasonClosedOn)}.`}
        </Text>
        <Chosen request={request} />
        <DateField
          label="Last day to order"
          description={`For ${customer.firstName} only, at most 90 days from today.`}
          className={css.amount}
          min={addDays(0)}
          data-autofocus
          {...form.getInputProps('orderingClosesOn')}
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
            disabled={form.isSaving}
            onClick={() => {
              isDeclining.current = false;
            }}
          >
            Give more time
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

/** What the wearer has chosen and not ordered. */
const Chosen = ({ request: { chosen } }: { request: TimeRequest }) => (
  <section aria-label="Chosen, not ordered">
    <h3 className={css.subtitle}>Chosen, not ordered</h3>
    {chosen.length === 0 ? (
      <Text size="sm" c="dimmed">
        Nothing yet.
      </Text>
    ) : (
      <Stack component="ul" gap={6} role="list">
        {chosen.map(({ productName, attributeDescription, quantity }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no ids, and the list does not change
          <li key={index}>
            {formatNumber(quantity)} × {productName}
            {attributeDescription && (
              <Text span size="sm" c="dimmed">
                {' '}
                {attributeDescription}
              </Text>
            )}
          </li>
        ))}
      </Stack>
    )}
  </section>
);
