import type { ComponentProps } from 'react';
import { getPictureSizes } from '#web/ui/browser/picture-sizes.ts';
import css from './design-beside-photograph.module.css';
import { DesignDrawing } from './design-drawing.tsx';

interface Props extends ComponentProps<typeof DesignDrawing> {
  /** Address of the photograph of this side. */
  photographSrc: string;
}

/** A product that has photographs: the photograph as it is, and beside it the drawing with the designs, which is to scale. */
export function DesignBesidePhotograph({ photographSrc, ...drawing }: Props) {
  return (
    <div className={css.pair}>
      <DesignDrawing {...drawing} />
      <img
        {...getPictureSizes(photographSrc, '(width < 48em) 40vw, 260px')}
        src={photographSrc}
        alt={`Photograph of ${drawing.garment}, ${drawing.side}`}
        className={css.photograph}
        width={480}
        height={520}
        decoding="async"
      />
    </div>
  );
}
