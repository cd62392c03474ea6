import { FIT_CLASSES, type FitClass } from '#body/fit-classes.ts';
import { FIT_COLOURS } from '#body/mannequin/palette.ts';
import css from './fit-view.module.css';
import { FIT_CLASS_LABELS } from './fitting.ts';

/** Arrows pointing inwards (tight) or outwards (loose), longer for a stronger misfit. */
const SIGNS: Readonly<Record<FitClass, string>> = {
  tooTight: 'M2 5l3 3-3 3M5 5l3 3-3 3M14 5l-3 3 3 3M11 5l-3 3 3 3',
  snug: 'M3 5l3 3-3 3M13 5l-3 3 3 3',
  good: 'M4 8.5l2.7 2.8L12 5.2',
  roomy: 'M6 5L3 8l3 3M10 5l3 3-3 3',
  tooBig: 'M4 5L1.5 8 4 11M7 5L4.5 8 7 11M9 5l2.5 3L9 11M12 5l2.5 3-2.5 3',
};
const DARK: readonly FitClass[] = ['snug', 'roomy'];

/** The colour of a fit class, with a symbol for people who cannot distinguish the colours. Its label is shown next to it. */
export const FitSwatch = ({ fit }: { fit: FitClass }) => (
  <svg className={css.swatch} viewBox="0 0 16 16" aria-hidden="true">
    <rect width="16" height="16" rx="4" fill={`rgb(${FIT_COLOURS[fit].join(' ')})`} />
    <path d={SIGNS[fit]} stroke={DARK.includes(fit) ? '#2a2522' : '#fff'} />
  </svg>
);

/** The legend of the fit colours. */
export const FitLegend = () => (
  <ul className={css.legend} aria-label="What the colours mean">
    {FIT_CLASSES.map((fit) => (
      <li key={fit}>
        <FitSwatch fit={fit} />
        {FIT_CLASS_LABELS[fit]}
      </li>
    ))}
  </ul>
);
