import Type from 'typebox';
import { endpoint, operator, roles } from '../endpoint.ts';
import { bool, dateTime, described, entity, id, int, listOf, nullable, text } from '../values.ts';

/** Bulk edits of every kind: their progress and result, and stopping, continuing and undoing them. Each area creates its own. */

const administrators = roles('OrganisationAdmin');
const tags = ['Bulk edits'] as const;

/** Every kind of bulk edit; `api/bulk-edits.ts` joins a handler for each. */
const BULK_EDIT_KINDS = ['people', 'range', 'people-import', 'balance-import', 'range-import', 'wardrobes', 'structure'] as const;
/** Every kind of bulk edit of operators and API keys of the supplier. */
const SUPPLIER_BULK_EDIT_KINDS = ['product-import', 'wardrobes'] as const;
/** The name of a kind of bulk edit, as it is stored and sent. */
export type BulkEditKindName = (typeof BULK_EDIT_KINDS)[number] | (typeof SUPPLIER_BULK_EDIT_KINDS)[number];

/**
 * `running`: being applied; `stopped`: stopped by a person; `interrupted`: its job failed repeatedly, and someone has to continue
 * it; `finished`: every item has an outcome.
 */
export type BulkEditState = 'running' | 'stopped' | 'interrupted' | 'finished';

/** A bulk edit of any kind: what it does, how far it is and what happened to its items. */
export const bulkEdit = entity('BulkEdit', {
  id: int,
  kind: Type.Unsafe<BulkEditKindName>(
    Type.String({
      description:
        'people, range, people-import, balance-import, range-import, wardrobes or structure; of the supplier product-import or wardrobes.',
    }),
  ),
  action: described(text, 'What it does, in the words of its kind; `undo` where it reverts another bulk edit.'),
  description: described(text, 'The edit in a few words: "Wardrobes of 12 people".'),
  state: Type.Unsafe<BulkEditState>(Type.String({ description: 'running, stopped, interrupted or finished.' })),
  createdOnUtc: dateTime,
  finishedOnUtc: nullable(dateTime),
  by: described(text, 'Name of the person who made it; of the supplier’s the operator or API key.'),
  total: described(int, 'Number of items.'),
  changed: described(int, 'Items that were changed.'),
  unchanged: described(int, 'Items that already had the requested values.'),
  refused: described(int, 'Items that could not be changed; `refusals` says why.'),
  conflicts: described(int, 'Items left alone because someone else changed them after they were loaded.'),
  progress: described(
    entity({ done: described(int, 'Items that have an outcome.'), total: described(int, 'Number of items.') }),
    'How far it is.',
  ),
  canStop: described(bool, 'It is running, and the caller may stop it.'),
  canContinue: described(bool, 'It was stopped or interrupted, and the caller may continue it.'),
  canUndo: described(bool, 'Also while it runs: undoing then stops it first and reverts what was applied.'),
  undoBlocker: nullable(described(text, 'Why it cannot be undone.')),
  undoOfId: nullable(described(int, 'The bulk edit that this one reverts.')),
  undoneById: nullable(described(int, 'The bulk edit that reverted this one.')),
  refusals: Type.Array(
    entity({
      outcome: Type.Unsafe<'changed' | 'refused' | 'conflict'>(
        Type.String({ description: 'refused, conflict, or changed where only a part could be applied.' }),
      ),
      reason: described(text, 'A sentence that can be shown to people.'),
      count: described(int, 'Items with this outcome and reason.'),
      subjects: Type.Array(entity({ id: int, name: text }), { description: 'The first twenty that the caller can see.' }),
    }),
    { description: 'Why items were not changed: the ten most frequent reasons.' },
  ),
  conflictItems: Type.Array(
    entity({
      id: int,
      version: described(int, 'The current version, to be sent when the item is selected again.'),
      reason: Type.Unsafe<'changedSince' | 'staleSinceSnapshot'>(
        Type.String({
          description: 'changedSince: the same field was changed; staleSinceSnapshot: changed after the list was read.',
        }),
      ),
    }),
    { description: 'The first five hundred conflicts.' },
  ),
});

const params = Type.Object({ id: id('bulkEdit') });
const one = entity({ bulkEdit });

