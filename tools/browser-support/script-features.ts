import { type Node, parse } from 'acorn';
import type { CompatLookup } from './compat-data.ts';

/** The newest syntax that all browsers of the list know whole; of later years, nothing is let through. */
const SYNTAX_OF = 2022;

type AnyNode = Node & Record<string, unknown>;

const isNode = (value: unknown): value is AnyNode => typeof (value as Partial<Node> | null)?.type === 'string';

/** Objects that every page has one of, and their interface. */
const knownObjects: Record<string, string> = {
  document: 'Document',
  navigator: 'Navigator',
  window: 'Window',
  globalThis: 'Window',
  self: 'Window',
  history: 'History',
  location: 'Location',
  screen: 'Screen',
  performance: 'Performance',
  crypto: 'Crypto',
};

const flagPaths: Record<string, string> = { d: 'hasIndices', v: 'unicodeSets', s: 'dotAll', y: 'sticky', u: 'unicode' };

const expressionParts: [RegExp, string][] = [
  [/\(\?<[=!]/, 'lookbehind_assertion'],
  [/\(\?[a-z]*-?[a-z]+:/, 'modifier'],
  [/\(\?<\w/, 'named_capturing_group'],
];

/**
 * The paths in MDN's data of everything that a built script uses and a browser of the list lacks: objects, functions, members, attributes of elements
 * and parts of regular expressions. What the script asks the browser for first is left out, but for attributes. Members are compared by name where it is not known of which object they are: those that some old interface has too
 * are found only where the script says the type (`new URLSearchParams().size`); the sources are checked by their types for the others.
 *
 * @throws an error for syntax of a later year
 */
export function findNewInScript(code: string, lookup: CompatLookup): Set<string> {
  const found = new Set<string>();
  const declared = new Set<string>();
  // Of names that a minified script uses again, nothing is known.
  const repeated = new Set<string>();
  const made = new Map<string, string>();
  const add = (path: string | undefined | false) => {
    if (path) found.add(path);
  };

  const checkExpression = (pattern: string, flags: string) => {
    const source = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
    for (const [part, name] of expressionParts)
      if (part.test(source) && lookup.isTooNew('javascript', 'regular_expressions', name))
        add(`javascript.regular_expressions.${name}`);
    for (const flag of flags) add(flagPaths[flag] && lookup.findNewMemberOf('RegExp', flagPaths[flag]));
  };
  const checkAttributes = (element: string, props: unknown) => {
    if (!isNode(props) || props.type !== 'ObjectExpression') return;
    for (const property of props.properties as AnyNode[]) {
      const name = nameOf(property.key)?.toLowerCase();
      if (!name) continue;
      const paths = [
        ['html', 'elements', element, name],
        ['html', 'global_attributes', name],
      ];
      add(paths.find((path) => lookup.isTooNew(...path))?.join('.'));
    }
  };
  const typeOf = (node: unknown): string | undefined => {
    if (!isNode(node)) return undefined;
    if (node.type === 'NewExpression') return nameOf(node.callee);
    const name = node.type === 'Identifier' ? (node.name as string) : undefined;
    return (
      name &&
      ((repeated.has(name) ? undefined : made.get(name)) ??
        (declared.has(name) ? undefined : (knownObjects[name] ?? (lookup.isGlobal(name) ? name : undefined))))
    );
  };

  const guarded = new Set<string>();
  const program = parse(code, { ecmaVersion: SYNTAX_OF, sourceType: 'module' }) as unknown as AnyNode;
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' && isNode(node.init) && node.init.type === 'NewExpression') {
      const name = nameOf(node.id);
      const type = nameOf(node.init.callee);
      if (name && type && lookup.isGlobal(type)) made.set(name, type);
    }
    for (const name of declaredBy(node)) {
      if (declared.has(name)) repeated.add(name);
      declared.add(name);
    }
    const asked = askedFor(node);
    if (asked) guarded.add(asked);
  });
  walk(program, (node, parent) => {
    if (node.type === 'Identifier' && isRead(node, parent) && !declared.has(node.name as string))
      add(!guarded.has(node.name as string) && lookup.findNewGlobal(node.name as string));
    else if (node.type === 'MemberExpression') {
      const name = node.computed ? textOf(node.property) : nameOf(node.property);
      if (!name || guarded.has(name)) return;
      const owner = typeOf(node.object);
      add((owner && lookup.findNewMemberOf(owner, name)) || lookup.findNewMember(name));
    } else if (node.type === 'ObjectPattern') {
      for (const property of node.properties as AnyNode[]) {
        const name = nameOf(property.key);
        if (name && !guarded.has(name)) add(lookup.findNewMember(name));
      }
    } else if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string };
      checkExpression(pattern, flags);
    } else if ((node.type === 'NewExpression' || node.type === 'CallExpression') && nameOf(node.callee) === 'RegExp') {
      const [pattern = '', flags = ''] = (node.arguments as AnyNode[]).map(textOf);
      checkExpression(pattern, flags);
    } else if (node.type === 'CallExpression') {
      const [element, props] = node.arguments as AnyNode[];
      const name = textOf(element);
      if (name) checkAttributes(name, props);
    }
  });
  return found;
}

