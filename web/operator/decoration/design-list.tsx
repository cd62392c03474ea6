import { nameLogo } from '#contract/catalogue/customisation/design-words.ts';
import type { ReplyOf } from '#contract/index.ts';
import css from './decoration.module.css';

type DesignToMake = ReplyOf<'GET /api/operator/decoration/work'>['lines'][number]['designs'][number];

/** "6 mm, Sans, 1801 Navy" */
const describeLettering = ({ letterMm, fontName, threadNumber, threadColour }: DesignToMake) =>
  [letterMm !== null && `${letterMm} mm`, fontName, [threadNumber, threadColour].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');

/** What is on a piece, and what to check of it: position, logo or text exactly as typed, height of letters and thread. */
export function DesignList({ designs }: { designs: readonly DesignToMake[] }) {
  if (designs.length === 0) return null;
  return (
    <ul className={css.designs}>
      {designs.map((design) => (
        <li key={design.id}>
          {design.logoSrc && <img src={design.logoSrc} alt={`Logo ${design.logoName ?? ''}`} className={css.logo} />}
          <span>
            <span>
              {design.position}, {design.method.toLowerCase()}
              {design.logoName && `: ${nameLogo(design.logoName)}`}
            </span>
            {design.text !== null && (
              <bdi className={css.text} dir="auto">
                {design.text}
              </bdi>
            )}
            {design.text !== null && (
              <span className={css.detail}>
                {design.threadRgb && <span className={css.thread} style={{ background: design.threadRgb }} aria-hidden />}
                {describeLettering(design)}
              </span>
            )}
            {design.comments && <span className={css.detail}>{design.comments}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
