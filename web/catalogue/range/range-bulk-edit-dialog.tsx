import { NativeSelect, type NativeSelectProps, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { plural } from '#web/ui/format/format.ts';
import { FormButtons } from '#web/ui/forms/form-buttons.tsx';
import { FormNotices } from '#web/ui/forms/form-notices.tsx';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import css from './range.module.css';
import { findRangeEditProblem, type RangeEditFormValues, toRangeEditPayload } from './range-edit-form.ts';
import { SUPPLIER_SETS_PRICES } from './range-labels.ts';
import { RangePricePreview } from './range-price-preview.tsx';
import type { RangeBulkEditBody, RangeBulkEdits } from './use-range-bulk-edit.ts';
import { type RestrictionName, type RestrictionOptions, restrictionLabels, restrictionNames } from './use-restriction-options.ts';

const nothing: RangeEditFormValues = {
  published: '',
  featured: '',
  price: '',
  figure: '',
  businessAreaIds: { mode: '', ids: [] },
  jobRoleIds: { mode: '', ids: [] },
  collectionIds: { mode: '', ids: [] },
  customerRoleIds: { mode: '', ids: [] },
};

const yesNo = (yes: string, no: string) => [
  { value: '', label: 'Leave as it is' },
  { value: 'yes', label: yes },
  { value: 'no', label: no },
];
const prices = [
  { value: '', label: 'Leave as it is' },
  { value: 'amount', label: 'One price for all' },
  { value: 'up', label: 'Raise by (%)' },
  { value: 'down', label: 'Reduce by (%)' },
  { value: 'catalogue', label: 'Catalogue price' },
];
const ways = [
  { value: '', label: 'Leave as it is' },
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
  { value: 'clear', label: 'Visible to everyone' },
];

interface Props {
  parts: RestrictionOptions;
  count: number;
  /** Whether the organisation keeps its own prices. */
  canSetPrices: boolean;
  /** Which products, as the call takes them. */
  selected: Omit<RangeBulkEditBody, 'change'>;
  sending: RangeBulkEdits['bulk'];
  onDone: () => void;
  onClose: () => void;
}

/**
 * Changes all selected products at once; what is left alone stays as it is for each. Prices are shown before and after, as the server plans
 * them, before they are changed.
 */
export function RangeBulkEditDialog({ parts, count, canSetPrices, selected, sending, onDone, onClose }: Props) {
  const [previewed, setPreviewed] = useState<RangeBulkEditBody>();
  useRestoreFocus();
  const finish = () => {
    onDone();
    onClose();
  };
  const form = useEntityForm<RangeEditFormValues, RangeBulkEditBody>({
    saved: nothing,
    validate: (bulk) => {
      const problem = findRangeEditProblem(bulk);
      return problem ? { [problem.field]: problem.sentence } : {};
    },
    save: async ({ values: bulk }) => {
      const body = { ...selected, change: toRangeEditPayload(bulk) };
      if (bulk.price === '') await sending.mutateAsync(body);
      return body;
    },
    // What is previewed is what is sent, even if the list is loaded again meanwhile.
    onSaved: (body) => (body.change.price ? setPreviewed(body) : finish()),
  });
  if (previewed)
    return (
      <Dialog opened onClose={onClose} title="Check the new prices" closeLabel="Close without changing" width={640}>
        <RangePricePreview
          body={previewed}
          count={count}
          isSending={sending.isPending}
          onConfirm={() => sending.mutate(previewed, { onSuccess: finish })}
          onBack={() => setPreviewed(undefined)}
        />
      </Dialog>
    );
  return (
    <Dialog opened onClose={onClose} title={`Change ${plural(count, 'product')}`} closeLabel="Close without changing" width={640}>
      <StackedForm {...form.formProps}>
        <FormNotices otherErrors={form.otherErrors} />
        <div className={css.pair}>
          <Choice label="Published" data={yesNo('Publish', 'Unpublish')} {...form.getInputProps('published')} />
          <Choice label="Feature on the home page" data={yesNo('Feature', 'Don’t feature')} {...form.getInputProps('featured')} />
        </div>
        <div className={css.pair}>
          <Choice
            label="Price"
            data={prices}
            disabledReason={canSetPrices ? undefined : SUPPLIER_SETS_PRICES}
            {...form.getInputProps('price')}
          />
          <Figure price={form.values.price} {...form.getInputProps('figure')} />
        </div>
        {restrictionNames.map((list) => (
          <ListChange key={list} list={list} bulk={form.values} parts={parts} error={form.errors[list]} onChange={form.set} />
        ))}
        <FormButtons isSaving={form.isSaving} onCancel={onClose}>
          {form.values.price === '' ? `Change ${plural(count, 'product')}` : 'Preview prices'}
        </FormButtons>
      </StackedForm>
    </Dialog>
  );
}

interface ChoiceProps extends NativeSelectProps {
  /** Why nothing can be chosen. */
  disabledReason?: string | undefined;
}

const Choice = ({ disabledReason, ...props }: ChoiceProps) => (
  <NativeSelect
    description={disabledReason}
    disabled={disabledReason !== undefined}
    rightSection={<DownIcon size={16} />}
    {...props}
  />
);

/** The amount or the percentage, where the chosen change of the price needs one. */
function Figure({ price, ...props }: TextInputProps & Pick<RangeEditFormValues, 'price'>) {
  if (price === '' || price === 'catalogue') return null;
  return (
    <TextInput
      label={price === 'amount' ? 'Price, without tax' : 'Percentage'}
      description={price === 'amount' ? undefined : 'Of each product’s current price.'}
      inputMode="decimal"
      maxLength={12}
      {...props}
    />
  );
}

interface ListProps {
  list: RestrictionName;
  bulk: RangeEditFormValues;
  parts: RestrictionOptions;
  error: string | undefined;
  onChange: (change: Partial<RangeEditFormValues>) => void;
}

function ListChange({ list, bulk, parts, error, onChange }: ListProps) {
  const { mode, ids } = bulk[list];
  return (
    <div className={css.pair}>
      <NativeSelect
        name={`${list}.way`}
        label={restrictionLabels[list]}
        rightSection={<DownIcon size={16} />}
        value={mode}
        data={ways}
        onChange={({ currentTarget }) => onChange({ [list]: { mode: currentTarget.value, ids } })}
      />
      {(mode === 'add' || mode === 'remove') && (
        <MultiChoice
          name={list}
          label={mode === 'add' ? 'Which to add' : 'Which to remove'}
          placeholder={`Choose ${restrictionLabels[list].toLowerCase()}`}
          options={parts[list]}
          chosen={ids}
          error={error}
          onChange={(chosen) => onChange({ [list]: { mode, ids: chosen } })}
        />
      )}
    </div>
  );
}
