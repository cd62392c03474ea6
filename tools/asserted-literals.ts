/** Finds the literals that a test file asserts, from its syntax: not its titles, comments or input. */
import { parseAst } from 'vite';
import { UNKNOWN_TEXT } from './spec-copy.ts';

export interface TestFile {
  /** Literals that something is compared with, or that are looked up on a screen exactly. */
  asserted: Set<string>;
  /** All literals in calls, whatever their purpose, including addresses of opened pages. */
  used: Set<string>;
  /** Whether the file has tests of its own. */
  hasTests: boolean;
  /** Whether the file asserts anything; a file that only lists texts does not. */
  asserts: boolean;
  /** Import specifiers as written. */
  imports: string[];
}

type Node = { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const TESTS = new Set(['it', 'test', 'describe']);
// Text that is typed, selected or opened proves nothing about what is shown.
const INPUT = new Set(['fill', 'type', 'press', 'pressSequentially', 'selectOption', 'setInputFiles', 'goto', 'inject', 'route']);
// These also find 'Password' in 'Set password', unless they are exact.
const LOOSE = /^(?:getBy(?:Text|Label|Role|Placeholder|Title|AltText)|queryBy\w+)$/;
const ASSERTS = /^(?:expect|assert|waitFor|waitForURL|getBy\w+)$/;

/** The names along a callee: `expect(x).not.toBe` is expect, not, toBe. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [callee.name as string];
  if (callee.type === 'MemberExpression') {
    const { property } = callee as unknown as { property: Node };
    return [...namesOf(callee.object), ...(property.type === 'Identifier' ? [property.name as string] : [])];
  }
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  return callee.type === 'TaggedTemplateExpression' ? namesOf(callee.tag) : [];
}

const isExact = (call: Node): boolean =>
  (call.arguments as Node[]).some(
    (argument) =>
      argument.type === 'ObjectExpression' &&
      (argument.properties as Node[]).some(
        ({ key, value }) => isNode(key) && key.name === 'exact' && isNode(value) && value.value === true,
      ),
  );

function literalOf(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join(UNKNOWN_TEXT);
}

/** Reads one file; `lang` says whether it may have JSX. Throws if it is not valid TypeScript. */
export function readTestFile(source: string, lang: 'ts' | 'tsx' = 'ts'): TestFile {
  const file: TestFile = { asserted: new Set(), used: new Set(), hasTests: false, asserts: false, imports: [] };
  // A declared literal counts if its name is used later.
  const declared: { name: string; literal: string }[] = [];
  const mentioned = new Map<string, number>();

  const visit = (node: Node, calls: readonly Node[], variable: string | undefined, parent: Node | undefined): void => {
    if (node.type === 'ImportDeclaration') {
      file.imports.push((node.source as unknown as { value: string }).value);
      return;
    }
    if (node.type === 'Identifier') mentioned.set(node.name as string, (mentioned.get(node.name as string) ?? 0) + 1);
    const literal = literalOf(node);
    if (literal !== undefined) note(literal, calls, variable, parent);
    const names = node.type === 'CallExpression' ? namesOf(node.callee) : [];
    if (TESTS.has(names[0] ?? '')) file.hasTests = true;
    if (names.some((name) => ASSERTS.test(name))) file.asserts = true;

    const name = isNode(node.id) && node.type === 'VariableDeclarator' ? (node.id.name as string | undefined) : variable;
    // A literal within a function belongs to its calls, not to the variable around it.
    const isFunction = /Function/.test(node.type);
    const inner = node.type === 'CallExpression' ? [...calls, node] : calls;
    for (const [key, child] of Object.entries(node)) {
      if (key.startsWith('type') && key !== 'type') continue;
      for (const one of Array.isArray(child) ? child : [child])
        if (isNode(one)) visit(one, inner, isFunction ? undefined : name, node);
    }
  };

  const note = (literal: string, calls: readonly Node[], variable: string | undefined, parent: Node | undefined): void => {
    const call = calls.at(-1);
    if (call) file.used.add(literal);
    const names = call ? namesOf(call.callee) : [];
    const isTitle = parent === call && TESTS.has(names[0] ?? '');
    const isTable = TESTS.has(names[0] ?? '') && !isTitle;
    const last = names.at(-1) ?? '';
    if (isTitle || INPUT.has(last) || (call && LOOSE.test(last) && !isExact(call))) return;
    if (parent?.type === 'MemberExpression' || (parent?.type === 'Property' && parent.key === undefined)) return;
    const declaring = variable !== undefined && (!call || isTable);
    if (declaring) declared.push({ name: variable, literal });
    else if (call || /ArrowFunction|Return|ArrayExpression|Property|Binary|Conditional/.test(parent?.type ?? ''))
      file.asserted.add(literal);
  };

  visit(parseAst(source, { lang }) as unknown as Node, [], undefined, undefined);
  for (const { name, literal } of declared) if ((mentioned.get(name) ?? 0) > 1) file.asserted.add(literal);
  return file;
}
