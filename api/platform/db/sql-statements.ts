/** A comment, a text, a quoted name, a body between dollar signs, or the end of a statement. */
const TOKENS = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;/g;

/** Comments and blank lines before a statement. */
const BEFORE_STATEMENT = /^(?:\s|--[^\n]*\n?)*/;

/** A statement without the comments before it. */
export interface SqlStatement {
  text: string;
  /** Of its first line in the file, counted from 1. */
  line: number;
}

/** The statements of a file. Bodies must be between dollar signs, not between `begin atomic` and `end`. */
export function splitStatements(sql: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let start = 0;
  const add = (end: number) => {
    const text = sql.slice(start, end);
    const before = BEFORE_STATEMENT.exec(text)?.[0].length ?? 0;
    if (before < text.length)
      statements.push({ text: text.slice(before), line: sql.slice(0, start + before).split('\n').length });
    start = end;
  };
  for (const { 0: token, index } of sql.matchAll(TOKENS)) if (token === ';') add(index + 1);
  add(sql.length);
  return statements;
}

/** A statement without comments and texts, bodies included: what is left are names, operators and numbers. */
export function stripTexts(sql: string): string {
  return sql.replaceAll(/--[^\n]*|'(?:[^']|'')*'/g, (token) => (token.startsWith('-') ? '' : "''"));
}
