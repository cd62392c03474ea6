import css from './list.module.css';

interface SelectBoxProps {
  /** "Select Ann Ash" */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Checkbox that selects one item of a list. A plain input, because a page of rows has many. */
export const SelectionCheckbox = ({ label, checked, onChange }: SelectBoxProps) => (
  <input
    type="checkbox"
    className={css.check}
    aria-label={label}
    checked={checked}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

interface SelectPageProps {
  label: string;
  /** IDs of the items on this page. */
  ids: readonly number[];
  has: (id: number) => boolean;
  onSelect: (ids: readonly number[], selected: boolean) => void;
}

/** Checkbox that selects every item on the page; indeterminate if only some are selected. */
export function SelectPageCheckbox({ label, ids, has, onSelect }: SelectPageProps) {
  const chosen = ids.filter(has).length;
  return (
    <input
      type="checkbox"
      className={css.check}
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
      }}
      checked={chosen === ids.length}
      onChange={(event) => onSelect(ids, event.currentTarget.checked)}
    />
  );
}

/** The same checkbox with a visible label, above a list of cards. */
export const SelectPageRow = (props: SelectPageProps) => (
  // The visible label extends the click area; the checkbox has its own accessible name.
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is in SelectPageCheckbox.
  <label className={css.whole}>
    <SelectPageCheckbox {...props} />
    <span aria-hidden="true">{props.label}</span>
  </label>
);
