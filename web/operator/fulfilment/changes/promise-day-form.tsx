import { Text, Textarea } from '@mantine/core';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { DateField } from '#web/ui/forms/date-field.tsx';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './changes.module.css';

/** What is promised for another day; `reason` is null without one. */
export interface PromisedDay {
  lineIds: readonly number[];
  dueOn: string;
  reason: string | null;
}

interface Props {
  draftKey: string;
  /** The lines to choose from: what they are, and more about them. */
  lines: readonly { id: number; label: string; note: string }[];
  /** The lines that are chosen at first. */
  initialLineIds: readonly number[];
  /** The day that is entered at first. */
  initialDay?: string;
  /** Who is shown the reason: "the customer". */
  readers: string;
  /** What promising these lines for this day does, in words. */
  describe: (lineIds: readonly number[], dueOn: string) => string;
  /** Sends the change and returns the message that says so. */
  send: (promised: PromisedDay) => Promise<string>;
  onClose: () => void;
}

interface PromiseValues {
  lineIds: readonly number[];
  dueOn: string;
  reason: string;
}

function findDayProblem(dueOn: string): string | undefined {
  if (dueOn === '') return 'Enter the day.';
  return dueOn < toIsoDay(new Date()) ? 'The day must not be in the past.' : undefined;
}

/** Promises lines for another day, after saying what that does. */
export function PromiseDayForm(props: Props) {
  const { lines, onClose } = props;
  const form = useEntityForm<PromiseValues, string>({
    draftKey: props.draftKey,
    saved: { lineIds: props.initialLineIds, dueOn: props.initialDay ?? '', reason: '' },
    validate: ({ dueOn }) => {
      const problem = findDayProblem(dueOn);
      return {
        ...(chosen.length === 0 && { lineIds: 'Select at least one line.' }),
        ...(problem && { dueOn: problem }),
      };
    },
    save: ({ values: { dueOn, reason } }) => props.send({ lineIds: chosen, dueOn, reason: reason.trim() || null }),
    onSaved: (message) => {
      showSuccess(message);
      onClose();
    },
  });
  const { values, errors } = form;
  // A line of the draft may have been sent or cancelled meanwhile.
  const chosen: number[] = lines.map(({ id }) => id).filter((id) => values.lineIds.includes(id));
  return (
    <StackedForm {...form.formProps}>
      <FormNotices otherErrors={form.otherErrors} />
      <div className={`${css.lines} divided`}>
        {lines.map(({ id, label, note }) => (
          <Checkbox
            key={id}
            name="lineIds"
            checked={chosen.includes(id)}
            onChange={(checked) => form.set({ lineIds: checked ? [...chosen, id] : chosen.filter((other) => other !== id) })}
          >
            {label}
            <Text span display="block" size="sm" c="dimmed">
              {note}
            </Text>
          </Checkbox>
        ))}
      </div>
      {errors.lineIds && (
        <p className={css.problem} role="alert">
          {errors.lineIds}
        </p>
      )}
      <DateField label="New day" min={toIsoDay(new Date())} {...form.getInputProps('dueOn')} />
      <Textarea
        label="Reason (optional)"
        description={`Shown to ${props.readers} in the email and on the order.`}
        maxLength={500}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
      {chosen.length > 0 && !findDayProblem(values.dueOn) && (
        <Notice role="status">{props.describe(chosen, values.dueOn)}</Notice>
      )}
      <FormButtons
        isSaving={form.isSaving}
        onCancel={() => {
          form.discard();
          onClose();
        }}
      >
        Change date
      </FormButtons>
    </StackedForm>
  );
}
