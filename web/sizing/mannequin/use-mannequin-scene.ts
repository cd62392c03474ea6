import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Mannequin } from '#body/mannequin/mannequin.ts';
import type { OutfitMesh } from '#body/outfit/dress-mannequin.ts';
import type { MannequinScene } from './scene.ts';
import { createTurntable, type Turntable } from './turntable.ts';

/** Start angle of the rotation, the same as in the static image, radians. */
const START = 0.45;

/** Controls of a rotating mannequin. */
interface MannequinControls {
  /** False while loading, and always if WebGL is not available. */
  isReady: boolean;
  /** The angle after rotation by hand, radians. */
  angle: number;
  turnBy(angle: number): void;
}

/**
 * Shows a mannequin in an element and turns it slowly while `isTurning`. Idle while not visible; releases its resources on
 * unmount.
 */
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
    // The same mannequin in another garment size does not have to be uploaded again.
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
    // A new canvas, because one whose graphics context was released cannot be reused.
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
      // Without WebGL or a network connection, the static image stays.
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
