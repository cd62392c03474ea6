import { Textarea } from '@mantine/core';
import { toIsoDay } from '#web/ui/format/iso-day.ts';
import { DateField } from '#web/ui/forms/date-field.tsx';
import type { CheckoutFormValues } from './checkout-choices.ts';
import css from './steps.module.css';

interface Props {
  values: CheckoutFormValues;
  onChange: (change: Partial<CheckoutFormValues>) => void;
  onLeave: () => void;
  /** Whether the order is fetched rather than sent. */
  isCollected: boolean;
  errors: { comments?: string; requestedDeliveryDateUtc?: string };
}

const tomorrow = () => {
  const day = new Date();
  day.setDate(day.getDate() + 1);
  return toIsoDay(day);
};

/** Optional details of the order: requested delivery date and comments. */
export const ReviewSection = ({ values, onChange, onLeave, isCollected, errors }: Props) => (
  <div className={css.fields}>
    <DateField
      className={css.short}
      label={isCollected ? 'Requested collection date (optional)' : 'Requested delivery date (optional)'}
      description={
        isCollected
          ? 'It won’t be ready before this date. Leave blank for the earliest possible day.'
          : 'We won’t deliver before this date. Leave blank for the earliest possible delivery.'
      }
      classNames={{ description: css.help }}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      name="requestedDeliveryDateUtc"
      min={tomorrow()}
      value={values.requestedDay}
      error={errors.requestedDeliveryDateUtc}
      onChange={(day) => onChange({ requestedDay: day })}
      onBlur={onLeave}
    />
    <Textarea
      label="Comments (optional)"
      description={isCollected ? 'Seen by the warehouse.' : 'Seen by the warehouse and courier.'}
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
