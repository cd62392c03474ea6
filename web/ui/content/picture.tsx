import { useState } from 'react';
import { GarmentIcon } from './icons.tsx';
import css from './picture.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface Props {
  src: string | null | undefined;
  /** Empty where the name stands beside it. */
  alt: string;
  /** Side in pixels; without it the picture fills its place. */
  size?: number;
  eager?: boolean;
}

/** A square picture of a garment on a quiet ground; an outline of one where there is no picture. */
export function Picture({ src, alt, size, eager }: Props) {
  const [broken, setBroken] = useState<string>();
  return (
    <span className={css.frame} style={size === undefined ? undefined : { width: size }}>
      {src && src !== broken ? (
        <img src={src} alt={alt} loading={eager ? 'eager' : 'lazy'} decoding="async" onError={() => setBroken(src)} />
      ) : (
        <span className={css.missing}>
          {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
          <GarmentIcon size={size === undefined ? 56 : Math.round(size / 2)} strokeWidth={1} />
        </span>
      )}
    </span>
  );
}
