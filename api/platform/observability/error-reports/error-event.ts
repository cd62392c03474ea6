import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { redactReport } from '../../redact-report.ts';

/** An error, and what is known about where it happened. Ids of people and organisations are the only personal data. */
export interface ErrorReport {
  /** What was thrown, or a text. */
  error: unknown;
  level: 'fatal' | 'error' | 'warning';
  /** Whether it happened in a browser. */
  isBrowser?: boolean;
  /** What was being done: a route with its method, or a queue. */
  transaction?: string;
  tags?: Record<string, string | number | undefined>;
  traceId?: string | undefined;
  customerId?: number | undefined;
}

interface StackFrame {
  function?: string;
  filename: string;
  lineno: number;
  colno: number;
  in_app: boolean;
}

const PROJECT = join(import.meta.dirname, '../../../../');
const MAX_MESSAGE_LENGTH = 1000;
const MAX_FRAMES = 50;

/** A line of a stack, such as `at name (file:///path/file.ts:12:3)`, without the folder of the project. */
function parseFrame(line: string): StackFrame | undefined {
  const text = line.trim();
  if (!text.startsWith('at ') || text.length > 500) return undefined;
  const open = text.lastIndexOf(' (');
  const location = open === -1 ? text.slice(3) : text.slice(open + 2, -1);
  const [colno, lineno, ...rest] = location.split(':').reverse();
  const filename = rest.reverse().join(':').replace('file://', '').replace(PROJECT, '');
  if (!filename || !Number(lineno) || !Number(colno)) return undefined;
  return {
    ...(open === -1 ? {} : { function: text.slice(3, open).replace(/^async /, '') }),
    filename,
    lineno: Number(lineno),
    colno: Number(colno),
    in_app: !filename.includes('node_modules') && !filename.startsWith('node:'),
  };
}

/** The frames of a stack, the innermost last. */
const parseStack = (stack: string): StackFrame[] =>
  stack
    .split('\n', MAX_FRAMES)
    .flatMap((line) => parseFrame(line) ?? [])
    .reverse();

/** Whether a text in quotation marks is a name of the program, such as a column, and not a value. */
const isName = (quoted: string) => /^[\w.$-]{1,63}$/.test(quoted);

/**
 * A message without the values that it quotes: databases and parsers repeat what they could not read, which may be anything that a person entered. Names of
 * tables and columns stay.
 */
function withoutValues({ name, message }: Error, code: unknown): string {
  // JSON.parse quotes a part of what it read.
  if (name === 'SyntaxError') return message.replace(/["'].*/s, '…');
  // SQLSTATE class 22, invalid values.
  const text = typeof code === 'string' && /^22\w{3}$/.test(code) ? message.replace(/: ".*/s, ': …') : message;
  return text.replaceAll(/"([^"]*)"?/g, (quotation, quoted: string) => (isName(quoted) ? quotation : '"…"'));
}

function describeException(error: unknown) {
  if (!(error instanceof Error)) return { type: 'Error', value: redactReport(String(error), MAX_MESSAGE_LENGTH) };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const message = redactReport(withoutValues(error, code), MAX_MESSAGE_LENGTH);
  return {
    type: error.name,
    value: [message, typeof code === 'string' && `[${code}]`, typeof constraint === 'string' && `(${constraint})`]
      .filter(Boolean)
      .join(' '),
    stacktrace: { frames: parseStack(error.stack?.slice(error.stack.indexOf('\n    at ')) ?? '') },
  };
}

/** The payload of an event of Sentry's protocol. */
export function createEvent(report: ErrorReport, { release, environment }: { release: string; environment: string }) {
  const { error, level, isBrowser = false, transaction, tags = {}, traceId, customerId } = report;
  return {
    event_id: randomUUID().replaceAll('-', ''),
    timestamp: Date.now() / 1000,
    platform: isBrowser ? 'javascript' : 'node',
    logger: isBrowser ? 'browser' : 'server',
    level,
    release,
    environment,
    ...(transaction ? { transaction } : {}),
    tags: Object.fromEntries(Object.entries(tags).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))),
    ...(customerId === undefined ? {} : { user: { id: String(customerId) } }),
    // Sentry requires the id of a span; that of the request is not known here.
    ...(traceId ? { contexts: { trace: { trace_id: traceId, span_id: traceId.slice(16) } } } : {}),
    exception: { values: [describeException(error)] },
  };
}
