import { Button } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Figure } from '#body/mannequin/frame.ts';
import type { Outfit } from '#body/outfit/outfit.ts';
import css from './avatar.module.css';
import { getVisibleSide } from './turntable.ts';
import { useMannequinScene } from './use-mannequin-scene.ts';
import { useMannequinWorker } from './use-mannequin-worker.ts';

interface Props {
  /** Keep the same object while the body is the same: a new object rebuilds the mannequin. */
  figure: Figure;
  /** Describes the picture for people who cannot see it. */
  words: string;
  /** The garment and its fit. Keep the same object, as with the figure. */
  outfit?: Outfit | undefined;
  /** Whether it starts turning by itself, unless the person prefers reduced motion. */
  turns?: boolean;
}

/** Rotation per key press, radians. */
const STEP = Math.PI / 12;
/** Rotation per pixel of dragging, radians. */
const PER_PIXEL = 0.011;

const KEYS: Readonly<Record<string, number>> = { ArrowLeft: -STEP, ArrowDown: -STEP, ArrowRight: STEP, ArrowUp: STEP };

/** The mannequin of a body: first a static image, then a scene that turns slowly and can be rotated by dragging or with keys. */
export function Avatar({ figure, words, outfit, turns = true }: Props) {
  const shown = useMannequinWorker(figure, outfit);
  const host = useRef<HTMLDivElement>(null);
  const [isTurning, setTurning] = useState(() => turns && !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [dragged, setDragged] = useState<number>();
  const { isReady, angle, turnBy } = useMannequinScene(host, shown, isTurning && dragged === undefined);

  function turnByKey(event: KeyboardEvent) {
    const by = KEYS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setTurning(false);
    turnBy(by);
  }
  const drag = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(event.clientX);
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged === undefined) return;
      turnBy((event.clientX - dragged) * PER_PIXEL);
      setDragged(event.clientX);
    },
    onPointerUp: () => setDragged(undefined),
    onPointerCancel: () => setDragged(undefined),
  };

  return (
    <figure className={css.figure}>
      <div className={css.place}>
        {shown.picture && <Still picture={shown.picture} isHidden={isReady} words={words} />}
        <div
          ref={host}
          className={css.stage}
          hidden={!shown.mannequin}
          {...(isReady && {
            role: 'slider',
            tabIndex: 0,
            'aria-label': outfit ? 'Turn the dressed mannequin' : 'Turn the mannequin',
            'aria-valuemin': 0,
            'aria-valuemax': 360,
            'aria-valuenow': Math.round((angle * 180) / Math.PI),
            'aria-valuetext': `Seen from the ${getVisibleSide(angle)}`,
            onKeyDown: turnByKey,
            ...drag,
          })}
        />
      </div>
      {isReady && (
        <div className={css.below}>
          <Button variant="default" size="compact-md" onClick={() => setTurning(!isTurning)}>
            {isTurning ? 'Stop turning' : 'Turn slowly'}
          </Button>
          <span>Drag to turn, or use the arrow keys.</span>
        </div>
      )}
      <figcaption className={css.words}>{words}</figcaption>
    </figure>
  );
}

function Still({ picture, isHidden, words }: { picture: ImageData; isHidden: boolean; words: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => canvas.current?.getContext('2d')?.putImageData(picture, 0, 0), [picture]);
  return (
    <canvas
      ref={canvas}
      className={css.still}
      width={picture.width}
      height={picture.height}
      role="img"
      aria-label={words}
      hidden={isHidden}
    />
  );
}
