import css from './import.module.css';

const steps = [
  ['file', 'File'],
  ['columns', 'Columns'],
  ['values', 'Values'],
  ['preview', 'Preview'],
  ['result', 'Result'],
] as const;

export type ImportStep = (typeof steps)[number][0];

/** The steps of an import, with the current one marked. */
export function ImportSteps({ at }: { at: ImportStep }) {
  const current = steps.findIndex(([step]) => step === at);
  return (
    <ol className={css.steps} aria-label="Steps">
      {steps.map(([step, name], index) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} data-done={index < current || undefined}>
          <span className={css.stepNumber} aria-hidden="true">
            {index < current ? '✓' : index + 1}
          </span>
          <span className={css.stepName}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
