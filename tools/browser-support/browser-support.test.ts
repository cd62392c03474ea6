import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { parse } from 'acorn';
import { describe, expect, it } from 'vitest';
import { createCompatLookup } from './compat-data.ts';
import { findNewInScript } from './script-features.ts';
import { findNewInStyles } from './style-features.ts';
import { readBuildTargets, readTargets } from './targets.ts';

const ours = createCompatLookup(readTargets());
const older = createCompatLookup(readTargets(['safari >= 15.6', 'firefox >= 100', 'chrome >= 90']));

const inScript = (code: string, lookup = ours) => [...findNewInScript(code, lookup)];
const inStyles = (code: string, lookup = ours) => [...findNewInStyles(code, lookup)];

describe('the browsers of package.json', () => {
  it('are those that README and Help name', () => {
    expect(readTargets()).toEqual({ chrome: 111, edge: 111, firefox: 121, safari: 16.4, safari_ios: 16.4 });
    expect(readBuildTargets()).toEqual(['chrome111', 'edge111', 'firefox121', 'ios16.4', 'safari16.4']);
  });

  it('have no others, whose features no one would look at', () => {
    expect(() => readTargets(['opera >= 100'])).toThrow('browserslist names opera');
  });
});

describe('what a script uses and a browser lacks', () => {
  it.each([
    ['const a = new URLSearchParams(b); a.size;', 'api.URLSearchParams.size'],
    ['new URLSearchParams("a=1").size', 'api.URLSearchParams.size'],
    ['Object.groupBy([], (a) => a)', 'javascript.builtins.Object.groupBy'],
    ['Map.groupBy([], (a) => a)', 'javascript.builtins.Map.groupBy'],
    ['Promise.withResolvers()', 'javascript.builtins.Promise.withResolvers'],
    ['new Set([1]).union(new Set())', 'javascript.builtins.Set.union'],
    ['URL.canParse("a")', 'api.URL.canParse_static'],
    ['new Intl.Segmenter("en")', 'javascript.builtins.Intl.Segmenter'],
    ['new Intl.DurationFormat("en")', 'javascript.builtins.Intl.DurationFormat'],
    ['Array.fromAsync([])', 'javascript.builtins.Array.fromAsync'],
    ['document.startViewTransition()', 'api.Document.startViewTransition'],
    ['a.hidePopover()', 'api.HTMLElement.hidePopover'],
    ['jsx("div", { popover: "auto" })', 'html.global_attributes.popover'],
    ['(0, a.jsx)(`button`, { popoverTarget: `menu` })', 'html.elements.button.popovertarget'],
    ['new RegExp("a", "v")', 'javascript.builtins.RegExp.unicodeSets'],
    ['Iterator.from([])', 'javascript.builtins.Iterator.from'],
  ])('%s', (code, feature) => {
    expect(inScript(code)).toContain(feature);
  });

  it.each([
    'const a = [1].toSorted()',
    'a.replaceAll("b", "c")',
    'structuredClone(a)',
    '/(?<=a)b/',
    'jsx("div", { inert: true })',
    'class A { #a; static { this.b = 1; } c(d) { return #a in d; } }',
    'new Map().size',
    'const a = new Map(); a.size',
    '{ const a = new URLSearchParams(); } { const a = new Map(); a.size; }',
  ])('is not %s', (code) => {
    expect(inScript(code)).toEqual([]);
  });

  it.each([
    ['/(?<=a)b/', 'javascript.regular_expressions.lookbehind_assertion'],
    ['a.findLastIndex(b)', 'javascript.builtins.Array.findLastIndex'],
    ['const a = []; a.toSorted()', 'javascript.builtins.Array.toSorted'],
    ['a.showPicker()', 'api.HTMLInputElement.showPicker'],
    ['jsx("div", { inert: true })', 'html.global_attributes.inert'],
  ])('%s, in older browsers than ours', (code, feature) => {
    expect(inScript(code, older)).toEqual([feature]);
  });

  it('is not what the script asks for first', () => {
    expect(inScript('if (typeof navigation === "object") navigation.addEventListener("a", b)')).toEqual([]);
    expect(inScript('if ("startViewTransition" in document) document.startViewTransition()')).toEqual([]);
  });

  it('is not a name of its own', () => {
    expect(inScript('function f(navigation) { return navigation; }')).toEqual([]);
  });

  it('is any syntax of a later year', () => {
    expect(() => inScript('import a from "./a.json" with { type: "json" };')).toThrow();
    expect(() => inScript('/[a--b]/v')).toThrow();
    expect(() => inScript('/(?i:a)b/')).toThrow();
    expect(() => inScript('{ using a = b(); }')).toThrow();
  });
});

