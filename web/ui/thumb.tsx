import { type CSSProperties, useState } from 'react';
import { GarmentIcon } from './icons.tsx';
import css from './thumb.module.css';

interface Props {
  src: string | null | undefined;
  /** Edge in pixels. */
  size?: number;
}

/** A small picture beside the name of what it shows, so without words of its own. Never an empty box. */
export function Thumb({ src, size = 72 }: Props) {
  const [broken, setBroken] = useState(false);
  return (
    <span className={css.thumb} style={{ '--thumb': `${size}px` } as CSSProperties}>
      {src && !broken ? (
        <img src={src} alt="" width={size} height={size} loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <GarmentIcon size={Math.round(size / 2.4)} />
      )}
    </span>
  );
}
