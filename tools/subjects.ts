/** One word per subject: which words the folders and files of contract/, api/ and web/ use, and which of them are not on all three layers. */

/** Where code that belongs to no subject is. */
const NO_SUBJECTS = /^(contract\/platform|api\/(platform|testing)|web\/(ui|themes|testing|public))\//;
/** Pages and parts of the shell, of whatever area: they count as the web layer of a word, but name no subjects of their own. */
const OF_ALL_AREAS = /^web\/(operator|app)\//;

const LAYERS = ['contract', 'api', 'web'] as const;
type Layer = (typeof LAYERS)[number];

/** A word in a layer: the areas in which it names a subject, those in which it names something further down, and whether pages of all areas have it. */
interface Uses {
  subject: Set<string>;
  below: Set<string>;
  ofAllAreas: boolean;
}

/**
 * Lists the subjects that are not on all three layers, or whose area differs between them, each as one line such as `pricing: not in contract, web` or
 * `statement: ordering in contract and api, entitlement in web`.
 *
 * A subject is a folder `<layer>/<area>/<word>/` or a file `contract/<area>/<word>.ts`. A layer has a word when a folder or a file in it has that name.
 *
 * @param files paths of code from the top of the repository, without tests
 */
export function findSubjectGaps(files: readonly string[]): string[] {
  const words = collectWords(files);
  return [...words]
    .filter(([, layers]) => [...layers.values()].some(({ subject }) => subject.size > 0))
    .flatMap(([word, layers]) => {
      const missing = LAYERS.filter((layer) => !layers.has(layer));
      if (missing.length > 0) return [`${word}: not in ${missing.join(', ')}`];
      return haveCommonAreas(layers) ? [] : [`${word}: ${describeAreas(layers)}`];
    })
    .sort();
}

function collectWords(files: readonly string[]): Map<string, Map<Layer, Uses>> {
  const words = new Map<string, Map<Layer, Uses>>();
  for (const file of files) {
    const [layer = '', area = '', ...rest] = file.split('/');
    if (!isLayer(layer) || rest.length === 0 || NO_SUBJECTS.test(file)) continue;
    const ofAllAreas = OF_ALL_AREAS.test(file);
    for (const [depth, part] of [area, ...rest].entries()) {
      const word = part.split('.')[0] ?? '';
      const layers = words.get(word) ?? new Map<Layer, Uses>();
      const uses = layers.get(layer) ?? { subject: new Set(), below: new Set(), ofAllAreas: false };
      words.set(word, layers.set(layer, uses));
      // Directly in an area only folders are subjects, but in the contract files are too.
      const isSubject = depth === 1 && (rest.length > 1 || layer === 'contract');
      if (ofAllAreas) uses.ofAllAreas = true;
      else uses[isSubject ? 'subject' : 'below'].add(area);
    }
  }
  return words;
}

function isLayer(folder: string): folder is Layer {
  return (LAYERS as readonly string[]).includes(folder);
}

/** The areas of a word in a layer: those in which it is a subject, or where it is none, those in which it occurs; none where pages of all areas have it. */
function areasOf({ subject, below, ofAllAreas }: Uses): string[] {
  return [...(subject.size > 0 ? subject : ofAllAreas ? [] : below)].sort();
}

function haveCommonAreas(layers: ReadonlyMap<Layer, Uses>): boolean {
  const all = [...layers.values()].map(areasOf).filter((areas) => areas.length > 0);
  return all.every((areas) => all.every((others) => areas.some((area) => others.includes(area))));
}

function describeAreas(layers: ReadonlyMap<Layer, Uses>): string {
  const byAreas = new Map<string, Layer[]>();
  for (const layer of LAYERS) {
    const uses = layers.get(layer);
    const areas = uses ? areasOf(uses).join(' and ') : '';
    if (areas !== '') byAreas.set(areas, [...(byAreas.get(areas) ?? []), layer]);
  }
  return [...byAreas].map(([areas, found]) => `${areas} in ${found.join(' and ')}`).join(', ');
}

const CALL_IN_CONTRACT = /^ {2}'([A-Z]+ \/[^']+)':/gm;
const CALL_OF_ROUTE = /\bregisterEndpoint\(\s*\w+,\s*\w+,\s*'([A-Z]+ \/[^']+)'/g;

/**
 * Lists calls that are served in another place than the contract names: `contract/<area>/<subject>` is served by routes in `api/<area>/<subject>/`, or
 * directly in `api/<area>/` where the area has one subject alone. Each is one line, `call: file of the contract, file of the routes`.
 *
 * @param sources the text of each file by its path
 */
export function findCallsServedElsewhere(sources: ReadonlyMap<string, string>): string[] {
  const listed = new Map<string, string>();
  for (const [file, text] of sources)
    if (file.startsWith('contract/')) for (const [, call = ''] of text.matchAll(CALL_IN_CONTRACT)) listed.set(call, file);
  return [...sources]
    .filter(([file]) => file.endsWith('.routes.ts'))
    .flatMap(([file, text]) =>
      [...text.matchAll(CALL_OF_ROUTE)]
        .map(([, call = '']): [call: string, contract: string] => [call, listed.get(call) ?? ''])
        .filter(([, contract]) => !isSamePlace(contract, file))
        .map(([call, contract]) => `${call}: ${contract}, ${file}`),
    )
    .sort();
}

function isSamePlace(contract: string, routes: string): boolean {
  const [, area, subject = ''] = contract.replace(/\.ts$/, '').split('/');
  const [, otherArea, other = ''] = routes.split('/');
  return area === otherArea && (subject === other || other.endsWith('.routes.ts'));
}