describe('what a style sheet uses and a browser lacks', () => {
  it.each([
    ['a { &:hover { color: red } }', 'css.selectors.nesting'],
    ['a { color: light-dark(red, blue) }', 'css.types.color.light-dark'],
    ['a { field-sizing: content }', 'css.properties.field-sizing'],
    ['a { text-wrap: balance }', 'css.properties.text-wrap'],
    ['@starting-style { a { color: red } }', 'css.at-rules.starting-style'],
    ['@view-transition { navigation: auto }', 'css.at-rules.view-transition'],
    ['a { view-transition-name: b }', 'css.properties.view-transition-name'],
    ['a { grid-template: subgrid / auto }', 'css.properties.grid-template-rows.subgrid'],
    ['.a:popover-open { color: red }', 'css.selectors.popover-open'],
    ['@scope (a) { b { color: red } }', 'css.at-rules.scope'],
    ['a { user-select: none }', 'css.properties.user-select'],
  ])('%s', (code, feature) => {
    expect(inStyles(code)).toContain(feature);
  });

  it.each([
    'a:has(b) { color: color-mix(in srgb, red, blue) }',
    '@container (min-width: 3em) { a { height: 10dvh } }',
    '@media (48em <= width < 64em) { a { inset: 0 } }',
    '@media (min-width: 3em) and (not (min-width: 4em)) { a { translate: 1px } }',
    'a { -webkit-user-select: none; user-select: none }',
    '@layer a { b { aspect-ratio: 1 } }',
  ])('is not %s', (code) => {
    expect(inStyles(code)).toEqual([]);
  });

  it.each([
    ['a:has(b) { color: red }', 'css.selectors.has'],
    ['@container (min-width: 3em) { a { color: red } }', 'css.at-rules.container'],
    ['a { height: 10dvh }', 'css.types.length.viewport_percentage_units_dynamic'],
    ['a { color: color-mix(in srgb, red, blue) }', 'css.types.color.color-mix'],
    ['@media (48em <= width) { a { color: red } }', 'css.at-rules.media.range_syntax'],
  ])('%s, in older browsers than ours', (code, feature) => {
    expect(inStyles(code, older)).toContain(feature);
  });

  it('is a nested rule without "&" too, which is no CSS to older browsers', () => {
    expect(() => inStyles('a { b { color: red } }')).toThrow();
  });
});

describe('the script that tells older browsers', () => {
  const readScript = async () => {
    const page = await readFile(join(import.meta.dirname, '../../web/index.html'), 'utf8');
    return /<script>([^<]*)<\/script>/.exec(page)?.[1] ?? '';
  };

  /** Runs it in a browser that lacks what `lacks` says, and returns the texts that it writes. */
  async function run(lacks: RegExp): Promise<string[]> {
    const texts: string[] = [];
    const element = { style: {}, appendChild: () => undefined, parentNode: { insertBefore: () => undefined } };
    const document = {
      getElementById: () => element,
      createElement: () => element,
      createTextNode: (text: string) => texts.push(text),
    };
    class Expression {
      constructor(pattern: string) {
        if (lacks.test(pattern)) throw new SyntaxError(pattern);
      }
    }
    const CSS = { supports: (...words: string[]) => !lacks.test(words.join(':')) };
    runInNewContext(await readScript(), { document, CSS, RegExp: Expression });
    return texts;
  }

  it('is ES5, which they can read', async () => {
    const script = await readScript();
    expect(script).not.toBe('');
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
  });

  it.each([
    ['Safari before 16.4', /\?<=/],
    ['Firefox before 121', /:has/],
    ['Chrome before 111', /color-mix/],
  ])('names the browsers in %s', async (_, lacks) => {
    const { safari, safari_ios: ios, firefox, chrome, edge } = readTargets();
    const [title, text] = await run(lacks);
    expect(title).toBe('Please update your browser');
    expect(text).toContain(
      `Safari ${safari} (iOS ${ios}), Firefox ${firefox}, Chrome ${chrome}, Edge ${edge} or a newer version`,
    );
  });

  it('says nothing in ours', async () => {
    expect(await run(/$^/)).toEqual([]);
  });

  it('has the versions that README and Help name', async () => {
    const { safari, firefox, chrome, edge } = readTargets();
    const folder = join(import.meta.dirname, '../..');
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const help = await readFile(join(folder, 'web/app/shell/help/answers.ts'), 'utf8');
    for (const text of [readme, help])
      for (const name of [`iOS ${safari}`, `Firefox ${firefox}`, `Chrome ${chrome}`, `Edge ${edge}`])
        expect(text).toContain(name);
  });
});
