import { type CSSProperties, useId } from 'react';
import css from './design-drawing.module.css';
import { DesignFilters, DesignMark } from './design-mark.tsx';
import { type Area, type Canvas, type DrawnDesign, describeDrawing, type Side } from './drawn-design.ts';

/** A position that can be chosen, as the builder of a product (`getCustomisationBuilder`) has it. */
export interface DrawnPosition extends Area {
  id: number;
  name: string;
}

interface Props {
  /** Address of the drawing of this side in the colour of the garment. */
  src: string;
  /** What the garment is called, for those who do not see it: “Fellside fleece jacket in Teal”. */
  garment: string;
  canvas: Canvas;
  side: Side;
  /** Those of the other side are not drawn. */
  designs: readonly DrawnDesign[];
  /** Positions to choose from; those of the other side are not shown. */
  positions?: readonly DrawnPosition[];
  selectedPositionId?: number | null;
  onSelectPosition?: (positionId: number) => void;
}

/**
 * A garment as it is drawn, with its designs in true proportion: a text of 10 mm on a garment 54 cm wide. Positions are buttons on it. The picture's text
 * says what is where. A bar shows how long 10 cm are.
 */
export function DesignDrawing({
  src,
  garment,
  canvas,
  side,
  designs,
  positions = [],
  selectedPositionId = null,
  onSelectPosition,
}: Props) {
  const filters = `f${useId().replaceAll(/\W/g, '')}`;
  return (
    <div className={css.drawing}>
      <div className={css.garment} style={{ aspectRatio: `${canvas.widthCm} / ${canvas.heightCm}` }}>
        <img
          key={src}
          src={src}
          alt={describeDrawing(garment, side, designs)}
          width={240}
          height={260}
          decoding="async"
          className={css.cloth}
        />
        <svg className={css.designs} viewBox={`0 0 ${canvas.widthCm * 10} ${canvas.heightCm * 10}`} aria-hidden="true">
          <DesignFilters prefix={filters} />
          {designs
            .filter(({ area }) => area.side === side)
            .map((design) => (
              <DesignMark key={design.positionId} design={design} filters={filters} />
            ))}
        </svg>
        {positions
          .filter((position) => position.side === side)
          .map((position) => (
            <button
              key={position.id}
              type="button"
              className={css.position}
              style={placeOn(canvas, position)}
              aria-pressed={position.id === selectedPositionId}
              onClick={() => onSelectPosition?.(position.id)}
            >
              <span className={css.frame} />
              <span className={css.name}>{position.name}</span>
            </button>
          ))}
      </div>
      <ScaleBar widthCm={canvas.widthCm} />
    </div>
  );
}

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** By how much a button is larger than its area on each side, so that it can be hit on a phone; `.frame` is the area. */
const MARGIN = '7px';

const placeOn = (canvas: Canvas, { xCm, yCm, widthCm, heightCm }: Area): CSSProperties => ({
  left: `calc(${percent(xCm, canvas.widthCm)} - ${MARGIN})`,
  top: `calc(${percent(yCm, canvas.heightCm)} - ${MARGIN})`,
  width: `calc(${percent(widthCm, canvas.widthCm)} + 2 * ${MARGIN})`,
  height: `calc(${percent(heightCm, canvas.heightCm)} + 2 * ${MARGIN})`,
  padding: MARGIN,
});

const LENGTHS_CM = [10, 5, 2, 1];

/** A round length that is at most a quarter of the drawing, as a bar. */
function ScaleBar({ widthCm }: { widthCm: number }) {
  const cm = LENGTHS_CM.find((length) => length <= widthCm / 4) ?? 1;
  return (
    <p className={css.scale}>
      <span className={css.bar} style={{ width: percent(cm, widthCm) }} aria-hidden="true" />
      <span>{cm} cm</span>
    </p>
  );
}
