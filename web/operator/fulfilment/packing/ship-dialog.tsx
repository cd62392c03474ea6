import { Button, Group, Text, TextInput } from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { plural } from '#web/ui/format/format.ts';
import { StackedForm } from '#web/ui/forms/stacked-form.tsx';
import { useDraft } from '#web/ui/forms/use-draft.ts';
import { type Bag, nameBag } from './bags.ts';
import css from './packing.module.css';
import { getProgress, type PackingState } from './packing-state.ts';
import { readLastCarrier } from './packing-storage.ts';
import { findLinkProblem, type ParcelForm, type ShipProblems } from './ship-problems.ts';
import type { ShipPhase } from './use-ship.ts';

export type ParcelForms = Readonly<Record<string, ParcelForm>>;

interface Props {
  opened: boolean;
  /** The bags that are closed. */
  bags: readonly Bag[];
  state: PackingState;
  phase: ShipPhase;
  problems: ShipProblems | undefined;
  /** What happened to the orders elsewhere. */
  outside: readonly string[];
  /** Whether the orders are collected: nothing is asked about carriers. */
  isCollected: boolean;
  /** Names what is typed, so that it is kept when the dialog is closed. */
  draftKey: string;
  onShip: (forms: ParcelForms) => void;
  onTryAgain: () => void;
  onClose: () => void;
}

/**
 * Carrier and tracking of each closed bag. What is typed stays until it is shipped. Not with `useEntityForm`: `useShip` sends what is entered, also after the
 * page was left, and a refusal concerns bags as well as fields.
 */
export function ShipDialog({
  opened,
  bags,
  state,
  phase,
  problems,
  outside,
  isCollected,
  draftKey,
  onShip,
  onTryAgain,
  onClose,
}: Props) {
  const [draft, saveDraft] = useDraft<ParcelForms>(draftKey);
  const [isChecked, setChecked] = useState(false);
  const getForm = (key: string): ParcelForm => ({
    trackingNumber: '',
    trackingUrl: '',
    carrier: readLastCarrier(),
    ...draft?.[key],
  });
  const pieces = bags.reduce((sum, bag) => sum + getProgress(state, bag).packed, 0);
  const isBusy = phase !== 'idle';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isBusy || (!isCollected && bags.some(({ key }) => findLinkProblem(getForm(key).trackingUrl)))) return;
    onShip(Object.fromEntries(bags.map(({ key }) => [key, getForm(key)])));
  };
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={`${isCollected ? 'Ready to collect:' : 'Ship'} ${plural(bags.length, 'bag')}, ${plural(pieces, 'piece')}`}
      closeLabel={isCollected ? 'Close without making ready' : 'Close without shipping'}
      width={640}
      sheet
    >
      <StackedForm gap={18} onSubmit={submit} noValidate>
        {outside.length > 0 && (
          <Notice tone="warning" role="alert">
            The order has changed while you were packing. {outside.join(' ')} Your entries are kept.
          </Notice>
        )}
        {problems?.general.map((problem) => (
          <Notice key={problem} tone="danger" role="alert">
            {isCollected ? 'Nothing was changed.' : 'Nothing was shipped.'} {problem}
          </Notice>
        ))}
        {bags.map((bag) => (
          <ParcelFields
            key={bag.key}
            bag={bag}
            isCollected={isCollected}
            packed={getProgress(state, bag).packed}
            form={getForm(bag.key)}
            errors={{
              ...problems?.fields[bag.key],
              ...(isChecked && {
                trackingUrl: findLinkProblem(getForm(bag.key).trackingUrl) ?? problems?.fields[bag.key]?.trackingUrl,
              }),
            }}
            problems={problems?.bags[bag.key] ?? []}
            onChange={(form) => saveDraft({ ...draft, [bag.key]: form })}
          />
        ))}
        {phase === 'checking' && (
          <Notice tone="warning" role="status">
            The connection was lost. Checking whether the parcels were recorded; nothing is shipped twice.
          </Notice>
        )}
        {phase === 'lost' && (
          <Notice
            tone="danger"
            role="alert"
            actions={
              <Button size="compact-sm" variant="default" onClick={onTryAgain}>
                Check again
              </Button>
            }
          >
            The server cannot be reached, so it is not known whether the parcels were recorded. Your scans and entries are kept.
          </Notice>
        )}
        <Group gap={10}>
          <Button type="submit" loading={phase === 'sending' || phase === 'checking'} disabled={phase === 'lost'}>
            {isCollected ? 'Make' : 'Ship'} {plural(bags.length, 'bag')}
            {isCollected && ' ready'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          {isCollected
            ? 'The customer gets an email that says where and when to collect the pieces. They stay in stock until they are handed over.'
            : 'The customer gets an email with the tracking. Carrier and tracking can be left empty.'}
        </Text>
      </StackedForm>
    </Dialog>
  );
}

interface FieldsProps {
  bag: Bag;
  isCollected: boolean;
  packed: number;
  form: ParcelForm;
  errors: Partial<Record<keyof ParcelForm, string | undefined>>;
  problems: readonly string[];
  onChange: (form: ParcelForm) => void;
}

/** A scanner ends the tracking number with Enter, which must not ship the parcel: it leads to the next field. */
function moveOnEnter(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  const fields = [...(event.currentTarget.form?.querySelectorAll<HTMLElement>('input, button[type="submit"]') ?? [])];
  event.preventDefault();
  fields[fields.indexOf(event.currentTarget) + 1]?.focus();
}

function ParcelFields({ bag, isCollected, packed, form, errors, problems, onChange }: FieldsProps) {
  const field = (name: keyof ParcelForm) => ({
    value: form[name],
    error: errors[name],
    onKeyDown: moveOnEnter,
    onChange: (event: { currentTarget: HTMLInputElement }) => onChange({ ...form, [name]: event.currentTarget.value }),
  });
  return (
    <fieldset className={css.parcel}>
      <legend>
        {nameBag(bag)}{' '}
        <Text span size="sm" c="dimmed">
          {plural(packed, 'piece')}
        </Text>
      </legend>
      {problems.map((problem) => (
        <Notice key={problem} tone="danger" role="alert">
          {isCollected ? 'Nothing was changed.' : 'Nothing was shipped.'} {problem} Your scans are kept.
        </Notice>
      ))}
      {!isCollected && (
        <div className={css.parcelFields}>
          <TextInput label="Carrier" maxLength={100} autoComplete="off" {...field('carrier')} />
          <TextInput label="Tracking number" maxLength={100} autoComplete="off" {...field('trackingNumber')} />
          <TextInput
            label="Tracking link"
            type="url"
            inputMode="url"
            placeholder="https://"
            maxLength={1000}
            autoComplete="off"
            className={css.wide}
            {...field('trackingUrl')}
          />
        </div>
      )}
    </fieldset>
  );
}
