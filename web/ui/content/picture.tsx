import { useState } from 'react';
import { getPictureSizes, TILE_WIDTH } from '../browser/picture-sizes.ts';
import { GarmentIcon } from './icons.tsx';
import css from './picture.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Props {
  src: string | null | undefined;
  /** Empty if the name is shown next to the picture. */
  alt: string;
  /** Side in pixels; by default the picture fills its container. */
  size?: number;
  eager?: boolean;
}

/** A square picture of a garment on a neutral background, or an outline if there is no picture. */
export function Picture({ src, alt, size, eager }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={css.frame} style={size === undefined ? undefined : { width: size }}>
      {src && src !== broken ? (
        <img
          {...getPictureSizes(src, size === undefined ? TILE_WIDTH : `${size}px`)}
          src={src}
          alt={alt}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(src)}
        />
      ) : (
        <span className={css.missing}>
          {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
          <GarmentIcon size={size === undefined ? 56 : Math.round(size / 2)} strokeWidth={1} />
        </span>
      )}
    </span>
  );
}
