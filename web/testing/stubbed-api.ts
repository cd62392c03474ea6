import { Value } from 'typebox/value';
import { afterEach, beforeEach, expect } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { type BodyOf, type Call, contract, type QueryOf, type ReplyOf, type WireBodyOf } from '#contract/index.ts';
import { createReply, type PartsOf } from './example-reply.ts';

/** A request that the page has sent. */
export interface StubbedRequest<C extends Call> {
  /** Values of the path, as text. */
  params: Record<string, string>;
  /** Values of the query, as text; those of a list are separated by commas. */
  query: Partial<Record<keyof NonNullable<QueryOf<C>> & string, string>>;
  body: WireBodyOf<C>;
  headers: Headers;
}

/** A failed call: its status and body. */
export class Refusal {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A refusal as the server sends it: messages by field or rule, and for some a code. */
export const refuse = (status: number, errors: Record<string, string | readonly string[]>, code?: string): Refusal =>
  new Refusal(status, {
    errors: Object.fromEntries(Object.entries(errors).map(([name, texts]) => [name, [texts].flat()])),
    code,
  });

type Parts<C extends Call> = PartsOf<ReplyOf<C>> | Refusal;
type Answer<C extends Call> = Parts<C> | ((request: StubbedRequest<C>) => Parts<C> | Promise<Parts<C>>);

export interface StubbedApi {
  /**
   * Answers a call from now on: with parts of its reply (see `createReply`), with a refusal, or with what a function makes of the request. The page's
   * requests are checked against the contract.
   */
  on<C extends Call>(call: C, answer: Answer<C>): void;
  /** The requests of this call so far, in their order. */
  requests<C extends Call>(call: C): StubbedRequest<C>[];
}

interface Sent {
  call: Call;
  request: StubbedRequest<Call>;
}

const countParameters = (call: string) => call.split(':').length;

// As the server finds them: a path that is written out before one with a parameter in the same place.
const patterns = (Object.keys(contract) as Call[])
  .toSorted((a, b) => countParameters(a) - countParameters(b))
  .map((call) => {
    const [method, path] = call.split(' ') as [string, string];
    return { call, method, path: new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`) };
  });

/** Between tests: what a page that is gone still asks for has no answer. */
const fetchNothing = () => new Promise<Response>(() => {});

/**
 * The API of the tests of one file: instead of the network, `fetch` meets a table of answers, which at the start of each test has none but for topics. A request without
 * an answer, or one that the contract does not allow, fails the test.
 */
export function useStubbedApi(): StubbedApi {
  const answers = new Map<Call, Answer<Call>>();
  const sent: Sent[] = [];
  const problems: string[] = [];

  beforeEach(() => {
    answers.clear();
    // Most pages ask for texts of the supplier, and most tests are about something else.
    answers.set('GET /api/topics/portallocation/:location', { topics: [] });
    answers.set('GET /api/topics/getinformationmenutopics', { topics: [] });
    sent.length = 0;
    problems.length = 0;
    globalThis.fetch = async (input, init) => {
      const found = readRequest(String(input), init);
      if (typeof found === 'string') return fail(found);
      sent.push(found);
      const answer = answers.get(found.call);
      if (answer === undefined) return fail(`No answer is given for ${found.call}.`);
      const parts = typeof answer === 'function' ? await answer(found.request) : answer;
      init?.signal?.throwIfAborted();
      if (parts instanceof Refusal) return Response.json(parts.body, { status: parts.status });
      return Response.json(createReply(found.call, parts as PartsOf<ReplyOf<Call>>));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetchNothing;
    expect(problems, 'requests of the page').toEqual([]);
  });

  function fail(problem: string): Response {
    problems.push(problem);
    return Response.json({ errors: { test: [problem] } }, { status: 501 });
  }

  return {
    on: (call, answer) => void answers.set(call, answer as Answer<Call>),
    requests: <C extends Call>(call: C) =>
      sent.filter((one) => one.call === call).map(({ request }) => request as StubbedRequest<C>),
  };
}

/** The call and its values, or why the contract does not know such a request. */
function readRequest(address: string, init: RequestInit | undefined): Sent | string {
  const { pathname, searchParams } = new URL(address, location.href);
  const method = init?.method ?? 'GET';
  const found = patterns.find((pattern) => pattern.method === method && pattern.path.test(pathname));
  if (!found) return `The contract has no call ${method} ${pathname}.`;
  const params = { ...found.path.exec(pathname)?.groups };
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  const endpoint: Endpoint = contract[found.call];
  const checked = endpoint.root && isRecord(body) ? body[endpoint.root] : body;
  if (endpoint.body && !Value.Check(endpoint.body, checked as BodyOf<Call>)) {
    const [problem] = Value.Errors(endpoint.body, checked);
    return `The body of ${found.call} is wrong: ${problem?.instancePath} ${problem?.message}, ${JSON.stringify(body)}`;
  }
  if (
    endpoint.refusesUnknown &&
    endpoint.body &&
    countProperties(Value.Clean(endpoint.body, structuredClone(checked))) < countProperties(checked)
  )
    return `The body of ${found.call} has properties that the call refuses: ${JSON.stringify(body)}`;
  const unknown = [...searchParams.keys()].filter((name) => !Object.hasOwn(endpoint.query?.properties ?? {}, name));
  if (found.call.includes(' /api/operator/') && unknown.length > 0)
    return `The call ${found.call} refuses the parameters ${unknown.join(', ')}.`;
  const query = Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name).join()]));
  return { call: found.call, request: { params, query, body, headers: new Headers(init?.headers) } as StubbedRequest<Call> };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** How many properties a value has, with those of the values in it. */
const countProperties = (value: unknown): number =>
  isRecord(value) ? Object.values(value).reduce<number>((sum, each) => sum + 1 + countProperties(each), 0) : 0;
