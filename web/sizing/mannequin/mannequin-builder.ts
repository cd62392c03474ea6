import type { Figure } from '#body/mannequin/frame.ts';
import type { Outfit } from '#body/outfit/outfit.ts';
import type { MannequinJob, MannequinMessage } from './mannequin.worker.ts';

/** Builds mannequins beside the page. */
export interface MannequinBuilder {
  /**
   * Asks for a mannequin in an outfit, or in none. Of those that are asked for while one is being built, only the last is built after it. The same
   * figure object is not built twice in a row.
   */
  build(figure: Figure, outfit?: Outfit): void;
  /** Ends the worker; nothing is heard of it any more. */
  close(): void;
}

let spare: Worker | undefined;
const startWorker = () => {
  const ready = spare ?? new Worker(new URL('./mannequin.worker.ts', import.meta.url), { type: 'module' });
  spare = undefined;
  return ready;
};

/**
 * Starts the next builder's worker before there is a figure for it, and lets it rehearse with a usual one: then the first picture is there sooner.
 * Returns a function that terminates it if it is not needed.
 */
export function warmUpMannequinBuilder(usual: Figure): () => void {
  const own = startWorker();
  spare = own;
  own.postMessage({ figure: usual, outfit: undefined, isWarmUp: true } satisfies MannequinJob);
  return () => {
    if (spare !== own) return;
    own.terminate();
    spare = undefined;
  };
}

/** Says what could be built. Starts no worker before there is a figure; `start` is another one, for tests. */
export function createMannequinBuilder(
  onBuilt: (built: MannequinMessage) => void,
  start: () => Worker = startWorker,
): MannequinBuilder {
  let worker: Worker | undefined;
  let isBuilding = false;
  let built: Figure | undefined;
  let next: { figure: Figure; outfit: Outfit | undefined } | undefined;

  function send(to: Worker, { figure, outfit }: { figure: Figure; outfit: Outfit | undefined }) {
    isBuilding = true;
    next = undefined;
    to.postMessage({ figure: figure === built ? undefined : figure, outfit } satisfies MannequinJob);
    built = figure;
  }
  function run(): Worker {
    const started = start();
    started.addEventListener('message', ({ data }: MessageEvent<MannequinMessage>) => {
      if (started !== worker) return;
      onBuilt(data);
      if (data.kind === 'shape' || data.kind === 'picture') return;
      isBuilding = false;
      if (next) send(started, next);
    });
    return started;
  }

  return {
    build(figure, outfit) {
      worker ??= run();
      if (isBuilding) next = { figure, outfit };
      else send(worker, { figure, outfit });
    },
    close() {
      worker?.terminate();
      worker = undefined;
      next = undefined;
      built = undefined;
      isBuilding = false;
    },
  };
}
