import { sql } from 'kysely';
import { aPerson } from './builders.ts';
import type { usePortal } from './use-portal.ts';

/** Headers of a request that a page of the portal sends. */
export const BY_PAGE = { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' };

interface Sender {
  headers?: Record<string, string>;
  host?: string;
  /** Address of the sender; each time another network unless one is given. */
  from?: string;
}

/** What the pages behind opt-out links send, and what is stored of it. */
export function useOptOutLinks(portal: ReturnType<typeof usePortal>) {
  let network = 0;
  const nextNetwork = () => {
    network += 1;
    return `10.${20 + Math.floor(network / 250)}.${network % 250}.1`;
  };
  const stateOf = async (id: number) =>
    (
      await sql<{ guid: string; out: Date | null }>`
        select opt_out_guid as guid, wardrobe_opt_out_at as out from customer where id = ${id}`.execute(portal.db)
    ).rows[0] as { guid: string; out: Date | null };
  return {
    stateOf,

    /** Opens the link. */
    async optOut(guid: string | undefined, { headers = BY_PAGE, host = 'localhost', from = nextNetwork() }: Sender = {}) {
      const answer = await portal.app.inject({
        url: `/api/wardrobepptout${guid === undefined ? '' : `?customerGuid=${encodeURIComponent(guid)}`}`,
        headers: { host, ...headers },
        remoteAddress: from,
      });
      const { undoUntilUtc, undone, ...body } = answer.json() as {
        success?: boolean;
        errors?: object;
        undoUntilUtc?: string | null;
        undone?: boolean;
      };
      return { status: answer.statusCode, headers: answer.headers, body, undoUntilUtc, undone };
    },

    /** Presses the button "Undo". */
    async undoByLink(customerGuid: string | undefined, { host = 'localhost', from = nextNetwork() }: Sender = {}) {
      const answer = await portal.app.inject({
        method: 'POST',
        url: '/api/wardrobepptout/undo',
        headers: { host },
        payload: customerGuid === undefined ? {} : { customerGuid },
        remoteAddress: from,
      });
      return { status: answer.statusCode, body: answer.json() as object };
    },

    /** The audit events about the opt-outs of a person, in their order. */
    listActionsOn: async (id: number) =>
      (
        await sql<{ action: string; brand_id: number | null; actor_id: number | null }>`
          select action, brand_id, actor_id from audit_event where action like 'opt-out.%' and subject_id = ${String(id)} order by id`.execute(
          portal.db,
        )
      ).rows,

    /** A person with the GUID of their mailed link. */
    async aLinkedPerson(overrides: Parameters<typeof aPerson>[1] = {}) {
      const person = await aPerson(portal.db, { role: 'Staff', ...overrides });
      return { ...person, ...(await stateOf(person.id)) };
    },
  };
}
