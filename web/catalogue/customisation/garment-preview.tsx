import { memo, useId } from 'react';
import { StatusBadge } from '#web/ui/content/status-badge.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import { CloseUp } from './close-up.tsx';
import css from './design-editor.module.css';
import type { DesignOptions, GarmentDesign } from './design-types.ts';
import { DesignBesidePhotograph } from './drawing/design-beside-photograph.tsx';
import { DesignDrawing } from './drawing/design-drawing.tsx';
import type { Side } from './drawing/drawn-design.ts';

const SIDES = { front: 'Front', back: 'Back' } as const;

interface Props {
  options: DesignOptions;
  /** In the colour of the garment; undefined where there is none. */
  drawing: DesignOptions['drawings'][number] | undefined;
  description: string;
  /** A photograph of its front, which is shown beside the drawing. */
  photographSrc: string | undefined;
  designs: readonly GarmentDesign[];
  side: Side;
  onSide: (side: Side) => void;
  selectedId: number | undefined;
  onSelect: (positionId: number) => void;
}

/** The garment drawn to scale with what is put on it; its positions can be chosen on it. */
export function GarmentPreview({ options, drawing, description, photographSrc, designs, side, onSide, ...props }: Props) {
  const name = useId();
  const sides = (['front', 'back'] as const).filter(
    (each) => each === 'front' || options.positions.some((position) => position.side === each),
  );
  const picture = {
    src: (side === 'front' ? drawing?.frontSrc : drawing?.backSrc) ?? '',
    garment: description,
    canvas: options.canvas,
    side,
    designs,
    positions: options.positions,
    selectedPositionId: props.selectedId ?? null,
    onSelectPosition: props.onSelect,
  };
  const close = options.positions.find(
    ({ id, side: own }) => id === props.selectedId && own === side && designs.some(({ positionId }) => positionId === id),
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
        <span className={css.scale}>Drawn to scale</span>
        <span role="status">
          <VisuallyHidden>{SIDES[side]} shown</VisuallyHidden>
        </span>
      </div>
      <div className={css.drawing} data-close-up={close !== undefined || undefined}>
        {side === 'front' && photographSrc ? (
          <DesignBesidePhotograph {...picture} photographSrc={photographSrc} />
        ) : (
          <DesignDrawing {...picture} />
        )}
        {close && <CloseUp canvas={options.canvas} src={picture.src} position={close} designs={designs} />}
      </div>
    </section>
  );
}

/** Whether designs were approved before, or wait for a proof; both in words. Memoised, since the preview above it follows typing. */
export const ProofStatus = memo(function ProofStatus({ options, designs }: Pick<Props, 'options' | 'designs'>) {
  const isWaitingForAny = designs.some((design) => isWaiting(options, design));
  return (
    <div className={css.proofs}>
      {designs.length > 0 && (
        <StatusBadge tone={isWaitingForAny ? 'warning' : 'success'}>{isWaitingForAny ? 'Needs a proof' : 'Approved'}</StatusBadge>
      )}
      <span>
        {isWaitingForAny && 'You can order now. We send a proof first and release your order once it is approved. '}
        The picture shows place and size. Colours differ slightly on cloth.
      </span>
    </div>
  );
});

/** What was chosen here counts as approved where its logo was approved anywhere; the server decides when it is ordered. */
function isWaiting({ logos, nameDesigns }: DesignOptions, design: GarmentDesign): boolean {
  const { proofStatus, logoId, nameDesignId, id, isMandatory } = design;
  if (nameDesignId !== null)
    return nameDesigns.some((each) => each.nameDesignId === nameDesignId && each.proofStatus !== 'approved');
  if (id !== 0 || isMandatory || proofStatus === 'approved') return proofStatus !== 'approved';
  return logoId === null || logos.every((logo) => logo.id !== logoId || logo.status !== 'approved');
}
