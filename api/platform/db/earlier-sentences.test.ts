import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeMailFailure } from '#api/platform/mail/mail-failures.rules.ts';
import { listFailedMail } from '#api/platform/mail/outbox.queries.ts';
import { bulkEditCalls } from '#api/testing/bulk-edit-client.ts';
import { usePeopleImports } from '#api/testing/people-import-harness.ts';
import type { TestClient } from '#api/testing/portal.ts';
import { usePortal } from '#api/testing/use-portal.ts';

/** Rows of versions that stored sentences are shown as those versions showed them, and no row can be written with a sentence for a kind. */

const portal = usePortal();
const imports = usePeopleImports(portal);
let admin: TestClient;
beforeAll(async () => {
  admin = await portal.as('admin@meridian.example');
});

describe('a row from before kinds were stored', () => {
  it('of a bulk edit shows its sentence with the others', async () => {
    const { body } = await admin.post<'POST /api/customers/bulkedits'>('/api/customers/bulkedits', {
      action: 'close',
      customerIds: [
        admin.customerId,
        (await admin.get<'GET /api/customers'>('/api/customers?limit=2')).body.customers[0]?.id ?? 0,
      ],
    });
    const { id } = body.bulkEdit;
    await sql`
      update bulk_edit_item set outcome = 'refused', reason_kinds = null, reason = 'The moon was full.'
      where bulk_edit_id = ${id} and subject_id <> ${admin.customerId}`.execute(portal.db);

    const reasons = (await bulkEditCalls.look(admin, id)).refusals.map(({ reason }) => reason);
    expect(reasons.toSorted()).toEqual(['The moon was full.', 'You can’t open or close your own account.']);
  });

  it('of an import shows its sentences, its changes and why there were no invitations', async () => {
    const { id } = await imports.preview(
      admin,
      'Employee number,Email,First name,Last name,Group\nE1,e1@made.example,Eve,Early,North',
    );
    await sql`
      update people_import_row set reason_kinds = '[]', reasons = array['It rained.', 'It snowed.'], change_values = '[]',
        changes = '[{"field": "First name", "before": "", "after": "Eve"}]' where import_id = ${id}`.execute(portal.db);
    await sql`
      update people_import set invitations = '{"queued": 1, "skipped": [{"msg": "Has left.", "count": 2}]}' where id = ${id}`.execute(
      portal.db,
    );

    expect((await imports.rows(admin, id))[0]).toMatchObject({
      reasons: ['It rained.', 'It snowed.'],
      changes: [{ field: 'First name', before: '', after: 'Eve' }],
    });
    const { body } = await admin.get<'GET /api/peopleimports/:id'>(`/api/peopleimports/${id}`);
    expect(body.peopleImport.invitations).toEqual({ queued: 1, skipped: [{ msg: 'Has left.', count: 2 }] });
  });

  it('of a webhook shows why it failed', async () => {
    const { rows } = await sql<{ id: number }>`
      with endpoint as (
        insert into webhook_endpoint (organisation_id, url, event_types, sealed_secret, failing_since_at)
        values (1, 'https://192.0.2.1/early', array['order.shipped'], 'sealed', now()) returning id)
      insert into webhook_delivery (endpoint_id, organisation_id, event_id, event_type, sequence, data, last_error, last_attempt_at)
      select id, 1, gen_random_uuid(), 'order.shipped', 1, '{}', 'The line was cut.', now() from endpoint returning endpoint_id as id`.execute(
      portal.db,
    );
    const id = rows[0]?.id ?? 0;

    const { body } = await admin.get<'GET /api/webhooks'>('/api/webhooks');
    expect(body.webhooks.find((webhook) => webhook.id === id)?.lastError).toBe('The line was cut.');
    const log = await admin.get<'GET /api/webhooks/:id/deliveries'>(`/api/webhooks/${id}/deliveries`);
    expect(log.body.deliveries[0]?.error).toBe('The line was cut.');
  });

  it('of a mail is listed with its error', async () => {
    await sql`
      insert into mail_outbox (brand_id, recipient, template, data, last_error, failed_at)
      values (1, 'ann@made.example', 'password-changed', '{}', '550 no such user', now())`.execute(portal.db);

    const [mail] = await listFailedMail(portal.db, 1);
    expect(mail?.failure && describeMailFailure(mail.failure)).toBe('550 no such user');
  });
});

describe('a sentence', () => {
  it.each([
    [
      'bulk_edit_item',
      sql`insert into bulk_edit_item (organisation_id, bulk_edit_id, position, reason_kinds) select 1, min(id), 90, '[{"kind": "Has left."}]' from bulk_edit`,
    ],
    [
      'bulk_edit_item',
      sql`insert into bulk_edit_item (organisation_id, bulk_edit_id, position, reason_kinds) select 1, min(id), 91, '[{"kind": "text", "text": "Has left."}]' from bulk_edit`,
    ],
    [
      'bulk_edit_item',
      sql`insert into bulk_edit_item (organisation_id, bulk_edit_id, position, reason_kinds) select 1, min(id), 92, '["Has left."]' from bulk_edit`,
    ],
    ['people_import_row', sql`update people_import_row set problem_kind = '{"text": "Has left."}'`],
    ['people_import_row', sql`update people_import_row set reason_kinds = '[{"kind": "has_left"}, {"kind": "Has left."}]'`],
    ['webhook_delivery', sql`update webhook_delivery set failure = '"Has left."'`],
    ['mail_outbox', sql`update mail_outbox set failure = '{"kind": "text", "text": "Has left."}'`],
  ])('cannot be stored in %s as a kind', async (table, statement) => {
    await expect(statement.execute(portal.db)).rejects.toThrow(new RegExp(`violates check constraint "${table}_`));
  });
});
