import { useState } from 'react';
import { getPictureSizes, TILE_WIDTH } from '#web/ui/browser/picture-sizes.ts';
import { GarmentIcon } from '#web/ui/content/icons.tsx';
import { VisuallyHidden } from '#web/ui/content/visually-hidden.tsx';
import css from './garment-picture.module.css';
import { isDrawing } from './garment-sides.ts';

interface Props {
  front: string | undefined;
  /** Shown instead while the surrounding element (`data-turns`) is hovered or focused. */
  back?: string | undefined;
  /** Empty if the name is next to the picture. */
  alt?: string;
  /** Shown where `front` cannot be loaded. */
  fallback?: string | undefined;
  /** How wide it is shown, as in the attribute `sizes`; that of a tile unless given. */
  sizes?: string;
  /** Loaded with priority, because it is visible first. */
  eager?: boolean;
}

/** The picture of a garment. Shows the fallback, or an outline, if there is no picture or it fails to load. */
export function GarmentPicture({ front: picture, back, alt = '', fallback, sizes = TILE_WIDTH, eager }: Props) {
  const [broken, setBroken] = useState<readonly string[]>([]);
  const isThere = (src: string | undefined): src is string => Boolean(src) && !broken.includes(src as string);
  const front = isThere(picture) ? picture : fallback;
  const image = (src: string, side: 'front' | 'back') => (
    <img
      key={src}
      {...getPictureSizes(src, sizes)}
      src={src}
      alt={side === 'front' ? alt : ''}
      className={css[side]}
      data-photograph={!isDrawing(src) || undefined}
      width={480}
      height={520}
      loading={eager && side === 'front' ? 'eager' : 'lazy'}
      fetchPriority={eager && side === 'front' ? 'high' : 'auto'}
      decoding="async"
      // Both sides can fail at once.
      onError={() => setBroken((known) => [...known, src])}
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
