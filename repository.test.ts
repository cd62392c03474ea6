import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { usePortal } from '#api/testing/use-portal.ts';
import { contract } from '#contract/index.ts';

/** What lint cannot say about the repository. Every exception stands here, with its reason. */

const project = import.meta.dirname;
// Files that are new and not yet added count as well; files that are ignored do not.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(project, file)));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
const isTest = (file: string) => /\.test\.tsx?$|\.e2e\.ts$/.test(file);
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));

describe('the contract', () => {
  /** Tests that are made from the contract name no call; each call deserves one that somebody thought about. */
  const GENERATED = [
    'api/platform/http/fuzz.test.ts',
    'api/testing/tenant-isolation/tenant-matrix.test.ts',
    'repository.test.ts',
  ];
  const calls = Object.keys(contract).map((call) => {
    const [method = '', path = ''] = call.split(' ');
    return { call, method, path };
  });
  const portal = usePortal();

  it('is served, every call of it', () => {
    expect(
      calls.filter(({ method, path }) => !portal.app.hasRoute({ method: method as 'GET', url: path })).map(({ call }) => call),
    ).toEqual([]);
  });

  it('is tested, every call of it by name', () => {
    const tests = code
      .filter((file) => isTest(file) && /^api\//.test(file) && !GENERATED.includes(file))
      .map(textOf)
      .join('\n');
    const isNamed = ({ call, method, path }: (typeof calls)[number]) => {
      if (tests.includes(`'${call}'`)) return true;
      // A path that has only one method says which call is meant.
      const pattern = path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '(\\$\\{[^}]+\\}|[\\w-]+)');
      return (
        calls.every((other) => other.path !== path || other.method === method) &&
        new RegExp(`['"\`]${pattern}/?['"\`?]`).test(tests)
      );
    };

    expect(calls.filter((entry) => !isNamed(entry)).map(({ call }) => call)).toEqual([]);
  });
});

describe('SQL', () => {
  /** Where it may stand beside *.queries.ts, api/platform/db, tests and what api/testing makes for them. */
  const ALLOWED: Record<string, string> = {
    'api/platform/http/health.ts': 'asks whether the database answers',
    'api/platform/http/hosts.ts': 'brands by host, before there is a scope',
    'api/platform/http/rate-limit.ts': 'counts attempts, of nobody and of everybody',
    'api/platform/jobs/queue.ts': 'puts the statements of the queue’s library into our transaction',
    'api/testing/tenant-isolation/canary-tenants.ts': 'plants what the tests of the wall look for',
    'bench/broken-stock.ts': 'the deliberately wrong statement that the chaos script must find out',
    'bench/shopping.ts': 'opens sessions without a password for benchmarks',
  };
  const SQL = /\bsql(<[^`]*>)?`|\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
  const holders = code.filter((file) => !isTest(file) && SQL.test(textOf(file)));

  it('stands in *.queries.ts, in api/platform/db, and where the list says why', () => {
    const elsewhere = holders.filter(
      (file) => !file.endsWith('.queries.ts') && !/^api\/(platform\/db|testing)\//.test(file) && !(file in ALLOWED),
    );

    expect(elsewhere).toEqual([]);
    expect(holders.length).toBeGreaterThan(10);
  });

  it('has no exceptions that nobody needs any more', () => {
    expect(Object.keys(ALLOWED).filter((file) => !holders.includes(file))).toEqual([]);
  });
});

describe('the documentation', () => {
  const documents = files.filter((file) => file.endsWith('.md'));
  const anchorsOf = (text: string) =>
    [...text.matchAll(/^#+\s+(.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replaceAll(/\s/g, '-'),
    );

  it('has links that lead somewhere', () => {
    const broken = documents.flatMap((file) =>
      [
        ...textOf(file)
          .replaceAll(/```[\s\S]*?```/g, '')
          .matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g),
      ].flatMap(([, target = '']) => {
        if (/^(https?:|mailto:)/.test(target)) return [];
        const [path = '', anchor] = target.split('#');
        const found = path === '' ? file : join(dirname(file), decodeURIComponent(path));
        if (!existsSync(join(project, found))) return [`${file}: ${target}`];
        return anchor && found.endsWith('.md') && !anchorsOf(textOf(found)).includes(anchor) ? [`${file}: ${target}`] : [];
      }),
    );

    expect(broken).toEqual([]);
    expect(documents.length).toBeGreaterThan(0);
  });
});

describe('files', () => {
  const LONGEST = 400;
  /** Kinds of files that are long because they are lists. */
  const LISTS: [kind: RegExp, why: string][] = [
    [/^contract\//, 'the API, entry by entry'],
    [/^demo\//, 'the data of the demonstration'],
    [/^api\/platform\/db\/types\.ts$/, 'generated from the migrations'],
    [/^package-lock\.json$/, 'generated by npm'],
  ];

  it(`are no longer than ${LONGEST} lines, lists excepted`, () => {
    const long = files.filter(
      (file) =>
        /\.(ts|tsx|mjs|css|sql)$/.test(file) &&
        !LISTS.some(([kind]) => kind.test(file)) &&
        textOf(file).split('\n').length - 1 > LONGEST,
    );

    expect(long).toEqual([]);
  });

  it('leave nothing for later in a comment', () => {
    const word = ['TO', 'DO'].join('');
    const unfinished = files.filter(
      (file) =>
        /\.(ts|tsx|mjs|css|sql|md|html)$/.test(file) && new RegExp(`\\b(${word}|FIX${'ME'}|X${'XX'})\\b`).test(textOf(file)),
    );

    expect(unfinished).toEqual([]);
  });

  it('are no leftovers of somebody’s afternoon', () => {
    expect(files.filter((file) => /\.(tmp|orig|rej|bak|log)(\.|$)|(^|\/)(scratch|tmp)\b/.test(file))).toEqual([]);
  });
});
