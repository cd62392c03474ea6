/** Finds the regular expressions of the code and decides whether one could take long, however its text is chosen. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

const project = join(import.meta.dirname, '..');

/** Expressions that have been checked, each as `/source/flags`. `npm run check:expressions` writes the file. */
export const CHECKED_FILE = join(import.meta.dirname, 'checked-expressions.json');

/** The key of expressions whose source is known only when the code runs. */
const NOT_CONSTANT = 'not constant';

/** An expression and where it is. `key` is `/source/flags`, or NOT_CONSTANT. */
export interface Expression {
  file: string;
  key: string;
  /** Undefined where the source is not constant. */
  source: string | undefined;
  flags: string;
}

/**
 * Expressions that may take quadratic time or more, or whose source is not constant, by file; with the reason why no one can use that to
 * hold up the portal.
 */
export const EXCEPTIONS: Record<string, { reason: string; keys: readonly string[] }> = {
  'api/catalogue/import/shopify/amounts.rules.ts': {
    reason: 'amounts of more than 40 characters are refused before',
    keys: [String.raw`/\s*(?:(?:US|CA|AU|NZ|HK|A|C|S|R)?\p{Sc}|[A-Z]{3}|kr\.?|Rs\.?|zł|Fr\.?)$/u`],
  },
  'api/catalogue/import/shopify/garments.rules.ts': {
    reason: 'the words are constants of the file',
    keys: [NOT_CONSTANT],
  },
  'api/catalogue/import/shopify/specifications.rules.ts': {
    reason: 'the words are constants of the file',
    keys: [NOT_CONSTANT],
  },
  'api/catalogue/import/shopify/sizes.rules.ts': {
    reason: 'texts of more than 60 characters are not read as sizes',
    keys: [
      String.raw`/[\s-]*(?:extra|x)[\s-]*(large|small)$/`,
      String.raw`/^(?:(\d{1,2})\s*-?\s*x|(x{1,6}))(?:-?\s*)(s|l)(?:mall|arge)?$/`,
      String.raw`/\s*[/–]\s*|\s+-\s+/`,
      String.raw`/^(.+?)[\s-]*(short|regular|reg|long|tall|petite|s|r|l|t)$/`,
      String.raw`/^w?\s*(\d+(?:[.,]\d+)?)(½)?\s*(?:"|cm|mm|in|ml|l(?=\d))?\s*(?:[/x×l-]\s*(\d+(?:[.,]\d+)?))?\s*(.*)$/`,
    ],
  },
  'api/catalogue/size-guides/reading/measures.rules.ts': {
    reason: 'the patterns are literals of the file',
    keys: [NOT_CONSTANT],
  },
  'api/catalogue/size-guides/reading/size-names.rules.ts': {
    reason: 'texts of more than 60 characters are not read as sizes',
    keys: [
      String.raw`/^(\d{1,3}(?:\.\d+)?)\s*(?:"|”|″|''|in\.?|inch|inches|cm)?\s*[/x×-]\s*(\d{1,3}(?:\.\d+)?)\s*(?:"|”|″|''|in\.?|inch|inches|cm)?\s*$/i`,
      String.raw`/^(.+?)[\s/-]+\(?((?:extra[\s-])?(?:short|long|tall)|reg(?:ular)?|petite)\)?$/i`,
      String.raw`/^(\d{1,3}(?:\.\d+)?)\s*[-/]?\s*([srltp])$/i`,
    ],
  },
  'api/platform/db/embedded/postgres-access.ts': {
    reason: 'reads a file of our own database cluster',
    keys: [String.raw`/^[^#\n]*\strust\s*$/m`],
  },
  'api/platform/db/repeatable-files.ts': {
    reason: 'reads the SQL files of our own repository',
    keys: [String.raw`/\son\s+(\w+)\s+(?:from|(?:not\s+)?deferrable|initially|referencing|for|when|execute)\s/i`],
  },
  'api/platform/db/sql-statements.ts': {
    reason: 'reads the SQL files of our own repository',
    keys: [String.raw`/--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g`],
  },
  'api/platform/http/prerender.ts': { reason: 'the paths are those of our own build', keys: [NOT_CONSTANT] },
  'garments/pen.ts': {
    reason: 'reads only our own drawings',
    keys: [String.raw`/\d*\.\d+/g`, String.raw`/(?:<path d="[^"]*" (stroke="[^>]*")\/>)(?:<path d="[^"]*" \1\/>)+/g`],
  },
  'web/app/session/return-url.ts': {
    reason: 'the patterns are those of our own pages',
    keys: [NOT_CONSTANT],
  },
  'web/identity/passwords/password-match.worker.ts': {
    reason: 'runs in a worker, with a time limit',
    keys: [NOT_CONSTANT],
  },
  'web/sizing/sizing-api.ts': { reason: 'reads an address of our own server', keys: [String.raw`/\/+$/`] },
};

