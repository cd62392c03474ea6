import css from './progress-bar.module.css';

/** Progress in whole percent; never 100 before everything is finished. */
export const percentOf = (done: number, total: number): number =>
  total > 0 ? Math.min(100, Math.floor((done / total) * 100)) : 0;

/** How far something is. */
export const ProgressBar = ({ label, done, total }: { label: string; done: number; total: number }) => (
  <progress className={css.bar} aria-label={label} max={Math.max(total, 1)} value={done} />
);
