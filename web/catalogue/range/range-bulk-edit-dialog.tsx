import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DownIcon } from '#web/ui/content/icons.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { useRestoreFocus } from '#web/ui/dialogs/use-restore-focus.ts';
import { plural } from '#web/ui/format/format.ts';
import { MultiChoice } from '#web/ui/forms/multi-choice.tsx';
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
  { value: 'amount', label: 'The same price for all' },
  { value: 'up', label: 'Raise by (%)' },
  { value: 'down', label: 'Reduce by (%)' },
  { value: 'catalogue', label: 'The catalogue’s price' },
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
  const [bulk, setBulk] = useState(nothing);
  const [problem, setProblem] = useState<{ field: string; sentence: string }>();
  const [previewed, setPreviewed] = useState<RangeBulkEditBody>();
  useRestoreFocus();
  const set = (change: Partial<RangeEditFormValues>) => {
    setProblem(undefined);
    setBulk({ ...bulk, ...change });
  };
  const choice = (name: 'published' | 'featured' | 'price', label: string, data: typeof ways, disabledReason?: string) => (
    <NativeSelect
      name={name}
      label={label}
      description={disabledReason}
      disabled={disabledReason !== undefined}
      rightSection={<DownIcon size={16} />}
      value={bulk[name]}
      data={data}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  function submit(event: FormEvent) {
    event.preventDefault();
    const found = findRangeEditProblem(bulk);
    setProblem(found);
    if (found) return;
    const body = { ...selected, change: toRangeEditPayload(bulk) };
    // What is previewed is what is sent, even if the list is loaded again meanwhile.
    if (bulk.price === '') send(body);
    else setPreviewed(body);
  }
  function send(body: RangeBulkEditBody) {
    sending.mutate(body, {
      onSuccess: () => {
        onDone();
        onClose();
      },
    });
  }
  if (previewed)
    return (
      <Dialog opened onClose={onClose} title="Check the new prices" closeLabel="Close without changing" width={640}>
        <RangePricePreview
          body={previewed}
          count={count}
          isSending={sending.isPending}
          onConfirm={() => send(previewed)}
          onBack={() => setPreviewed(undefined)}
        />
      </Dialog>
    );
  return (
    <Dialog opened onClose={onClose} title={`Change ${plural(count, 'product')}`} closeLabel="Close without changing" width={640}>
      <form noValidate className={css.form} onSubmit={submit}>
        <div className={css.pair}>
          {choice('published', 'Published', yesNo('Publish', 'Unpublish'))}
          {choice('featured', 'Feature on the home page', yesNo('Feature', 'Don’t feature'))}
        </div>
        <div className={css.pair}>
          {choice('price', 'Price', prices, canSetPrices ? undefined : SUPPLIER_SETS_PRICES)}
          {(bulk.price === 'amount' || bulk.price === 'up' || bulk.price === 'down') && (
            <TextInput
              name="figure"
              label={bulk.price === 'amount' ? 'Price, without tax' : 'Percent'}
              description={bulk.price === 'amount' ? undefined : 'Of the price that each product has now.'}
              inputMode="decimal"
              maxLength={12}
              value={bulk.figure}
              error={problem?.field === 'figure' ? problem.sentence : undefined}
              onChange={({ currentTarget }) => set({ figure: currentTarget.value })}
            />
          )}
        </div>
        {restrictionNames.map((list) => (
          <ListChange
            key={list}
            list={list}
            bulk={bulk}
            parts={parts}
            error={problem?.field === list ? problem.sentence : undefined}
            onChange={set}
          />
        ))}
        {problem?.field === '' && (
          <p className={css.problem} role="alert">
            {problem.sentence}
          </p>
        )}
        <div className={css.buttons}>
          <Button type="submit" loading={sending.isPending} disabled={sending.isPending}>
            {bulk.price === '' ? `Change ${plural(count, 'product')}` : 'Preview prices'}
          </Button>
          <Button variant="default" disabled={sending.isPending} onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
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
