import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { TrashIcon } from '#web/ui/content/icons.tsx';
import { MoveAnnouncement, MoveHandle } from '#web/ui/lists/move-handle.tsx';
import { useReorder } from '#web/ui/lists/use-reorder.ts';
import css from './variants.module.css';
import {
  type AttributeDraft,
  addValues,
  canChangeAttributes,
  isValueUsed,
  removeAttribute,
  removeValue,
  setValue,
  sortValues,
  type VariantsDraft,
} from './variants-draft.ts';

interface Props {
  draft: VariantsDraft;
  attribute: AttributeDraft;
  isReadOnly: boolean;
  onChange: (update: (draft: VariantsDraft) => VariantsDraft) => void;
}

/** The values of an attribute: their names, colours, surcharges and order. Several are added at once, as a list. */
export function AttributeEditor({ draft, attribute, isReadOnly, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { key, name, role, values } = attribute;
  const reorder = useReorder(
    values.map((value) => value.key),
    (order) => onChange((current) => sortValues(current, key, order)),
  );
  const add = () => {
    onChange((current) => addValues(current, key, typed));
    setTyped('');
  };
  return (
    <section className={css.attribute} aria-label={name}>
      <Group justify="space-between" gap="xs">
        <h3 className={css.name}>{name}</h3>
        {!isReadOnly && canChangeAttributes(draft) && (
          <Button variant="subtle" size="compact-sm" onClick={() => onChange((current) => removeAttribute(current, key))}>
            Remove {name.toLowerCase()}
          </Button>
        )}
      </Group>
      <MoveAnnouncement>{reorder.announcement}</MoveAnnouncement>
      {values.length > 0 && (
        // Each field has a name of its own, so the headings are for the eye.
        <div className={css.headings} aria-hidden>
          <span className={css.surchargeHeading}>Surcharge</span>
        </div>
      )}
      <ul className={css.values} data-read-only={isReadOnly || undefined}>
        {values.map((value, index) => (
          <li key={value.key} className={css.value} data-colour={role === 'colour' || undefined} {...reorder.item(value.key)}>
            {!isReadOnly && <MoveHandle {...reorder.handle(value.key, value.name)} />}
            {role === 'colour' && (
              <input
                type="color"
                className={css.swatch}
                aria-label={`Colour of ${value.name}`}
                value={value.rgb ?? '#cccccc'}
                disabled={isReadOnly}
                onChange={(event) => {
                  const rgb = event.currentTarget.value;
                  onChange((current) => setValue(current, key, value.key, { rgb }));
                }}
              />
            )}
            <input
              type="text"
              className={css.text}
              aria-label={`Name of value ${index + 1}`}
              value={value.name}
              readOnly={isReadOnly}
              maxLength={200}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange((current) => setValue(current, key, value.key, { name: text }));
              }}
            />
            <span className={css.surchargeLabel} aria-hidden>
              Surcharge
            </span>
            <input
              type="text"
              className={css.surcharge}
              aria-label={`Surcharge of ${value.name}`}
              placeholder="0.00"
              inputMode="decimal"
              value={value.surcharge}
              readOnly={isReadOnly}
              maxLength={12}
              onChange={(event) => {
                const surcharge = event.currentTarget.value;
                onChange((current) => setValue(current, key, value.key, { surcharge }));
              }}
            />
            {!isReadOnly && (
              <button
                type="button"
                className={css.icon}
                aria-label={`Remove ${value.name}`}
                disabled={isValueUsed(draft, value.key)}
                title={isValueUsed(draft, value.key) ? 'It has variants: take these off sale instead.' : undefined}
                onClick={() => onChange((current) => removeValue(current, key, value.key))}
              >
                <TrashIcon size={16} />
              </button>
            )}
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <Group gap="xs" align="end" wrap="nowrap">
          <TextInput
            label={`Add to ${name.toLowerCase()}`}
            description="One, or several separated by commas."
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
            className={css.grow}
          />
          <Button variant="default" disabled={typed.trim() === ''} onClick={add}>
            Add
          </Button>
        </Group>
      )}
    </section>
  );
}
