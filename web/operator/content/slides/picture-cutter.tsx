import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { type Cut, findMaxZoom, moveCut, toPart } from './cut.ts';
import css from './slides.module.css';

/** A picture of the device, once its size is known. */
export interface ChosenPicture {
  file: File;
  /** Address of the file in this browser. */
  url: string;
  width: number;
  height: number;
}

/** The part of a picture that a cut means, filling whatever it is in. */
export function CutPicture({ picture, cut, alt }: { picture: ChosenPicture; cut: Cut; alt: string }) {
  const { left, top, width, height } = toPart(cut, picture);
  return (
    <img
      src={picture.url}
      alt={alt}
      draggable={false}
      style={{
        position: 'absolute',
        maxWidth: 'none',
        objectFit: 'fill',
        width: `${100 / width}%`,
        height: `${100 / height}%`,
        left: `${(-100 * left) / width}%`,
        top: `${(-100 * top) / height}%`,
      }}
    />
  );
}

/** Shares of the part by which an arrow key moves it. */
const STEP = 0.04;
const KEYS: Readonly<Record<string, { right?: number; down?: number }>> = {
  ArrowLeft: { right: -STEP },
  ArrowRight: { right: STEP },
  ArrowUp: { down: -STEP },
  ArrowDown: { down: STEP },
};

interface Props {
  picture: ChosenPicture;
  cut: Cut;
  onChange: (cut: Cut) => void;
}

/** Chooses the part of a picture that the slider shows: by dragging it in the frame, with the arrow keys, and with a slider for how close it is. */
export function PictureCutter({ picture, cut, onChange }: Props) {
  const drag = useRef<{ x: number; y: number } | undefined>(undefined);
  const maxZoom = findMaxZoom(picture);
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    if (!drag.current) return;
    const box = event.currentTarget.getBoundingClientRect();
    onChange(
      moveCut(cut, picture, {
        right: (drag.current.x - event.clientX) / box.width,
        down: (drag.current.y - event.clientY) / box.height,
      }),
    );
    drag.current = { x: event.clientX, y: event.clientY };
  };
  const press = (event: KeyboardEvent) => {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    onChange(moveCut(cut, picture, step));
  };
  return (
    <div className={css.cutter}>
      <button
        type="button"
        className={css.frame}
        aria-label="Part of the picture. Drag it, or move it with the arrow keys."
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          drag.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = undefined;
        }}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
      >
        <CutPicture picture={picture} cut={cut} alt="" />
      </button>
      <label className={css.zoom}>
        Zoom
        <input
          type="range"
          min={1}
          max={Math.max(1, maxZoom)}
          step={0.01}
          value={cut.zoom}
          disabled={maxZoom <= 1}
          onChange={(event) => onChange(moveCut(cut, picture, { zoom: Number(event.currentTarget.value) }))}
        />
      </label>
    </div>
  );
}
