import { join } from 'node:path';
import { API, SymbolFlags } from 'typescript/unstable/sync';
import type { CompatLookup } from './compat-data.ts';

const project = join(import.meta.dirname, '../..');

/** Folders whose code runs in browsers. */
const SHIPPED = /^(?:web|contract|brands|garments|lettering|body)\//;
const NOT_SHIPPED = /\.test\.tsx?$|^web\/(?:testing|prerender)|\.d\.ts$/;

const MEMBER = /(?<=\.)[a-zA-Z]\w*/g;

/**
 * The members that the sources use and a browser of the list lacks, with the files that use them. Looks at types, since names alone do not tell
 * `URLSearchParams.size` from `Map.size`.
 */
export function findNewMembersInSources(lookup: CompatLookup, config = 'web/tsconfig.json'): Map<string, string[]> {
  const api = new API({ cwd: project });
  const found = new Map<string, string[]>();
  try {
    const configFile = join(project, config);
    const opened = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    if (!opened) throw new Error(`TypeScript cannot open ${config}.`);
    const { program, checker } = opened;
    for (const path of program.getSourceFileNames()) {
      const file = path.slice(project.length + 1);
      if (!SHIPPED.test(file) || NOT_SHIPPED.test(file)) continue;
      const text = program.getSourceFile(path)?.text ?? '';
      const places = [...text.matchAll(MEMBER)].filter(([name]) => lookup.isNewSomewhere(name)).map(({ index }) => index);
      if (places.length === 0) continue;
      for (const symbol of checker.getSymbolAtPosition(path, places)) {
        if (!symbol || !(symbol.flags & (SymbolFlags.Property | SymbolFlags.Method | SymbolFlags.Accessor))) continue;
        const owner = symbol.getParent()?.name.replace(/^_|Constructor$/g, '');
        const member = owner && lookup.findNewMemberOf(owner, symbol.name);
        if (member) found.set(member, [...new Set([...(found.get(member) ?? []), file])]);
      }
    }
  } finally {
    api.close();
  }
  return found;
}
