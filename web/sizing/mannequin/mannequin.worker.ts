import type { Figure } from '#body/mannequin/frame.ts';
import { buildMannequin, type Mannequin } from '#body/mannequin/mannequin.ts';
import { renderMannequin } from '#body/mannequin/picture.ts';
import { dressMannequin, type OutfitMesh } from '#body/outfit/dress-mannequin.ts';
import type { Outfit } from '#body/outfit/outfit.ts';

/** What is to be built. */
export interface MannequinJob {
  /** Left out: the one before again. */
  figure?: Figure | undefined;
  outfit: Outfit | undefined;
  /** A warm-up run: the result is discarded, but the compiled code is kept. */
  isWarmUp?: boolean;
}

/** What stands on the stage, and a still picture of it, the very first one ahead and coarser; then that it is done, or cannot be. */
export type MannequinMessage =
  | { kind: 'shape' /** Only when it is another one. */; mannequin: Mannequin | undefined; dress: OutfitMesh | undefined }
  | { kind: 'picture'; picture: ImageData }
  | { kind: 'done' }
  | { kind: 'failed' };

/** Distance of points, cm: fine enough for a screen, and built in some tenths of a second. */
const STEP = 1.5;
/** For the very first picture, which the finer one follows. */
const COARSE = 2.5;
/** Of the still picture, pixels. */
const [WIDTH, HEIGHT] = [440, 680];
/** Seen a little from the side, radians. */
const TURN = 0.45;

let kept: { figure: Figure; mannequin: Mannequin } | undefined;

/** Builds mannequins and dresses them where the page cannot stutter with them. Another outfit builds no other mannequin. */
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
    // A body that no surface could be found for: the words beside it still say everything.
    say({ kind: 'failed' });
  }
});
