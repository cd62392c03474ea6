import { sql } from 'kysely';
import type { Db } from '#api/platform/db/database.ts';
import type { TestClient, TestOperatorClient, TestServer } from '../portal.ts';

// Every command on one record against every other, at the same moment and on two servers. Whatever two commands do together must be what one after the
// other would have done, in one of the two orders.

/** What a race needs of a portal that runs as two servers on one database. */
export interface RacePortal extends Pick<TestServer, 'as' | 'asOperator'> {
  db: Db;
  /** The same person or operator, with the same session, at the second server. */
  atSecond<Client extends TestClient | TestOperatorClient>(client: Client): Client;
  /** Waits until both servers know what has changed about sessions, people and permissions. */
  settle(): Promise<void>;
}

/** How a command was answered. */
export interface RaceReply {
  status: number;
  errors?: Record<string, string[]>;
}

/** Sends a command; `at` is the server that it is sent to. */
export type RaceCommand<Subject> = (
  subject: Subject,
  at: <Client extends TestClient | TestOperatorClient>(client: Client) => Client,
) => Promise<RaceReply>;

/** A kind of record in some state, with the commands that are possible in it. */
export interface RaceKind<Subject> {
  name: string;
  /** A new record in that state. */
  prepare(): Promise<Subject>;
  commands: Readonly<Record<string, RaceCommand<Subject>>>;
  /** What the commands change, without ids and times. */
  summarise(subject: Subject): Promise<unknown>;
  /** What does not add up; empty when all is well. */
  findFaults(subject: Subject): Promise<readonly object[]>;
}

/** The races of a kind. */
export interface RacesOfKind {
  name: string;
  pairs: readonly RacePair[];
}

/** Two commands, or one that is sent twice. */
export interface RacePair {
  first: string;
  second: string;
  /** Runs the pair. Returns what is wrong, in words; empty when all is well. */
  run(): Promise<string[]>;
}

interface Outcome {
  statuses: [first: number, second: number];
  summary: string;
  problems: string[];
}

const show = ({ statuses, summary }: Outcome) => `${statuses.join(' and ')} ${summary}`;

/** All ordered pairs of the commands of a kind: the first goes to the first server, the second to the second. */
export function createRaces<Subject>(
  kind: RaceKind<Subject>,
  { atSecond, settle }: Pick<RacePortal, 'atSecond' | 'settle'>,
): RacesOfKind {
  const atFirst = <Client>(client: Client): Client => client;
  const names = Object.keys(kind.commands);
  const commandOf = (name: string) => kind.commands[name] as RaceCommand<Subject>;

  async function tryOut(names: readonly string[], act: (subject: Subject) => Promise<RaceReply[]>): Promise<Outcome> {
    const subject = await kind.prepare();
    const replies = await act(subject);
    const faults = await kind.findFaults(subject);
    const [first = 0, second = first] = replies.map(({ status }) => status);
    return {
      statuses: [first, second],
      summary: JSON.stringify(await kind.summarise(subject)),
      problems: [
        ...replies.flatMap(({ status, errors }, index) =>
          status >= 500 ? `“${names[index]}” was answered with ${status} ${JSON.stringify(errors ?? {})}` : [],
        ),
        ...faults.map((fault) => `does not add up: ${JSON.stringify(fault)}`),
      ],
    };
  }

  const known = new Map<string, Promise<Outcome>>();
  const remember = (key: string, act: () => Promise<Outcome>): Promise<Outcome> => {
    const outcome = known.get(key) ?? act();
    known.set(key, outcome);
    return outcome;
  };
  const alone = (name: string) =>
    remember(name, () => tryOut([name], async (subject) => [await commandOf(name)(subject, atFirst)]));
  const inTurn = (earlier: string, later: string) =>
    remember(`${earlier} → ${later}`, () =>
      tryOut([earlier, later], async (subject) => {
        const reply = await commandOf(earlier)(subject, atFirst);
        await settle();
        return [reply, await commandOf(later)(subject, atSecond)];
      }),
    );

  async function runPair(first: string, second: string): Promise<string[]> {
    const before = await Promise.all([first, second].map(alone));
    const impossible = [first, second].filter((_, index) => before[index]?.statuses[0] !== 200);
    if (impossible.length > 0)
      return impossible.map((name) => `“${name}” alone was answered with ${before[[first, second].indexOf(name)]?.statuses[0]}`);
    const [forwards, backwards] = [await inTurn(first, second), await inTurn(second, first)];
    const together = await tryOut([first, second], (subject) =>
      Promise.all([commandOf(first)(subject, atFirst), commandOf(second)(subject, atSecond)]),
    );
    const turned: Outcome = { ...backwards, statuses: [backwards.statuses[1], backwards.statuses[0]] };
    // One may also be told that the other came in between, and be as if it had never been sent.
    const refused = [0, 1].flatMap((loser): Outcome[] => {
      const winner = before[1 - loser] as Outcome;
      return [{ ...winner, statuses: loser === 0 ? [409, winner.statuses[0]] : [winner.statuses[0], 409] }];
    });
    const possible = [forwards, turned, ...refused].map(show);
    return [
      ...[...forwards.problems, ...backwards.problems].map((problem) => `in turn, ${problem}`),
      ...together.problems,
      ...(possible.includes(show(together)) ? [] : [`got ${show(together)} instead of ${[...new Set(possible)].join(' or ')}`]),
    ];
  }

  return {
    name: kind.name,
    pairs: names.flatMap((first) => names.map((second) => ({ first, second, run: () => runPair(first, second) }))),
  };
}

/** How many deadlocks a database has seen. Connections count them when they end, so the servers must have been stopped. */
export async function countDeadlocks(db: Db): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int as deadlocks from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? 0;
}

/** Lets the servers run no jobs by themselves: a race runs those that it wants. */
export const stopScheduledJobs = async (db: Db): Promise<void> => {
  await sql`delete from pgboss.schedule`.execute(db);
};
