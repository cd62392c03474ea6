import css from './bar-select.module.css';

interface Props<Value extends string | number> {
  /** Shown beside the field. */
  label: string;
  /** Names the field, if `label` does not. */
  name?: string;
  value: Value;
  options: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}

/** A small select field with its label beside it, for the bar above a list. */
export const BarSelect = <Value extends string | number>({ label, name, value, options, onChange }: Props<Value>) => (
  <label className={css.field}>
    {label}
    <select
      aria-label={name}
      value={value}
      onChange={({ currentTarget }) => {
        const chosen = options[currentTarget.selectedIndex];
        if (chosen) onChange(chosen[0]);
      }}
    >
      {options.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </select>
  </label>
);
