import { Textarea, TextInput } from '@mantine/core';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import type { CheckoutFormValues } from './checkout-choices.ts';
import css from './steps.module.css';

interface Props {
  values: CheckoutFormValues;
  onChange: (change: Partial<CheckoutFormValues>) => void;
  onLeave: () => void;
  errors: { comments?: string; requestedDeliveryDateUtc?: string };
}

const tomorrow = () => {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return toIsoDay(day);
};

/** Optional details of the order: requested delivery date and comments. */
export const ReviewSection = ({ values, onChange, onLeave, errors }: Props) => (
  <div className={css.fields}>
    <TextInput
      className={css.short}
      type="date"
      label="Requested delivery date (optional)"
      description="We won’t deliver before this date. Leave blank for the earliest possible delivery."
      classNames={{ description: css.help }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      name="requestedDay"
      min={tomorrow()}
      value={values.requestedDay}
      error={errors.requestedDeliveryDateUtc}
      onChange={(event) => onChange({ requestedDay: event.currentTarget.value })}
      onBlur={onLeave}
    />
    <Textarea
      label="Comments (optional)"
      description="Seen by the warehouse and courier."
      classNames={{ description: css.help }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      name="comments"
      rows={3}
      maxLength={2000}
      value={values.comments}
      error={errors.comments}
      onChange={(event) => onChange({ comments: event.currentTarget.value })}
      onBlur={onLeave}
    />
  </div>
);
