import type { Target } from './target.ts';

/** What an attack found. */
export interface Finding {
  /** Whether the portal did what it must. */
  held: boolean;
  /** What the portal did, in a few words. */
  seen: string;
}

/** One attack on a running portal, from outside. */
export interface Attack {
  name: string;
  /** What must hold. */
  expected: string;
  /**
   * What it cannot do without: a portal that it may slow down, stop or restart (skipped against one that someone else runs), the pages, or a
   * processor of its own because it measures times. The check of the attacks skips all of these.
   */
  needs?: 'its own portal' | 'built pages' | 'a quiet machine';
  run(target: Target): Promise<Finding>;
}

/** An attack that cannot run here, with the reason: it counts neither as held nor as broken. */
export class SkippedError extends Error {}

/** Joins several checks of one attack: it held if all of them did. Only the checks that did not are described, unless none failed. */
export function summarizeChecks(checks: readonly Finding[]): Finding {
  const broken = checks.filter(({ held }) => !held);
  const described = broken.length > 0 ? broken : checks;
  return { held: broken.length === 0, seen: described.map(({ seen }) => seen).join('; ') };
}