/** Calls that are the same for every kind: list, progress, stop, continue and undo. Each kind has its own call that starts an edit. */
export const bulkEditEndpoints = {
  'GET /api/bulkedits': endpoint({
    name: 'listBulkEdits',
    summary: 'List the ten latest bulk edits of a kind',
    description: 'Newest first: the caller’s own, or everyone’s for administrators of the whole organisation.',
    tags,
    access: administrators,
    query: Type.Object({
      kind: Type.Unsafe<(typeof BULK_EDIT_KINDS)[number]>(
        Type.String({
          enum: [...BULK_EDIT_KINDS],
          description: 'Only bulk edits of this kind.',
          message: 'Kind must be people, range, people-import, balance-import, range-import, wardrobes or structure.',
        }),
      ),
    }),
    reply: listOf('bulkEdits', bulkEdit),
  }),

  'GET /api/bulkedits/:id': endpoint({
    name: 'getBulkEdit',
    summary: 'Get the progress and result of a bulk edit',
    tags,
    access: administrators,
    params,
    reply: one,
  }),

  'POST /api/bulkedits/:id/stop': endpoint({
    name: 'stopBulkEdit',
    summary: 'Stop a running bulk edit',
    description: 'What has been applied stays. The rest can be continued.',
    tags,
    access: administrators,
    params,
    reply: one,
  }),

  'POST /api/bulkedits/:id/continue': endpoint({
    name: 'continueBulkEdit',
    summary: 'Continue a bulk edit that was stopped or interrupted',
    tags,
    access: administrators,
    params,
    reply: one,
  }),

  'POST /api/bulkedits/:id/undo': endpoint({
    name: 'undoBulkEdit',
    summary: 'Undo a bulk edit',
    description:
      'Restores the values from before the edit, except where someone has changed them since. A running bulk edit is stopped first. Possible for 30 days.',
    tags,
    access: administrators,
    params,
    reply: one,
  }),
};

const supplierParams = Type.Object({ id: id('supplierBulkEdit') });
const OF_BRANDS = 'Only those whose maker works for no brands but the caller’s.';

/** The same calls for the bulk edits of operators and API keys. */
export const supplierBulkEditEndpoints = {
  'GET /api/operator/bulkedits': endpoint({
    name: 'listSupplierBulkEdits',
    summary: 'List the ten latest bulk edits of the supplier of a kind',
    description: `Newest first. ${OF_BRANDS}`,
    tags,
    access: operator('catalogue:read'),
    query: Type.Object({
      kind: Type.Unsafe<(typeof SUPPLIER_BULK_EDIT_KINDS)[number]>(
        Type.String({
          enum: [...SUPPLIER_BULK_EDIT_KINDS],
          description: 'Only bulk edits of this kind: `product-import` or `wardrobes`.',
          message: 'Kind must be product-import or wardrobes.',
        }),
      ),
    }),
    reply: listOf('bulkEdits', bulkEdit),
  }),

  'GET /api/operator/bulkedits/:id': endpoint({
    name: 'getSupplierBulkEdit',
    summary: 'Get the progress and result of a bulk edit of the supplier',
    description: OF_BRANDS,
    tags,
    access: operator('catalogue:read'),
    params: supplierParams,
    reply: one,
  }),

  'POST /api/operator/bulkedits/:id/stop': endpoint({
    name: 'stopSupplierBulkEdit',
    summary: 'Stop a running bulk edit of the supplier',
    description: 'What has been applied stays. The rest can be continued.',
    tags,
    access: operator('catalogue:write'),
    params: supplierParams,
    reply: one,
  }),

  'POST /api/operator/bulkedits/:id/continue': endpoint({
    name: 'continueSupplierBulkEdit',
    summary: 'Continue a bulk edit of the supplier that was stopped or interrupted',
    tags,
    access: operator('catalogue:write'),
    params: supplierParams,
    reply: one,
  }),

  'POST /api/operator/bulkedits/:id/undo': endpoint({
    name: 'undoSupplierBulkEdit',
    summary: 'Undo a bulk edit of the supplier',
    description:
      'Restores the values from before the edit, except where someone has changed them since. A running bulk edit is stopped first. Possible for 30 days.',
    tags,
    access: operator('catalogue:write'),
    params: supplierParams,
    reply: one,
  }),
};
