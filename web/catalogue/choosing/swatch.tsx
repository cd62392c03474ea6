import css from './swatch.module.css';

/** A round sample of a colour. Decoration: its name is said beside it. */
export const Swatch = ({ rgb, size = 20 }: { rgb: string | null; size?: number }) => (
  <span
    className={css.swatch}
    style={{ width: size, height: size, background: rgb ?? undefined }}
    data-unknown={!rgb || undefined}
  />
);
