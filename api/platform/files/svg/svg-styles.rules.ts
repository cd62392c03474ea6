/** Styles that are not taken: of an effect, with something from outside, or of rules such as `@import`. */
export class StyleError extends Error {
  readonly kind: 'effect' | 'external' | 'script' | 'styles';

  constructor(kind: StyleError['kind']) {
    super(kind);
    this.kind = kind;
  }
}

/** How shapes look, as attributes or in styles. Others draw nothing here, or are for texts. */
const PROPERTIES = new Set(
  'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color stop-color stop-opacity clip-path clip-rule mask mask-type marker marker-start marker-mid marker-end display visibility overflow transform transform-origin paint-order vector-effect color-interpolation shape-rendering'.split(
    ' ',
  ),
);
const MAX_STYLES = 100_000;
const MAX_RULES = 1000;
const ADDRESS = /url\(/gi;
const LOCAL_ADDRESS = /url\(\s{0,20}(["']?)#([^\s"'()<>#]{1,200})\1\s{0,20}\)/gi;

/** Throws when a value or a style sheet refers to anything outside the file. Returns the ids that it refers to. */
function checkAddresses(text: string): string[] {
  if (text.includes('\\')) throw new StyleError('styles');
  if (/javascript\s*:|expression\s*\(|-moz-binding|behavior\s*:/i.test(text)) throw new StyleError('script');
  if (/(image-set|cross-fade|element|paint|src)\s*\(/i.test(text)) throw new StyleError('external');
  const local = [...text.matchAll(LOCAL_ADDRESS)].map(([, , id]) => id as string);
  if ([...text.matchAll(ADDRESS)].length !== local.length) throw new StyleError('external');
  return local;
}

/** The value of a presentation attribute; undefined for one that is not kept. Adds the ids that it refers to. Throws StyleError. */
export function sanitiseValue(property: string, value: string, references: string[]): string | undefined {
  const found = checkAddresses(value);
  if (/^(backdrop-)?filter$/i.test(property) && !/^\s*none\s*$/i.test(value)) throw new StyleError('effect');
  if (!PROPERTIES.has(property.toLowerCase()) || /[;{}<@]/.test(value)) return undefined;
  references.push(...found);
  return value;
}

/** The declarations of a `style` attribute that are kept. Throws StyleError. */
export function readDeclarations(style: string, references: string[]): string {
  if (style.length > MAX_STYLES) throw new StyleError('styles');
  const kept: string[] = [];
  for (const declaration of withoutComments(style).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) {
      checkAddresses(declaration);
      continue;
    }
    const property = declaration.slice(0, colon).trim();
    const value = sanitiseValue(property, declaration.slice(colon + 1).trim(), references);
    if (value !== undefined) kept.push(`${property}:${value}`);
  }
  return kept.join(';');
}

/** A selector of the kind that drawing programs write: elements, classes and ids, listed or within each other. */
const SELECTOR = /^[\w.#\s,>*-]{1,2000}$/;

/** The rules of a style sheet, written anew. Rules that begin with `@`, nested ones and other selectors are refused. Throws StyleError. */
export function checkStyles(sheet: string): string {
  if (sheet.length > MAX_STYLES) throw new StyleError('styles');
  const text = withoutComments(sheet).replaceAll(/<!--|-->/g, ' ');
  checkAddresses(text);
  if (text.includes('@') || text.includes('<')) throw new StyleError('styles');
  const rules = text.split('}');
  const rest = rules.pop() ?? '';
  if (rest.trim() !== '' || rules.length > MAX_RULES) throw new StyleError('styles');
  return rules
    .map((rule) => {
      const [selector = '', declarations, ...more] = rule.split('{');
      if (declarations === undefined || more.length > 0 || !SELECTOR.test(selector.trim())) throw new StyleError('styles');
      return `${selector.trim()}{${readDeclarations(declarations, [])}}`;
    })
    .join('');
}

/** Without comments; one that does not end goes to the end, as browsers read it. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let start = text.indexOf('/*'); start !== -1; start = text.indexOf('/*', from)) {
    parts.push(text.slice(from, start));
    const end = text.indexOf('*/', start + 2);
    if (end === -1) return parts.join(' ');
    from = end + 2;
  }
  return [...parts, text.slice(from)].join(' ');
}
