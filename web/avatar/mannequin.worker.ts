import type { Figure } from '#body/mannequin/frame.ts';
import { buildMannequin, type Mannequin } from '#body/mannequin/mannequin.ts';
import { pictureOf } from '#body/mannequin/picture.ts';
import { type Dress, dress } from '#body/outfit/dress.ts';
import type { Outfit } from '#body/outfit/outfit.ts';

/** What is to be built. */
export interface Job {
  /** Left out: the one before again. */
  figure?: Figure | undefined;
  outfit: Outfit | undefined;
  /** Nobody waits for it: what is built is forgotten, and what was compiled for it stays. */
  isRehearsal?: boolean;
}

/** What stands on the stage, and a still picture of it, the very first one ahead and coarser; then that it is done, or cannot be. */
export type Built =
  | { kind: 'shape' /** Only when it is another one. */; mannequin: Mannequin | undefined; dress: Dress | undefined }
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
addEventListener('message', ({ data: { figure, outfit, isRehearsal } }: MessageEvent<Job>) => {
  const say = (built: Built, transfer: Transferable[] = []) => {
    if (!isRehearsal) postMessage(built, { transfer });
  };
  const show = (mannequin: Mannequin, dressed?: Dress) => {
    const picture = new ImageData(pictureOf(mannequin, { width: WIDTH, height: HEIGHT, turn: TURN }, dressed), WIDTH, HEIGHT);
    say({ kind: 'picture', picture }, [picture.data.buffer]);
  };
  try {
    if (figure && !kept) {
      const coarse = buildMannequin(figure, { step: COARSE });
      show(coarse, outfit && dress(coarse, figure, outfit));
      if (isRehearsal) return;
    }
    if (figure) {
      kept = undefined;
      kept = { figure, mannequin: buildMannequin(figure, { step: STEP }) };
    }
    if (!kept) return say({ kind: 'failed' });
    const { mannequin } = kept;
    const dressed = outfit && dress(mannequin, kept.figure, outfit);
    say({ kind: 'shape', mannequin: figure && mannequin, dress: dressed });
    show(mannequin, dressed);
    say({ kind: 'done' });
  } catch {
    // A body that no surface could be found for: the words beside it still say everything.
    say({ kind: 'failed' });
  }
});
