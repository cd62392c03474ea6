/** Which browsers know a feature, from the data of MDN (`@mdn/browser-compat-data`). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { CompatData, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data/types';
import { type BrowserTargets, TARGET_BROWSERS } from './targets.ts';

/** Looks features up by their path in the data: `api.URLSearchParams.size`. */
export interface CompatLookup {
  /** Whether one of the browsers lacks it. False for what the data do not know. */
  isTooNew(...path: string[]): boolean;
  /**
   * The path of a member that a browser lacks, whatever object it is of; nothing if any interface has had one of that name for long. Names of one word are
   * left out: `variants` is rather a name of the script's own.
   */
  findNewMember(name: string): string | undefined;
  /** Whether a browser lacks the member of that name of some interface. */
  isNewSomewhere(name: string): boolean;
  /** As `findNewMember`, for one interface and what it inherits from; for other names, nothing. */
  findNewMemberOf(owner: string, name: string): string | undefined;
  /** The path of a global name that a browser lacks. */
  findNewGlobal(name: string): string | undefined;
  /** Whether it is the name of a global object, or of a property of one. */
  isGlobal(name: string): boolean;
  /** "Safari 17, Firefox 125": the browsers that lack it, with the version that brought it. */
  describe(path: string): string;
  /** The names that have members of the data's group: `css.properties`. */
  names(...path: string[]): string[];
}

/** Interfaces that TypeScript has under another name. */
const typeNames: Record<string, string> = {
  ReadonlyArray: 'Array',
  ReadonlySet: 'Set',
  ReadonlyMap: 'Map',
  IteratorObject: 'Iterator',
  ArrayIterator: 'Iterator',
  SetIterator: 'Iterator',
  MapIterator: 'Iterator',
  HTMLOrSVGElement: 'HTMLElement',
  PopoverTargetAttributes: 'HTMLButtonElement',
  ParentNode: 'Element',
  ChildNode: 'Element',
  WindowOrWorkerGlobalScope: 'Window',
};

const browserNames: Record<(typeof TARGET_BROWSERS)[number], string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  firefox: 'Firefox',
  safari: 'Safari',
  safari_ios: 'iOS',
};

const readData = (): CompatData =>
  JSON.parse(readFileSync(createRequire(import.meta.url).resolve('@mdn/browser-compat-data'), 'utf8'));

/** Reads the data, which takes a fifth of a second. */
export function createCompatLookup(targets: BrowserTargets): CompatLookup {
  const data = readData();

  const find = (path: readonly string[]): Identifier | undefined =>
    path.reduce<Identifier | undefined>(
      (node, name) => (node && name !== '__compat' && Object.hasOwn(node, name) ? node[name] : undefined),
      data as unknown as Identifier,
    );
  const lacking = (compat: CompatStatement | undefined) =>
    compat
      ? TARGET_BROWSERS.filter((browser) => {
          const oldest = targets[browser];
          const support = compat.support[browser];
          return oldest !== undefined && support !== undefined && ![support].flat().some((one) => hasBy(one, oldest));
        })
      : [];
  const isTooNew = (...path: string[]) => lacking(find(path)?.__compat).length > 0;

  const members = new Map<string, string[]>();
  const interfaces = new Map<string, string>();
  for (const group of ['api', 'javascript.builtins', 'javascript.builtins.Intl', 'javascript.builtins.Temporal']) {
    for (const [owner, node] of childrenOf(find(group.split('.')))) {
      interfaces.set(owner, `${group}.${owner}`);
      for (const [name] of childrenOf(node)) {
        const plain = name.replace(/_static$/, '');
        members.set(plain, [...(members.get(plain) ?? []), `${group}.${owner}.${name}`]);
      }
    }
  }
  const isNewPath = (path: string) => isTooNew(...path.split('.'));
  // What belongs to a new interface is reached through a new name, which is found itself.
  const newOfOldOwners = (name: string) =>
    (members.get(name) ?? []).filter((path) => isNewPath(path) && !isNewPath(path.slice(0, path.lastIndexOf('.'))));
  const isGlobal = (name: string) => interfaces.has(name) || find(['api', 'Window', name]) !== undefined;

  return {
    isTooNew,
    isGlobal,
    findNewMember(name) {
      const paths = members.get(name) ?? [];
      const path = paths.every(isNewPath) ? newOfOldOwners(name)[0] : undefined;
      return /[a-z][A-Z]/.test(name) ? path : undefined;
    },
    isNewSomewhere: (name) => newOfOldOwners(name).length > 0,
    findNewMemberOf(owner, name) {
      const base = interfaces.get(typeNames[owner] ?? owner);
      const path = base && [`${base}.${name}`, `${base}.${name}_static`].find((each) => find(each.split('.')));
      return path && isNewPath(path) ? path : undefined;
    },
    findNewGlobal(name) {
      const path = interfaces.get(name) ?? (find(['api', 'Window', name]) && `api.Window.${name}`);
      return path && isNewPath(path) ? path : undefined;
    },
    describe(path) {
      const compat = find(path.split('.'))?.__compat;
      return lacking(compat)
        .map((browser) => {
          const since = [compat?.support[browser]]
            .flat()
            .find((one) => one && isPlain(one) && !one.version_removed)?.version_added;
          return `${browserNames[browser]} ${since ? `from ${since}` : 'never'}`;
        })
        .join(', ');
    },
    names: (...path) => childrenOf(find(path)).map(([name]) => name),
  };
}

const childrenOf = (node: Identifier | undefined) =>
  Object.entries(node ?? {}).filter(([name]) => name !== '__compat') as [string, Identifier][];

/** Available to everyone under its own name. */
const isPlain = (one: SimpleSupportStatement) => !one.flags && !one.prefix && !one.alternative_name;

function hasBy(one: SimpleSupportStatement, oldest: number): boolean {
  const { version_added: since, version_removed: until } = one;
  if (!isPlain(one) || typeof since !== 'string' || since === 'preview') return false;
  return toNumber(since) <= oldest && (until === undefined || toNumber(until) > oldest);
}

/** Versions have at most one part after the point, of one digit: 16.4. "≤18" is 18 or before. */
const toNumber = (version: string) => Number.parseFloat(version.replace('≤', ''));
