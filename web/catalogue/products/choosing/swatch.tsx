import css from './swatch.module.css';

interface Props {
  rgb: string | null;
  /** Of trims or panels: "White and navy" must not look like white. */
  accent?: string | null;
  size?: number;
}

/** A round sample of a colour. Decoration: its name is said beside it. */
export const Swatch = ({ rgb, accent, size = 20 }: Props) => (
  <span
    className={css.swatch}
    style={{
      width: size,
      height: size,
      background: rgb && accent ? `linear-gradient(135deg, ${rgb} 50%, ${accent} 50%)` : (rgb ?? undefined),
    }}
    data-unknown={!rgb || undefined}
  />
);
