/** Goods that an employer has to provide, so that no one pays for them themselves: protective equipment, and what is required at work. */
export const NECESSITIES = ['protective', 'required'] as const;
/** One of these. */
export type Necessity = (typeof NECESSITIES)[number];

/** What they are called. */
export const NECESSITY_LABELS: Readonly<Record<Necessity, string>> = {
  protective: 'Protective equipment',
  required: 'Required at work',
};

/** What the field means. */
export const NECESSITY =
  'Why an employer has to provide it: `protective` equipment, or `required` at work. People then never pay for it themselves. Null: for neither reason.';
