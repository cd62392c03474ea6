import { useEffect, useRef, useState } from 'react';
import type { Figure } from '#body/mannequin/frame.ts';
import type { Mannequin } from '#body/mannequin/mannequin.ts';
import type { OutfitMesh } from '#body/outfit/dress-mannequin.ts';
import type { Outfit } from '#body/outfit/outfit.ts';
import { createMannequinBuilder, type MannequinBuilder } from './mannequin-builder.ts';

/** The results available for display. */
interface Shown {
  mannequin?: Mannequin;
  dress?: OutfitMesh | undefined;
  picture?: ImageData;
}

/** The latest finished mannequin in its outfit; the previous one while another is being built. */
export function useMannequinWorker(figure: Figure, outfit: Outfit | undefined): Shown {
  const builder = useRef<MannequinBuilder>(undefined);
  const [shown, setShown] = useState<Shown>({});
  useEffect(() => {
    const own = createMannequinBuilder((built) => {
      if (built.kind === 'picture') setShown((before) => ({ ...before, picture: built.picture }));
      if (built.kind === 'shape') {
        const { mannequin, dress } = built;
        setShown((before) => ({ ...before, ...(mannequin && { mannequin }), dress }));
      }
    });
    builder.current = own;
    return () => own.close();
  }, []);
  useEffect(() => builder.current?.build(figure, outfit), [figure, outfit]);
  return shown;
}
