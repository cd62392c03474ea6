import { RE2JS } from 're2js';

/** An expression of an organisation that cannot be used; the message says why, to the person who wrote it. */
export class UnsupportedExpressionError extends Error {}

/** A regular expression that takes time in proportion to the text, no matter how it was written. */
export interface LinearExpression {
  /** Whether some part of the text matches. */
  test(text: string): boolean;
}

interface Condition {
  pattern: string;
  isExcluded: boolean;
}

/** The length of the bracketed group that the text starts with; 0 when it is not closed. */
function measureGroup(text: string): number {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\') at += 1;
    else if (inClass) inClass = character !== ']';
    else if (character === '[') inClass = true;
    else if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return 0;
}

/** Whether the expression has alternatives outside brackets, of which `^` would belong to the first alone. */
function hasAlternatives(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '|') return true;
    if (character === '\\') at += 1;
    else if (character === '(') at += Math.max(measureGroup(text.slice(at)), 1) - 1;
    else if (character === '[') at += Math.max(text.slice(at).search(/(?<=[^\\])\]/), 0);
  }
  return false;
}

/**
 * The conditions that an expression consists of. RE2 has no lookahead, but what rules for passwords use it for is a list of conditions on the
 * start of the text: `^(?=.*\d)(?!.*\s).{8,}$` is `^.*\d`, not `^.*\s`, and `^.{8,}$`.
 */
function splitConditions(source: string): Condition[] {
  const conditions: Condition[] = [];
  let rest = source.startsWith('^') && !hasAlternatives(source) ? source.slice(1) : '';
  while (/^\(\?[=!]/.test(rest)) {
    const length = measureGroup(rest);
    if (length === 0 || /^[*+?{]/.test(rest.slice(length))) break;
    conditions.push({ pattern: `^(?:${rest.slice(3, length - 1)})`, isExcluded: rest[2] === '!' });
    rest = rest.slice(length);
  }
  return [...conditions, { pattern: conditions.length === 0 ? source : `^${rest}`, isExcluded: false }];
}

const BACK_REFERENCE = /(?<!\\)(?:\\\\)*\\(?:[1-9]|k<)/;

function compilePattern(pattern: string): RE2JS {
  // RE2JS would read \k as the letter k.
  if (BACK_REFERENCE.test(pattern)) throw new UnsupportedExpressionError(explainRefusal(pattern));
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.LOOKBEHINDS);
  } catch {
    throw new UnsupportedExpressionError(explainRefusal(pattern));
  }
}

function explainRefusal(pattern: string): string {
  if (/\(\?[=!]/.test(pattern))
    return 'Conditions such as (?=…) and (?!…) are supported only directly after ^ at the start, and not in an expression with alternatives.';
  if (BACK_REFERENCE.test(pattern)) return 'Back-references such as \\1 are not supported.';
  return 'This is not a valid regular expression, or repeats a part more than 1,000 times.';
}

/**
 * Compiles an ECMAScript expression (without flags) for RE2. Characters are counted as people see them encoded: a letter of two UTF-16 code
 * units is one.
 *
 * @throws UnsupportedExpressionError for invalid expressions, back-references, lookahead elsewhere than directly after `^`, and more than
 *   1,000 repetitions
 */
export function compileLinear(source: string): LinearExpression {
  const conditions = splitConditions(source).map(({ pattern, isExcluded }) => ({
    isExcluded,
    compiled: compilePattern(pattern),
  }));
  return { test: (text) => conditions.every(({ compiled, isExcluded }) => compiled.test(text) !== isExcluded) };
}

/** Why an expression cannot be used, in a sentence for the person who wrote it; undefined when it can. */
export function explainUnsupported(source: string): string | undefined {
  try {
    compileLinear(source);
    return undefined;
  } catch (error) {
    if (error instanceof UnsupportedExpressionError) return error.message;
    throw error;
  }
}

/**
 * Whether a text matches an organisation's expression. An expression that cannot be used matches nothing, so that a rule is never weaker
 * than it was meant to be.
 */
export function matchesLinear(source: string, text: string): boolean {
  return explainUnsupported(source) === undefined && compileLinear(source).test(text);
}
