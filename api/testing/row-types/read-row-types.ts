import { type Node, SyntaxKind, type TaggedTemplateExpression } from 'typescript/unstable/ast';
import { isTemplateExpression } from 'typescript/unstable/ast/is';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';

/** The values that a type permits. Types can contain themselves, so their parts are named by their position in a list of shapes. */
export interface Shape {
  /** Everything is permitted: `unknown`, or a type that only the caller of a function knows. */
  isOpen?: true;
  /** Primitive types as `typeof` names them, `null`, `Date` and `Buffer`. */
  kinds: string[];
  /** Strings, numbers and booleans that are permitted one by one. */
  literals: (string | number | boolean)[];
  /** What an array may contain; empty when no array is permitted. */
  items: number[];
  objects: ObjectShape[];
}

/** The properties of an object. */
export interface ObjectShape {
  properties: { [name: string]: { shape: number; isOptional: boolean } };
  /** What properties with other names may contain; empty when there may be none. */
  others: number[];
}

/** A place where the type of rows is written: `sql<Row>`…``. */
export interface RowTypeSite {
  /** Path from the top of the repository. */
  file: string;
  line: number;
  /** The type as it is written. */
  type: string;
  /** The pieces of the template between its parameters. */
  fragments: string[];
  shape: number;
}

/** All row types of a project. */
export interface RowTypes {
  sites: RowTypeSite[];
  shapes: Shape[];
}

/**
 * Reads the row types that are written in files of a TypeScript project, resolved by TypeScript's own checker.
 *
 * @param root the folder of the repository
 * @param config the path of the project's `tsconfig.json`
 * @param isIncluded whether to read a file, by its path from the root
 * @throws if there is no such project
 */
export function readRowTypes(root: string, config: string, isIncluded: (file: string) => boolean): RowTypes {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProject: config }).getProjects();
    if (!project) throw new Error(`There is no project ${config}.`);
    const { checker, program } = project;
    const shapes = new ShapeReader(checker);
    const sites: RowTypeSite[] = [];
    for (const name of program.getSourceFileNames()) {
      const file = name.slice(root.length + 1);
      const source = name.startsWith(root) && isIncluded(file) ? program.getSourceFile(name) : undefined;
      if (!source?.text.includes('sql<')) continue;
      const { text } = source;
      const visit = (node: Node): void => {
        const { typeNode, fragments } = readTemplate(node, text);
        const type = typeNode && checker.getTypeFromTypeNode(typeNode);
        if (type)
          sites.push({
            file,
            line: text.slice(0, typeNode.pos).split('\n').length,
            type: text.slice(typeNode.pos, typeNode.end).replaceAll(/\s+/g, ' '),
            fragments,
            shape: shapes.add(type),
          });
        node.forEachChild(visit);
      };
      visit(source);
    }
    return { sites, shapes: shapes.all };
  } finally {
    api.close();
  }
}

/** The row type of a template and its pieces; nothing for any other node. */
function readTemplate(node: Node, text: string) {
  if (node.kind !== SyntaxKind.TaggedTemplateExpression) return { fragments: [] };
  const { tag, template, typeArguments } = node as TaggedTemplateExpression;
  if (text.slice(tag.pos, tag.end).trim() !== 'sql') return { fragments: [] };
  const fragments = isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
  return { typeNode: typeArguments?.[0], fragments };
}

const KINDS: readonly [number, string][] = [
  [TypeFlags.Null, 'null'],
  [TypeFlags.Undefined, 'undefined'],
  [TypeFlags.StringLike, 'string'],
  [TypeFlags.NumberLike, 'number'],
  [TypeFlags.BooleanLike, 'boolean'],
  [TypeFlags.BigIntLike, 'bigint'],
];

class ShapeReader {
  readonly all: Shape[] = [];
  readonly #positions = new Map<number, number>();
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** Returns the position of the type's shape in the list. */
  add(type: Type): number {
    const known = this.#positions.get(type.id);
    if (known !== undefined) return known;
    const shape: Shape = { kinds: [], literals: [], items: [], objects: [] };
    const position = this.all.push(shape) - 1;
    this.#positions.set(type.id, position);
    this.#extend(shape, type);
    return position;
  }

  #extend(shape: Shape, type: Type): void {
    const kind = KINDS.find(([flag]) => type.flags & flag)?.[1];
    if (type.isUnionType()) for (const member of type.getTypes()) this.#extend(shape, member);
    else if (type.isLiteralType()) shape.literals.push(type.value as string | number | boolean);
    else if (kind) shape.kinds.push(kind);
    else if (type.flags & (TypeFlags.Object | TypeFlags.Intersection)) this.#extendByObject(shape, type);
    else shape.isOpen = true;
  }

  #extendByObject(shape: Shape, type: Type): void {
    const name = type.getSymbol()?.name;
    if (name === 'Date' || name === 'Buffer') shape.kinds.push(name);
    else if (this.#checker.isArrayLikeType(type) && type.isTypeReference())
      shape.items.push(...this.#checker.getTypeArguments(type).map((item) => this.add(item)));
    else shape.objects.push(this.#readObject(type));
  }

  #readObject(type: Type): ObjectShape {
    const members = this.#checker.getPropertiesOfType(type);
    const types = this.#checker.getTypeOfSymbol(members);
    const properties = members.map((member, index) => [
      member.name,
      { shape: this.add(types[index] as Type), isOptional: (member.flags & SymbolFlags.Optional) !== 0 },
    ]);
    const others = this.#checker.getIndexInfosOfType(type).map(({ valueType }) => this.add(valueType));
    // What the caller of a function adds to the row is not known here.
    if (type.isIntersectionType())
      others.push(...type.getTypes().flatMap((part) => (part.isTypeParameter() ? [this.add(part)] : [])));
    return { properties: Object.fromEntries(properties), others };
  }
}
