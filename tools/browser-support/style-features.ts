import { type CssNode, parse, keyword as plainName, property as propertyName, walk } from 'css-tree';
import type { CompatLookup } from './compat-data.ts';

/**
 * The paths in MDN's data of everything that a built style sheet uses and a browser of the list lacks: at-rules, media features, selectors, properties,
 * keywords, functions and units, each as `css.properties.field-sizing`.
 *
 * @throws an error for text that is no CSS
 */
export function findNewInStyles(code: string, lookup: CompatLookup): Set<string> {
  const found = new Set<string>();
  const check = (...path: string[]) => {
    const isNew = lookup.isTooNew(...path);
    if (isNew) found.add(path.join('.'));
    return isNew;
  };
  const types = lookup.names('css', 'types');
  /** Functions and units are in the data below the type of value that they give, some of them in groups. */
  const checkValue = (name: string) => {
    for (const type of types) {
      check('css', 'types', type, name);
      for (const group of lookup.names('css', 'types', type)) check('css', 'types', type, group, name);
    }
  };

  const tree = parse(code, {
    parseCustomProperty: true,
    // Its grammar knows no "not" within other conditions.
    parseAtrulePrelude: false,
    onParseError: (error) => {
      // A nested rule without "&" is read as a declaration.
      throw error;
    },
  });
  // The build writes the older name beside the new one.
  const prefixed = new Set<string>();
  walk(tree, (node) => {
    if (node.type !== 'Declaration') return;
    const { basename, vendor } = propertyName(node.property);
    if (vendor) prefixed.add(basename);
  });
  walk(tree, {
    enter(this: { rule: CssNode | null; declaration: CssNode | null }, node: CssNode) {
      switch (node.type) {
        case 'Atrule': {
          const name = plainName(node.name).basename;
          check('css', 'at-rules', name);
          if (node.prelude?.type !== 'Raw' || (name !== 'media' && name !== 'container')) break;
          for (const [, feature = ''] of node.prelude.value.matchAll(/\(\s*([\w-]+)\s*[):<>=]/g))
            check('css', 'at-rules', name, feature);
          if (/[<>]/.test(node.prelude.value)) check('css', 'at-rules', 'media', 'range_syntax');
          break;
        }
        case 'Rule':
          if (this.rule && this.rule !== node) check('css', 'selectors', 'nesting');
          break;
        case 'NestingSelector':
          check('css', 'selectors', 'nesting');
          break;
        case 'PseudoClassSelector':
        case 'PseudoElementSelector':
          if (!node.name.startsWith('-')) check('css', 'selectors', node.name);
          break;
        case 'Declaration': {
          const { basename, custom, vendor } = propertyName(node.property);
          if (!custom && !vendor && !prefixed.has(basename)) check('css', 'properties', basename);
          break;
        }
        case 'Identifier':
          if (this.declaration?.type === 'Declaration' && !node.name.startsWith('-') && !prefixed.has(this.declaration.property))
            for (const each of longNames[this.declaration.property] ?? [this.declaration.property])
              check('css', 'properties', each, node.name);
          break;
        case 'Function':
          checkValue(node.name);
          break;
        case 'Dimension': {
          const unit = unitGroups.find(([units]) => units.test(node.unit))?.[1];
          if (unit) check('css', 'types', 'length', unit);
          break;
        }
      }
    },
  });
  return found;
}

/** Properties that the build writes as one, whose keywords are in the data with these. */
const longNames: Record<string, string[]> = {
  grid: ['grid-template-rows', 'grid-template-columns'],
  'grid-template': ['grid-template-rows', 'grid-template-columns'],
};

const unitGroups: [RegExp, string][] = [
  [/^dv/, 'viewport_percentage_units_dynamic'],
  [/^lv/, 'viewport_percentage_units_large'],
  [/^sv/, 'viewport_percentage_units_small'],
  [/^cq/, 'container_query_length_units'],
  [/^lh$/, 'lh'],
  [/^rlh$/, 'rlh'],
  [/^cap$/, 'cap'],
  [/^ric$/, 'ric'],
];