function walk(node: AnyNode, visit: (node: AnyNode, parent?: AnyNode) => void, parent?: AnyNode): void {
  visit(node, parent);
  for (const value of Object.values(node)) {
    if (Array.isArray(value)) {
      for (const each of value) if (isNode(each)) walk(each, visit, node);
    } else if (isNode(value)) walk(value, visit, node);
  }
}

const nameOf = (node: unknown): string | undefined =>
  isNode(node)
    ? ((node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined) as string | undefined)
    : undefined;

/** The value of a string; scripts that are minified have them as templates. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  const [quasi, ...others] = node.type === 'TemplateLiteral' ? (node.quasis as { value: { cooked: string } }[]) : [];
  return others.length === 0 ? quasi?.value.cooked : undefined;
}

/** The name that a script asks a browser for before it uses it: `typeof navigation`, `'popover' in element`. */
function askedFor(node: AnyNode): string | undefined {
  if (node.type === 'UnaryExpression' && node.operator === 'typeof') {
    const { argument } = node as unknown as { argument: AnyNode };
    return nameOf(argument.type === 'MemberExpression' ? argument.property : argument);
  }
  return node.type === 'BinaryExpression' && node.operator === 'in' ? textOf(node.left) : undefined;
}

/** The names that a node brings into the script. */
function declaredBy(node: AnyNode): string[] {
  switch (node.type) {
    case 'VariableDeclarator':
      return namesIn(node.id);
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return [...namesIn(node.id), ...(node.params as unknown[]).flatMap(namesIn)];
    case 'ClassDeclaration':
    case 'ClassExpression':
      return namesIn(node.id);
    case 'CatchClause':
      return namesIn(node.param);
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return namesIn(node.local);
    default:
      return [];
  }
}

function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  switch (pattern.type) {
    case 'Identifier':
      return [pattern.name as string];
    case 'ObjectPattern':
      return (pattern.properties as AnyNode[]).flatMap((each) => namesIn(each.value ?? each.argument));
    case 'ArrayPattern':
      return (pattern.elements as unknown[]).flatMap(namesIn);
    case 'AssignmentPattern':
      return namesIn(pattern.left);
    case 'RestElement':
      return namesIn(pattern.argument);
    default:
      return [];
  }
}

/** Whether an identifier stands for a value, and not for the name of a member, a key or an export. */
function isRead(node: AnyNode, parent: AnyNode | undefined): boolean {
  if (!parent) return false;
  if (parent.type === 'MemberExpression') return parent.object === node || parent.computed === true;
  if (parent.type === 'Property') return parent.value === node;
  return !/^(?:MethodDefinition|PropertyDefinition|ImportSpecifier|ExportSpecifier|LabeledStatement|BreakStatement|ContinueStatement|MetaProperty)$/.test(
    parent.type,
  );
}
