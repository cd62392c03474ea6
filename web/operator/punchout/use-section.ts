import { useQueryClient } from '@tanstack/react-query';
import type { ReplyOf, WireBodyOf } from '#contract/index.ts';
import { useEntityForm } from '#web/app/forms/use-entity-form.ts';
import { showSuccess } from '#web/ui/feedback/alerts.ts';
import { invalidateOperatorCalls, operatorApi, operatorQuery } from '../session/operator-api.ts';

export type Connection = ReplyOf<'GET /api/operator/punchout/connections/:id'>['connection'];
type Body = WireBodyOf<'PUT /api/operator/punchout/connections/:id'>['connection'];

/** The query of a connection. */
export const connectionQuery = (id: number) => operatorQuery('GET /api/operator/punchout/connections/:id', { params: { id } });

interface Options<V extends object> {
  connection: Connection;
  /** Names the draft of the section. */
  name: string;
  saved: V;
  validate?: (values: V) => Record<string, string>;
  toBody: (values: V, changed: readonly (keyof V & string)[]) => Omit<Body, 'version'>;
  serverNames?: Readonly<Record<string, keyof V & string>>;
}

/** The form of one section of a connection, which is saved by itself. */
export function useSection<V extends object>({ connection, name, saved, validate, toBody, serverNames }: Options<V>) {
  const client = useQueryClient();
  const { id, version } = connection;
  const query = connectionQuery(id);
  return useEntityForm<V, ReplyOf<'PUT /api/operator/punchout/connections/:id'>>({
    draftKey: `punchout-connection.${id}.${name}`,
    saved,
    version,
    ...(validate && { validate }),
    ...(serverNames && { serverNames }),
    save: ({ values, changed }) =>
      operatorApi('PUT /api/operator/punchout/connections/:id', {
        params: { id },
        // Of what is shown now: the other sections are saved by themselves, and each raises the version.
        body: { connection: { ...toBody(values, changed), version } },
      }),
    reload: async () => (await client.fetchQuery({ ...query, staleTime: 0 })).connection.version,
    onSaved: (reply) => {
      client.setQueryData(query.queryKey, reply);
      showSuccess('The connection has been saved.');
      return invalidateOperatorCalls(client, 'GET /api/operator/punchout/connections');
    },
  });
}

/** The lines of a text that are not empty, without spaces around them. */
export const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** `DUNS 555000111` in each line, as identities. */
export const toCredentials = (text: string): { domain: string; identity: string }[] =>
  toLines(text).map((line) => {
    const [domain = '', ...rest] = line.split(/\s+/);
    return { domain, identity: rest.join(' ') };
  });

/** Identities as lines. */
export const toCredentialLines = (credentials: readonly { domain: string; identity: string }[]): string =>
  credentials.map(({ domain, identity }) => `${domain} ${identity}`).join('\n');

/** Why lines are no identities; nothing when they are. */
export const findCredentialProblem = (text: string): string | undefined =>
  toCredentials(text).some(({ identity }) => identity === '')
    ? 'Enter a domain and an identity in each line, such as DUNS 555000111'
    : undefined;
