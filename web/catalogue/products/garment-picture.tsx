import { useState } from 'react';
import { GarmentIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './garment-picture.module.css';

interface Props {
  front: string | undefined;
  /** Shown instead while the pointer or the focus is on what surrounds the picture (`data-turns`). */
  back?: string | undefined;
  /** Empty where the name stands beside it. */
  alt?: string;
  /** Loaded at once, because it is seen first. */
  eager?: boolean;
}

/** A garment on a quiet ground. Without a picture, or when it does not come, an outline of one. */
export function GarmentPicture({ front, back, alt = '', eager }: Props) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const isThere = (src: string | undefined): src is string => Boolean(src) && !broken.includes(src as string);
  const image = (src: string, side: 'front' | 'back') => (
    <img
      key={src}
      src={src}
      alt={side === 'front' ? alt : ''}
      className={css[side]}
      width={480}
      height={520}
      loading={eager && side === 'front' ? 'eager' : 'lazy'}
      fetchPriority={eager && side === 'front' ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken([...broken, src])}
    />
  );
  return (
    <span className={css.picture} data-two={(isThere(front) && isThere(back)) || undefined}>
      {isThere(front) ? (
        image(front, 'front')
      ) : (
        <span className={css.missing}>
          <GarmentIcon size={64} strokeWidth={0.8} />
          {alt && <VisuallyHidden>{alt}</VisuallyHidden>}
        </span>
      )}
      {isThere(front) && isThere(back) && image(back, 'back')}
    </span>
  );
}
