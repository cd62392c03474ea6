import css from './charts.module.css';

/** How a part of a chart is drawn; each has its own pattern as well as its colour. */
export type Look = 'accent' | 'main' | 'mid' | 'neutral' | 'pale';

export interface BarPart {
  look: Look;
  value: number;
}

interface Props {
  parts: readonly BarPart[];
  /** What is as wide as the whole bar; the sum of the parts unless bars are compared with each other. */
  max?: number;
}

/** One bar of several parts. It is a picture of numbers that are written beside it, and says nothing to screen readers. */
export function StackedBar({ parts, max }: Props) {
  const sum = parts.reduce((total, { value }) => total + value, 0);
  const width = max ? `${(sum / max) * 100}%` : '100%';
  return (
    <div className={css.track} aria-hidden="true">
      <div className={css.bar} style={{ width: sum > 0 ? width : 0 }}>
        {parts.map(({ look, value }) => value > 0 && <span key={look} data-look={look} style={{ flexGrow: value }} />)}
      </div>
    </div>
  );
}

/** What a look stands for. */
export const LookSwatch = ({ look }: { look: Look }) => <span className={css.swatch} data-look={look} aria-hidden="true" />;

export const Legend = ({ items }: { items: readonly { look: Look; label: string }[] }) => (
  <ul className={css.legend}>
    {items.map(({ look, label }) => (
      <li key={look}>
        <LookSwatch look={look} />
        {label}
      </li>
    ))}
  </ul>
);