/** Whether the expression is one of the exceptions. */
export const isException = ({ file, key }: Expression) => EXCEPTIONS[file]?.keys.includes(key) === true;

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const each of value) yield* walk(each);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) if (typeof child === 'object') yield* walk(child);
  }
}

/** The text of an expression made of constants; undefined if it contains anything else. */
function evaluate(node: unknown, constants: ReadonlyMap<string, Node>): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'Identifier') {
    const constant = constants.get(node.name as string);
    return constant && evaluate(constant, constants);
  }
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [evaluate(node.left, constants), evaluate(node.right, constants)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  const isRaw = node.type === 'TaggedTemplateExpression';
  const template = isRaw ? (node.quasi as Node) : node;
  if (template.type !== 'TemplateLiteral') return undefined;
  const texts = (template.quasis as { value: { raw: string; cooked: string } }[]).map(({ value }) =>
    isRaw ? value.raw : value.cooked,
  );
  const values = (template.expressions as Node[]).map((each) => evaluate(each, constants));
  if (values.includes(undefined)) return undefined;
  return texts.map((text, index) => text + (values[index] ?? '')).join('');
}

/** Lists the regular expressions of a file: literals, `new RegExp`, and patterns of JSON schemas. */
export function readExpressions(file: string, text: string): Expression[] {
  const nodes = [...walk(parseSync(file, text).program)];
  const constants = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && isNode(id) && isNode(init) ? [[id.name as string, init] as const] : [],
    ),
  );
  const toExpression = (source: string | undefined, flags: string): Expression => ({
    file,
    key: source === undefined ? NOT_CONSTANT : `/${source}/${flags}`,
    source,
    flags,
  });
  return nodes.flatMap((node) => {
    const { regex, callee, key } = node as { regex?: { pattern: string; flags: string }; callee?: Node; key?: Node };
    if (node.type === 'Literal' && regex) return [toExpression(regex.pattern, regex.flags)];
    if (/^(New|Call)Expression$/.test(node.type) && callee?.name === 'RegExp') {
      const [source, flags] = node.arguments as Node[];
      return [toExpression(evaluate(source, constants), (flags && evaluate(flags, constants)) ?? '')];
    }
    if (node.type !== 'Property' || key?.name !== 'pattern' || !file.startsWith('contract/')) return [];
    return [toExpression(evaluate(node.value, constants), 'u')];
  });
}

/** The expressions of the code that runs in the portal, in its jobs, in imports and in the browser; tests are left out. */
export function readPortalExpressions(): Expression[] {
  const folders = ['api', 'body', 'brands', 'contract', 'garments', 'lettering', 'web'];
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...folders], {
    cwd: project,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(?:api|web)\/testing\//.test(file) && existsSync(join(project, file)),
    )
    .flatMap((file) => readExpressions(file, readFileSync(join(project, file), 'utf8')));
}

/** Whether an expression takes linear time, with a text that shows it if not. Takes a tenth of a second on average, a minute at most. */
export async function checkExpression({ source, flags }: Expression): Promise<{ isLinear: boolean; reason: string }> {
  if (source === undefined) return { isLinear: false, reason: 'its source is not constant' };
  // The other backends need Java or a program for each platform.
  process.env.RECHECK_BACKEND = 'pure';
  const { checkSync } = await import('recheck');
  const result = checkSync(source, flags, { timeout: 60_000, randomSeed: 1 });
  if (result.status === 'safe') return { isLinear: true, reason: '' };
  if (result.status === 'unknown') return { isLinear: false, reason: 'could not be decided' };
  return { isLinear: false, reason: `${result.complexity.summary}, for example with ${result.attack.pattern}` };
}

export const readChecked = () => new Set(JSON.parse(readFileSync(CHECKED_FILE, 'utf8')) as string[]);
