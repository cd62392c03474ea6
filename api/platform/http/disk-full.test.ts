import { describe, expect, it } from 'vitest';
import { runAsOwner } from '#api/testing/database.ts';
import { usePortal } from '#api/testing/use-portal.ts';

let log = '';
const portal = usePortal({ logTo: { write: (line) => (log += line) } });

describe('a full disk of the database', () => {
  it('refuses what writes with 503, says so in the log, and goes on answering what reads', async () => {
    const client = await portal.as('staff@meridian.example');
    await runAsOwner(
      portal,
      `create function refuse_row() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
       create trigger refuse_row before insert on list_setting for each row execute function refuse_row()`,
    );

    const { status, errors, headers } = await client.put('/api/listsettings/people', { listSettings: { columns: ['role'] } });

    expect({ status, errors }).toEqual({
      status: 503,
      errors: {
        server: ['Nothing can be saved at the moment, and nothing was changed. Please try again later, or tell your supplier.'],
      },
    });
    expect(headers['retry-after']).toBe('60');
    expect(log).toContain('no space is left on the disk of the database');
    expect((await client.get('/api/listsettings/people')).status).toBe(200);
  });
});
