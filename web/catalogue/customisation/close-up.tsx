import type { CSSProperties } from 'react';
import css from './design-editor.module.css';
import type { DesignOptions, DesignPosition, GarmentDesign } from './design-types.ts';
import { DesignDrawing } from './drawing/design-drawing.tsx';

interface Props {
  canvas: DesignOptions['canvas'];
  /** Drawing of the side of the position. */
  src: string;
  position: DesignPosition;
  designs: readonly GarmentDesign[];
}

/** How much is shown around the area of the position, as a share of it. */
const MARGIN = 0.25;

/** The position that is edited, enlarged: letters of a few millimetres can hardly be read on a whole garment. The drawing says the same in words. */
export function CloseUp({ canvas, src, position, designs }: Props) {
  const width = position.widthCm * (1 + 2 * MARGIN);
  const height = position.heightCm + position.widthCm * 2 * MARGIN;
  const left = position.xCm - position.widthCm * MARGIN;
  const top = position.yCm - position.widthCm * MARGIN;
  return (
    <div
      className={css.closeUp}
      style={{ aspectRatio: `${width} / ${height}`, '--proportion': height / width } as CSSProperties}
      aria-hidden="true"
    >
      <div
        style={{
          width: `${(canvas.widthCm / width) * 100}%`,
          left: `${(-left / width) * 100}%`,
          top: `${(-top / height) * 100}%`,
        }}
      >
        <DesignDrawing src={src} garment="" canvas={canvas} side={position.side} designs={designs} />
      </div>
    </div>
  );
}
