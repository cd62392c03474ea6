import type { Figure } from '#body/mannequin/frame.ts';
import type { Outfit } from '#body/outfit/outfit.ts';
import type { MannequinJob, MannequinMessage } from './mannequin.worker.ts';

/** Builds mannequins in a worker. */
export interface MannequinBuilder {
  /**
   * Requests a mannequin, with or without an outfit. Of several requests during a build, only the last one is built. The same
   * figure object is not built twice in a row.
   */
  build(figure: Figure, outfit?: Outfit): void;
  /** Terminates the worker; no more results are reported. */
  close(): void;
}

let spare: Worker | undefined;
const startWorker = () => {
  const ready = spare ?? new Worker(new URL('./mannequin.worker.ts', import.meta.url), { type: 'module' });
  spare = undefined;
  return ready;
};

/**
 * Starts the next builder's worker before there is a figure and warms it up with an average one, so that the first image appears
 * sooner. Returns a function that terminates it if it is not needed.
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

/** Creates a builder that reports its results. The worker starts with the first figure. Tests can pass another `start`. */
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
