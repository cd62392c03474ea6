import { DesignMark } from './design-mark.tsx';
import css from './design-thumbnail.module.css';
import { type Canvas, type DrawnDesign, describeDrawing, type Side } from './drawn-design.ts';
import { cropToDesigns } from './layout.ts';

interface Props {
  /** Addresses of the drawings of both sides in the colour of the garment. */
  frontSrc: string;
  backSrc: string;
  /** What the garment is called, for those who do not see it; empty where name and designs are beside the picture. */
  garment: string;
  canvas: Canvas;
  designs: readonly DrawnDesign[];
  /** Width and height in pixels, 64 to 120. */
  size?: number;
}

/** How much of a garment is shown at least, as a share of its drawing's width. */
const LEAST_SHARE = 0.42;

/** A small picture of the part of a garment where its designs are: of the front, or of the back where there are none on the front. */
export function DesignThumbnail({ frontSrc, backSrc, garment, canvas, designs, size = 80 }: Props) {
  const side: Side = designs.length > 0 && designs.every(({ area }) => area.side === 'back') ? 'back' : 'front';
  const own = designs.filter(({ area }) => area.side === side);
  const crop = cropToDesigns(canvas, own, canvas.widthCm * LEAST_SHARE);
  const percent = (mm: number) => `${(mm / crop.width) * 100}%`;
  return (
    <span className={css.thumbnail} style={{ width: size, height: size }}>
      <img
        src={side === 'front' ? frontSrc : backSrc}
        alt={garment && describeDrawing(garment, side, designs)}
        className={css.cloth}
        style={{
          width: percent(canvas.widthCm * 10),
          height: percent(canvas.heightCm * 10),
          left: percent(-crop.x),
          top: percent(-crop.y),
        }}
        width={240}
        height={260}
        loading="lazy"
        decoding="async"
      />
      <svg className={css.designs} viewBox={[crop.x, crop.y, crop.width, crop.height].join(' ')} aria-hidden="true">
        {own.map((design) => (
          <DesignMark key={design.positionId} design={design} />
        ))}
      </svg>
    </span>
  );
}
