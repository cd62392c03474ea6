import type { Figure } from '#body/mannequin/frame.ts';
import { buildMannequin, type Mannequin } from '#body/mannequin/mannequin.ts';
import { renderMannequin } from '#body/mannequin/picture.ts';
import { dressMannequin, type OutfitMesh } from '#body/outfit/dress-mannequin.ts';
import type { Outfit } from '#body/outfit/outfit.ts';

/** A request to build or dress a mannequin. */
export interface MannequinJob {
  /** Omitted to keep the previous figure. */
  figure?: Figure | undefined;
  outfit: Outfit | undefined;
  /** A warm-up run: the result is discarded, but the compiled code is kept. */
  isWarmUp?: boolean;
}

/** Results of a request: the mesh, a static image (the first one coarser and earlier), and finally success or failure. */
export type MannequinMessage =
  | { kind: 'shape' /** Undefined if unchanged. */; mannequin: Mannequin | undefined; dress: OutfitMesh | undefined }
  | { kind: 'picture'; picture: ImageData }
  | { kind: 'done' }
  | { kind: 'failed' };

/** Distance between points, cm: fine enough for a screen, and built in some tenths of a second. */
const STEP = 1.5;
/** The same for the first image, which a finer one replaces. */
const COARSE = 2.5;
/** Size of the static image, pixels. */
const [WIDTH, HEIGHT] = [440, 680];
/** Rotation of the static image, radians: seen slightly from the side. */
const TURN = 0.45;

let kept: { figure: Figure; mannequin: Mannequin } | undefined;

/** Builds and dresses mannequins without blocking the page. A new outfit does not rebuild the mannequin. */
addEventListener('message', ({ data: { figure, outfit, isWarmUp } }: MessageEvent<MannequinJob>) => {
  const say = (built: MannequinMessage, transfer: Transferable[] = []) => {
    if (!isWarmUp) postMessage(built, { transfer });
  };
  const show = (mannequin: Mannequin, dressed?: OutfitMesh) => {
    const picture = new ImageData(
      renderMannequin(mannequin, { width: WIDTH, height: HEIGHT, turn: TURN }, dressed),
      WIDTH,
      HEIGHT,
    );
    say({ kind: 'picture', picture }, [picture.data.buffer]);
  };
  try {
    if (figure && !kept) {
      const coarse = buildMannequin(figure, { step: COARSE });
      show(coarse, outfit && dressMannequin(coarse, figure, outfit));
      if (isWarmUp) return;
    }
    if (figure) {
      kept = undefined;
      kept = { figure, mannequin: buildMannequin(figure, { step: STEP }) };
    }
    if (!kept) return say({ kind: 'failed' });
    const { mannequin } = kept;
    const dressed = outfit && dressMannequin(mannequin, kept.figure, outfit);
    say({ kind: 'shape', mannequin: figure && mannequin, dress: dressed });
    show(mannequin, dressed);
    say({ kind: 'done' });
  } catch {
    // No surface could be built for this body; its description in words is still shown.
    say({ kind: 'failed' });
  }
});
