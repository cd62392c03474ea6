import css from './swatch.module.css';

interface Props {
  rgb: string | null;
  /** Colour of trims or panels, so that "White and navy" does not look like white. */
  accent?: string | null;
  size?: number;
}

/** A round sample of a colour. Decorative: the colour's name is shown next to it. */
export const Swatch = ({ rgb, accent, size = 20 }: Props) => (
  <span
    className={css.swatch}
    style={{
      width: `${size / 16}rem`,
      height: `${size / 16}rem`,
      background: rgb && accent ? `linear-gradient(135deg, ${rgb} 50%, ${accent} 50%)` : (rgb ?? undefined),
    }}
    data-unknown={!rgb || undefined}
  />
);
