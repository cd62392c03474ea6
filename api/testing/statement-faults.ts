import { type KyselyPlugin, PostgresQueryCompiler, RawNode, type RootOperationNode, ValueNode } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';

/**
 * A fault that is put into statements on their way to the database, to show what goes wrong without a lock or a condition. The code that sends them
 * knows nothing of it.
 */
export interface StatementFault {
  /** The statements that it is put into, by their text; parameters are `$1`, `$2`, … */
  statement: RegExp;
  /** What the text of such a statement becomes; with its parameters, or some of them. May throw, as a statement that fails. */
  rewrite?: (text: string) => string;
  /** What happens between the response to such a statement and the caller; the caller waits for it. */
  afterwards?: () => unknown;
}

const compiler = new PostgresQueryCompiler();

/** A text with `$1`, `$2`, … and their values as a statement of the query builder, which numbers the parameters anew. */
function toStatement(text: string, values: readonly unknown[]): RawNode {
  const fragments: string[] = [];
  const parameters: ValueNode[] = [];
  let end = 0;
  for (const found of text.matchAll(/\$(\d+)/g)) {
    fragments.push(text.slice(end, found.index));
    parameters.push(ValueNode.create(values[Number(found[1]) - 1]));
    end = found.index + found[0].length;
  }
  return RawNode.create([...fragments, text.slice(end)], parameters);
}

/**
 * The same database for code that is to meet faults: its statements are rewritten or held up as `faults` say. Statements of one transaction wait for
 * each other there.
 */
export function withFaults(db: Db, faults: readonly StatementFault[]): Db {
  if (faults.length === 0) return db;
  const held = new WeakMap<object, (() => unknown)[]>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql: text, parameters } = compiler.compileQuery(node, queryId);
      const found = faults.filter(({ statement }) => statement.test(text));
      if (found.length === 0) return node;
      held.set(
        queryId,
        found.flatMap(({ afterwards }) => afterwards ?? []),
      );
      const rewritten = found.reduce((before, { rewrite }) => (rewrite ? rewrite(before) : before), text);
      if (rewritten === text) return node;
      if (node.kind !== 'RawNode') throw new Error('Faults can be put only into statements that are written as SQL.');
      return toStatement(rewritten, parameters) as RootOperationNode;
    },
    transformResult: async ({ result, queryId }) => {
      for (const wait of held.get(queryId) ?? []) await wait();
      return result;
    },
  };
  return db.withPlugin(plugin);
}

const LOCK = / for (?:no key )?update(?: of \w+)?(?: skip locked)?/g;

/** Replaces parts of a text. Throws when one of them is not in it. */
const replaceAll =
  (...parts: readonly (readonly [from: string, to: string])[]) =>
  (text: string): string =>
    parts.reduce((before, [from, to]) => {
      if (!before.includes(from)) throw new Error(`The statement does not contain “${from}”.`);
      return before.replace(from, to);
    }, text);

/** Orders are not locked before they are read, so that others act between the reading and the writing. */
export const unlockedOrders: StatementFault = {
  statement: /from orders\b.* for (?:no key )?update/s,
  rewrite: (text) => text.replaceAll(LOCK, ''),
};

/** An order takes a step whatever state it is in. */
export const unconditionalSteps: StatementFault = {
  statement: /update orders o\s+set order_state_id/,
  rewrite: replaceAll(['and case when', 'and null is distinct from case when']),
};

/** What a cart has is not locked before it is read, so that others act between the reading and the writing. */
export const unlockedCarts: StatementFault = {
  statement: /from cart t join organisation o .* for update of t/s,
  rewrite: (text) => text.replaceAll(LOCK, ''),
};

/** Quotes are not locked before they are read, so that others act between the reading and the writing. */
export const unlockedQuotes: StatementFault = {
  statement: /from quote\b[^;]* for update/s,
  rewrite: (text) => text.replaceAll(LOCK, ''),
};

/** Wardrobes change while people get or lose them. */
export const unlockedWardrobes: StatementFault = {
  statement: /^select pg_advisory_xact_lock\(hashint8extended\(\$1, \$2\)\)$/,
  rewrite: () => 'select hashint8extended($1, $2) is null',
};

/** Of the accounts that a batch changes, every second one stays as it is. */
export const halfFollowedWardrobes: StatementFault = {
  statement: /update entitlement_account a\s+set label/,
  rewrite: (text) => text.replace('and a.id = c.id)', 'and a.id = c.id and a.id % 2 = 0)'),
};

/** A batch of a bulk edit is claimed without a lock. */
export const unlockedBulkEdits: StatementFault = {
  statement: /from\s+bulk_edit e .* for update of e/s,
  rewrite: (text) => text.replaceAll(LOCK, ''),
};

/** Stock is reserved by reading, deciding and writing, without a lock: of several at the same moment, all may get the last piece. */
export const unlockedStock: StatementFault = {
  statement: /update stock_level s set reserved = s\.reserved \+ d\.quantity/,
  rewrite: replaceAll(
    [
      'select s.combination_id from stock_level',
      'select s.combination_id, s.can_oversell, s.on_hand, s.reserved from stock_level',
    ],
    [' for update of s', ''],
    ['set reserved = s.reserved', 'set reserved = locked.reserved'],
    ['s.can_oversell or s.on_hand - s.reserved', 'locked.can_oversell or locked.on_hand - locked.reserved'],
  ),
};

/** What people are owed is reserved by reading, deciding and writing; slowly enough for all who order at the same moment to have read the same. */
export const unlockedEntitlement: StatementFault = {
  statement: /update entitlement_account a set reserved = a\.reserved \+ d\.amount/,
  rewrite: replaceAll(
    ['select a.id from', 'select a.id, a.granted, a.reserved, a.used, pg_sleep(0.05) from'],
    [' for update of a', ''],
    ['set reserved = a.reserved', 'set reserved = locked.reserved'],
    ['a.granted - a.reserved - a.used', 'locked.granted - locked.reserved - locked.used'],
  ),
};

/** Levels of stock are not locked before operators change them, so that others act between the reading and the writing. */
export const unlockedLevels: StatementFault = {
  statement: /^select combination_id from stock_level .* order by combination_id for update$/s,
  rewrite: (text) => text.replaceAll(LOCK, ''),
};

/** A refund is not sent again when the process ends after it was taken for sending. */
export const refundsSentOnce: StatementFault = {
  statement: /update card_refund f set attempts/,
  rewrite: (text) => text.replace(/next_attempt_at = \$\d+/, "next_attempt_at = 'infinity'"),
};
