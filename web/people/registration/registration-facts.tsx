import css from './registrations-page.module.css';

export type RegistrationFact = readonly [what: string, value: string | null | undefined | false];

const longerThan = 48;

/** What is known, each under its name; what is not known is left out. */
export const RegistrationFacts = ({ facts }: { facts: readonly RegistrationFact[] }) => (
  <dl className={css.facts}>
    {facts.map(
      ([what, value]) =>
        value && (
          <div key={what} data-long={value.length > longerThan || undefined}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
