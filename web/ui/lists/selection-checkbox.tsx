import css from './list.module.css';

interface SelectBoxProps {
  /** "Choose Ann Ash" */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Chooses one of a list. */
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
  /** Of what the page shows. */
  ids: readonly number[];
  has: (id: number) => boolean;
  onSelect: (ids: readonly number[], selected: boolean) => void;
}

/** Chooses everything on a page at once; half-way where some of it is chosen. */
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

/** The same above a list that is no table. */
export const SelectPageRow = (props: SelectPageProps) => (
  // A click on the words is one on the box, which has a name of its own.
  // biome-ignore lint/a11y/noLabelWithoutControl: the box is in SelectPage.
  <label className={css.whole}>
    <SelectPageCheckbox {...props} />
    <span aria-hidden="true">{props.label}</span>
  </label>
);
