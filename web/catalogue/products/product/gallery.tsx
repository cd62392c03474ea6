import { useEffect, useState } from 'react';
import { LARGE_WIDTH } from '#web/ui/browser/picture-sizes.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { GarmentPicture } from '../garment-picture.tsx';
import css from './gallery.module.css';
import type { GarmentView } from './garment-views.ts';

interface Props {
  views: readonly GarmentView[];
  name: string;
}

/**
 * The pictures of a garment: one large with the others as thumbnails below. The large one opens full screen. On a phone the thumbnails are
 * only there.
 */
export function Gallery({ views, name }: Props) {
  const [chosen, setChosen] = useState(0);
  const [large, setLarge] = useState(false);
  const shown = views[Math.min(chosen, views.length - 1)];

  // Another colour is shown from the same side, another garment from the front.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the garment
  useEffect(() => setChosen(0), [name]);

  const thumbnails = views.length > 1 && (
    <ul className={css.thumbs} aria-label="Pictures">
      {views.map((view, index) => (
        <li key={view.src}>
          <button
            type="button"
            className={css.thumb}
            aria-label={view.label}
            aria-pressed={view === shown}
            onClick={() => setChosen(index)}
          >
            <GarmentPicture front={view.src} fallback={view.fallback} sizes="88px" eager />
          </button>
        </li>
      ))}
    </ul>
  );
  return (
    <div className={css.gallery}>
      {shown ? (
        <button
          type="button"
          className={css.large}
          aria-label={`Enlarge: ${name}, ${shown.label}`}
          onClick={() => setLarge(true)}
        >
          <GarmentPicture key={shown.src} front={shown.src} fallback={shown.fallback} sizes={LARGE_WIDTH} eager />
        </button>
      ) : (
        <div className={css.large}>
          <GarmentPicture front={undefined} alt={`No picture of ${name}`} />
        </div>
      )}
      {thumbnails}
      {shown && (
        <Dialog
          opened={large}
          onClose={() => setLarge(false)}
          fullScreen
          title={`${name}, ${shown.label.toLowerCase()}`}
          closeLabel="Close picture"
        >
          <div className={css.full}>
            <GarmentPicture key={shown.src} front={shown.src} alt={shown.alt} fallback={shown.fallback} sizes="100vw" eager />
          </div>
          {thumbnails}
        </Dialog>
      )}
    </div>
  );
}
