import css from './card-facts.module.css';

export type CardFact = readonly [label: string, value: string | null | undefined | false];

const LONG_VALUE_LENGTH = 48;

/** Label and value of each known detail; empty values are left out. */
export const CardFacts = ({ facts }: { facts: readonly CardFact[] }) => (
  <dl className={css.facts}>
    {facts.map(
      ([label, value]) =>
        value && (
          <div key={label} data-long={value.length > LONG_VALUE_LENGTH || undefined}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
