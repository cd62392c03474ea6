import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Mannequin } from '#body/mannequin/mannequin.ts';
import type { OutfitMesh } from '#body/outfit/dress-mannequin.ts';
import type { MannequinScene } from './scene.ts';
import { createTurntable, type Turntable } from './turntable.ts';

/** Where the slow turn begins: as the still picture shows it, radians. */
const START = 0.45;

/** What the page can do with a mannequin that turns. */
interface MannequinControls {
  /** False while it is still loading, and for good where there is no WebGL. */
  isReady: boolean;
  /** Where it was turned to by hand, radians. */
  angle: number;
  turnBy(angle: number): void;
}

/** Shows a mannequin in an element and turns it slowly while `isTurning`; costs nothing while it cannot be seen, and gives everything back. */
export function useMannequinScene(
  host: RefObject<HTMLElement | null>,
  { mannequin, dress }: { mannequin?: Mannequin; dress?: OutfitMesh | undefined },
  isTurning: boolean,
): MannequinControls {
  const [isReady, setReady] = useState(false);
  const [angle, setAngle] = useState(START);
  const latest = useRef({ mannequin, dress });
  const stage = useRef<MannequinScene>(undefined);
  const turning = useRef<Turntable>(undefined);
  const now = useRef(START);
  const isWanted = useRef(isTurning);
  const hasMannequin = mannequin !== undefined;

  useEffect(() => {
    // The same mannequin in another size is not set up again.
    const isAnother = latest.current.mannequin !== mannequin;
    latest.current = { mannequin, dress };
    if (mannequin && isAnother) stage.current?.setMannequin(mannequin);
    stage.current?.setOutfit(dress);
  }, [mannequin, dress]);

  useEffect(() => {
    isWanted.current = isTurning;
    turning.current?.setEnabled(isTurning);
  }, [isTurning]);

  useEffect(() => {
    const element = host.current;
    if (!element || !hasMannequin) return;
    // A canvas of its own: one whose graphics context was given back cannot be used again.
    const canvas = document.createElement('canvas');
    canvas.setAttribute('aria-hidden', 'true');
    let isOver = false;
    let isOnScreen = true;
    const own = createTurntable((to) => {
      now.current = to;
      stage.current?.draw(to);
    }, now.current);
    turning.current = own;
    const look = () => own.setVisible(isOnScreen && document.visibilityState === 'visible');
    const resize = () => stage.current?.resize(element.clientWidth, element.clientHeight);
    const sizes = new ResizeObserver(resize);
    const places = new IntersectionObserver(([entry]) => {
      isOnScreen = entry?.isIntersecting ?? true;
      look();
    });
    const leave = () => {
      own.stop();
      stage.current?.dispose();
      stage.current = undefined;
      canvas.remove();
      setReady(false);
    };

    void import('./scene.ts')
      .then(({ createMannequinScene }) => {
        const { mannequin: first, dress: worn } = latest.current;
        if (isOver || !first) return;
        stage.current = createMannequinScene(canvas);
        canvas.addEventListener('webglcontextlost', leave, { once: true });
        stage.current.setMannequin(first);
        element.append(canvas);
        resize();
        stage.current.setOutfit(worn);
        stage.current.draw(now.current);
        sizes.observe(element);
        places.observe(element);
        document.addEventListener('visibilitychange', look);
        own.setEnabled(isWanted.current);
        setReady(true);
      })
      // Without WebGL, or without a connection: the still picture stays.
      .catch(() => {});

    return () => {
      isOver = true;
      canvas.removeEventListener('webglcontextlost', leave);
      document.removeEventListener('visibilitychange', look);
      sizes.disconnect();
      places.disconnect();
      leave();
      turning.current = undefined;
    };
  }, [host, hasMannequin]);

  const turnBy = useCallback((by: number) => {
    turning.current?.turnBy(by);
    setAngle(now.current);
  }, []);
  return { isReady, angle, turnBy };
}
