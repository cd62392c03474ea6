/** Reads the texts that a specification defines for screens from its Markdown. */

export interface SpecText {
  text: string;
  /** The heading above it, which for screens is the screen. */
  section: string;
  /** A text is shown, an address is opened, and a name (of a permission) is neither. */
  kind: 'text' | 'address' | 'name';
}

export interface ChapterRange {
  /** The number of a chapter (`## 5. …`). */
  chapter: number;
  /** The last heading to read; without it, the whole chapter. */
  last?: string;
}

// An apostrophe within a word neither starts nor ends a quotation.
const QUOTED = /(?<![\p{L}\p{N}])'((?:[^'\n]|(?<=\p{L})'(?=\p{L}))+)'(?!\p{L})/gu;

/** Texts that are named rather than quoted: `a Recover button`, `(placeholder Gender, options Male, Female)`, `Privacy Policy (linked)`. */
const NAMED = [
  /\ban? ([A-Z][\w-]*) button\b/g,
  /\b(?:title|placeholder|options|checkboxes:) ([A-Z][\w-]*(?:, [A-Z][\w-]*)*)/g,
  /\b([A-Z]\w*(?: (?:&|[A-Z]\w*))*) \(linked\)/g,
];
const ADDRESS = /(?<=^|[\s(])\/[a-z][\w/-]*/g;
const ROUTE = /^[a-z]\w*$/i;

/**
 * Lists every literal text of the given chapters once for each heading: quoted texts, texts named as a button, title, placeholder, option, checkbox or
 * link, and addresses. In tables, the cells of the columns Route, Permission and Destination count too.
 */
export function parseSpecTexts(markdown: string, extents: readonly ChapterRange[]): SpecText[] {
  const found = new Map<string, SpecText>();
  const note = (section: string, kind: SpecText['kind'], text: string) =>
    found.set(`${section}\n${text}`, { text, section, kind });

  for (const { chapter, last } of extents)
    for (const { section, lines } of headingsOf(chapterOf(markdown, chapter), last)) {
      let columns: string[] = [];
      for (const line of lines) {
        if (line.startsWith('|')) {
          const cells = line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim());
          if (columns.length === 0) columns = cells;
          for (const [at, cell] of cells.entries()) {
            if (columns[at] === 'Route' && cells !== columns && ROUTE.test(cell)) note(section, 'address', `/${cell}`);
            if (columns[at] === 'Permission' && cells !== columns && ROUTE.test(cell)) note(section, 'name', cell);
          }
        } else columns = [];
        for (const [, text = ''] of line.matchAll(QUOTED)) note(section, 'text', text);
        const unquoted = line.replaceAll(QUOTED, '');
        for (const pattern of NAMED)
          for (const [, names = ''] of unquoted.matchAll(pattern))
            for (const name of names.split(', ')) note(section, 'text', name);
        for (const [address] of unquoted.matchAll(ADDRESS)) note(section, 'address', address);
      }
    }
  return [...found.values()];
}

function chapterOf(markdown: string, chapter: number): string[] {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## ${chapter}. `));
  if (start < 0) throw new Error(`The specification has no section ${chapter}.`);
  const end = lines.findIndex((line, at) => at > start && line.startsWith('## '));
  return lines.slice(start, end < 0 ? undefined : end);
}

function headingsOf(lines: string[], last: string | undefined): { section: string; lines: string[] }[] {
  const headings: { section: string; lines: string[] }[] = [];
  for (const line of lines) {
    const section = /^#+ (.+?)(?: \(.*\))?$/.exec(line)?.[1];
    if (section !== undefined) {
      if (last !== undefined && headings.at(-1)?.section === last) return headings;
      headings.push({ section, lines: [] });
    }
    headings.at(-1)?.lines.push(line);
  }
  if (last !== undefined && headings.at(-1)?.section !== last) throw new Error(`The specification has no heading "${last}".`);
  return headings;
}

/** Stands for the value of an expression within a template, which is not known. */
export const UNKNOWN_TEXT = '\u0000';

// {0}, {name}, %1, %s, and a capital N that stands for a number.
const PLACEHOLDER = /\{\w+\}|%(?:\d+|[sd])|\bN\b/;

/** Whether a literal of a test is this text: exactly, with any short text in place of a placeholder. */
export function matchesText(literal: string, text: string): boolean {
  if (!PLACEHOLDER.test(text)) return literal === text;
  const parts = text.split(new RegExp(PLACEHOLDER, 'g')).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join(`(?:${UNKNOWN_TEXT}|[^\\s.]{1,20})`)}$`).test(literal);
}

/** Whether a literal is this address: alone, after an origin, or before a query. */
export function matchesAddress(literal: string, address: string): boolean {
  const [path = ''] = literal.replace(new RegExp(`^(?:${UNKNOWN_TEXT}|\\*\\*)`), '').split(/[?#]/);
  return path.toLowerCase() === address.toLowerCase();
}
