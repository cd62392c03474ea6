import { createRangeEditKind } from './catalogue/range/range-bulk-edit.actions.ts';
import { syncWardrobeEntitlement } from './entitlement/entitlement.actions.ts';
import { lockWardrobes } from './entitlement/entitlement.queries.ts';
import { findActor } from './identity/sessions/access.queries.ts';
import { createPeopleEditKind } from './people/bulk-edit/people-bulk-edit.actions.ts';
import { createBalanceImportKind } from './people/import/balance-import-kind.actions.ts';
import { createPeopleImportKind } from './people/import/people-import-kind.actions.ts';
import { createRangeImportKind } from './people/import/range-import-kind.actions.ts';
import { type BulkEdits, createBulkEdits } from './platform/bulk-edit/bulk-edit-engine.ts';
import type { Db } from './platform/db/database.ts';
import type { Vault } from './platform/encryption/vault.ts';
import { grantScope } from './platform/http/scope.ts';
import type { JobQueue } from './platform/jobs/queue.ts';

interface Dependencies {
  db: Db;
  jobs: JobQueue;
  vault: Vault;
}

/** The engine of bulk edits with the kinds of every area. */
export const createPortalBulkEdits = ({ db, jobs, vault }: Dependencies): BulkEdits =>
  createBulkEdits({
    db,
    jobs,
    kinds: [
      createPeopleEditKind({ jobs, vault }),
      createRangeEditKind({ afterWardrobeChange: syncWardrobeEntitlement, lockWardrobes }),
      createPeopleImportKind({ jobs }),
      createBalanceImportKind({ jobs }),
      createRangeImportKind({ jobs }),
    ],
    findCaller: async (reader, organisationId, customerId) => {
      const actor = await findActor(reader, organisationId, customerId);
      // A verified session of this person started the edit.
      return actor && grantScope(actor);
    },
  });
