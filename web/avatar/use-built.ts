import { useEffect, useRef, useState } from 'react';
import type { Figure } from '#body/mannequin/frame.ts';
import type { Mannequin } from '#body/mannequin/mannequin.ts';
import type { Dress } from '#body/outfit/dress.ts';
import type { Outfit } from '#body/outfit/outfit.ts';
import { type Builder, openBuilder } from './builder.ts';

/** What is there to be shown. */
interface Shown {
  mannequin?: Mannequin;
  dress?: Dress | undefined;
  picture?: ImageData;
}

/** The newest mannequin that is ready, in its outfit; while the next one is being built, the one before. */
export function useBuilt(figure: Figure, outfit: Outfit | undefined): Shown {
  const builder = useRef<Builder>(undefined);
  const [shown, setShown] = useState<Shown>({});
  useEffect(() => {
    const own = openBuilder((built) => {
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
