import { useId } from 'react';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { formatNumber } from '#web/ui/format/format.ts';
import css from './design-editor.module.css';
import type { DesignOptions, GarmentDesign } from './design-types.ts';

export type Side = 'front' | 'back';

const SIDES = { front: 'Front', back: 'Back' } as const;

interface Props {
  options: DesignOptions;
  /** Chosen values, its colour among them. */
  valueIds: readonly number[];
  description: string;
  designs: readonly GarmentDesign[];
  side: Side;
  onSide: (side: Side) => void;
  selectedId: number | undefined;
  onSelect: (positionId: number) => void;
}

/** The garment drawn to scale in its colour, with what is put on it, and whether that waits for a proof. */
export function GarmentPreview({ options, valueIds, description, designs, side, onSide, selectedId, onSelect }: Props) {
  const name = useId();
  const drawing =
    options.drawings.find(({ colourId }) => colourId !== null && valueIds.includes(colourId)) ?? options.drawings[0];
  const sides = (['front', 'back'] as const).filter(
    (each) => each === 'front' || options.positions.some((position) => position.side === each),
  );
  return (
    <section className={css.preview} aria-label="Preview">
      <div className={css.previewHead}>
        {sides.length > 1 && (
          <div role="radiogroup" aria-label="Side of the garment" className={css.sides}>
            {sides.map((each) => (
              <label key={each} className={css.side}>
                <input type="radio" name={name} checked={side === each} onChange={() => onSide(each)} />
                {SIDES[each]}
              </label>
            ))}
          </div>
        )}
        <span className={css.scale}>Drawn to scale: {formatNumber(Math.round(options.canvas.widthCm))} cm across</span>
        <span role="status">
          <VisuallyHidden>{SIDES[side]} shown</VisuallyHidden>
        </span>
      </div>
      <div className={css.drawing}>
        {drawing && <img src={side === 'front' ? drawing.frontSrc : drawing.backSrc} alt={`${description}, ${side}`} />}
      </div>
      <ProofStatus options={options} designs={designs} />
    </section>
  );
}

/** Whether designs were approved before, or wait for a proof; both in words. */
function ProofStatus({ options, designs }: Pick<Props, 'options' | 'designs'>) {
  const waiting = designs.filter((design) => isWaiting(options, design));
  return (
    <div className={css.previewFoot}>
      {designs.length > 0 && (
        <StatusBadge tone={waiting.length > 0 ? 'warning' : 'success'}>
          {waiting.length > 0 ? 'Waits for a proof' : 'Approved'}
        </StatusBadge>
      )}
      <span>
        {waiting.length > 0 && 'You can order now. We send a proof first, and release your order once it is approved. '}
        The picture shows place and size. Colours differ slightly on cloth.
      </span>
    </div>
  );
}

/** What was chosen here counts as approved where its logo was approved anywhere; the server decides when it is ordered. */
const isWaiting = ({ logos, nameDesigns }: DesignOptions, { proofStatus, logoId, nameDesignId, id }: GarmentDesign): boolean => {
  if (nameDesignId !== null)
    return nameDesigns.some((each) => each.nameDesignId === nameDesignId && each.proofStatus !== 'approved');
  if (id !== 0 || proofStatus === 'approved') return proofStatus !== 'approved';
  return logoId === null || logos.every((logo) => logo.id !== logoId || logo.status !== 'approved');
};
