/** The browsers that the pages must work in: `browserslist` of package.json, as the build and the check of its result need it. */
import { join } from 'node:path';
import browserslist from 'browserslist';

export const TARGET_BROWSERS = ['chrome', 'edge', 'firefox', 'safari', 'safari_ios'] as const;

/** The oldest version of each browser, as a number: 16.4 is the fourth update of Safari 16. Browsers without an entry are not looked at. */
export type BrowserTargets = Partial<Record<(typeof TARGET_BROWSERS)[number], number>>;

const names: Record<string, keyof BrowserTargets> = { ios_saf: 'safari_ios' };

const isTarget = (name: string): name is keyof BrowserTargets => (TARGET_BROWSERS as readonly string[]).includes(name);

/**
 * The oldest versions that a query of Browserslist allows; without one, those of package.json.
 *
 * @throws an error for a browser whose features the check does not know
 */
export function readTargets(query?: string[]): BrowserTargets {
  const targets: BrowserTargets = {};
  for (const entry of browserslist(query, { path: join(import.meta.dirname, '../..') })) {
    const [listed = '', versions = ''] = entry.split(' ');
    const name = names[listed] ?? listed;
    // "TP" is the preview of Safari, and "16.0-16.3" stands for all of these.
    const version = Number.parseFloat(versions);
    if (Number.isNaN(version)) continue;
    if (!isTarget(name)) throw new Error(`browserslist names ${listed}; known are ${TARGET_BROWSERS.join(', ')}.`);
    targets[name] = Math.min(targets[name] ?? Number.POSITIVE_INFINITY, version);
  }
  return targets;
}

/** The same, as Vite names them: `safari16.4`. */
export function readBuildTargets(): string[] {
  return Object.entries(readTargets()).map(([name, version]) => `${name === 'safari_ios' ? 'ios' : name}${version}`);
}
