import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AREAS } from '#api/platform/db/areas.ts';
import { toRouteUrl } from '#api/platform/http/endpoint.ts';
import { usePortal } from '#api/testing/use-portal.ts';
import { type Call, contract } from '#contract/index.ts';
import {
  describeCycle,
  describeImport,
  findDuplicateExports,
  findFolderCycles,
  findLoadedFiles,
  findUpwardImports,
  readImports,
  readPackages,
} from '#tools/import-graph.ts';

/** Rules about the repository that lint cannot express. Every exception is listed here with its reason. */

const project = import.meta.dirname;
// New files that are not yet added count too; ignored files do not.
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: project, encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(project, file)));
const textOf = (file: string) => readFileSync(join(project, file), 'utf8');
const isTest = (file: string) => /\.test\.tsx?$|\.e2e\.ts$/.test(file);
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
/** Neither tests nor what only tests use. */
const production = code.filter((file) => !isTest(file) && !/^e2e\/|^(?:api|web)\/testing\//.test(file));
const productionSources = new Map(production.map((file) => [file, textOf(file)]));

describe('the contract', () => {
  /** Tests generated from the contract do not count: each call needs one that was written for it. */
  const GENERATED = [
    'api/platform/http/fuzz.test.ts',
    'api/testing/tenant-isolation/tenant-matrix.test.ts',
    'repository.test.ts',
  ];
  const calls = (Object.keys(contract) as Call[]).map((call) => {
    const [method = '', path = ''] = call.split(' ');
    return { call, method, path };
  });
  const portal = usePortal();

  it('is served completely', () => {
    expect(
      calls
        .filter(({ call, method }) => !portal.app.hasRoute({ method: method as 'GET', url: toRouteUrl(call) }))
        .map(({ call }) => call),
    ).toEqual([]);
  });

  it('has a test for every call, by name', () => {
    const tests = code
      .filter((file) => isTest(file) && /^api\//.test(file) && !GENERATED.includes(file))
      .map(textOf)
      .join('\n');
    const isNamed = ({ call, method, path }: (typeof calls)[number]) => {
      if (tests.includes(`'${call}'`)) return true;
      // A path with only one method identifies the call by itself.
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
  /** Files that may contain SQL besides *.queries.ts, api/platform/db, api/testing and tests. */
  const ALLOWED: Record<string, string> = {
    'api/platform/http/health.ts': 'checks whether the database responds',
    'api/platform/http/hosts.ts': 'looks up brands by host, before there is a scope',
    'api/platform/http/rate-limit.ts': 'counts attempts that belong to no organisation',
    'api/platform/jobs/queue.ts': 'runs statements of the queue’s library in our transaction',
    'api/testing/tenant-isolation/canary-tenants.ts': 'inserts the rows that the tenant-isolation tests search for',
    'e2e/page-examples.ts': 'finds and adds what the pages show that stories open',
    'e2e/operator-page-examples.ts': 'finds and adds what the operators’ pages show',
    'bench/chaos-entitlement.ts': 'gives people roles and wardrobes, and counts what they ordered',
    'bench/chaos-wardrobe-change.ts': 'compares what people are owed while the portal is killed',
    'bench/killed-portal.ts': 'looks at what jobs and commands have done before it kills them',
    'bench/shopping.ts': 'creates sessions without a password for benchmarks',
    'bench/enumeration.ts': 'prepares known addresses and links, and resets the rate limits between measurements',
  };
  const SQL = /\bsql(<[^`]*>)?`|\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/;
  const holders = code.filter((file) => !isTest(file) && SQL.test(textOf(file)));

  it('is found only in *.queries.ts, in api/platform/db and in the listed exceptions', () => {
    const elsewhere = holders.filter(
      (file) => !file.endsWith('.queries.ts') && !/^api\/(platform\/db|testing)\//.test(file) && !(file in ALLOWED),
    );

    expect(elsewhere).toEqual([]);
    expect(holders.length).toBeGreaterThan(10);
  });

  it('has no unused exceptions', () => {
    expect(Object.keys(ALLOWED).filter((file) => !holders.includes(file))).toEqual([]);
  });

  describe('that updates order lines', () => {
    const MODULE = 'api/ordering/order-lines/';
    const EXCEPTIONS: Record<string, string> = {
      'api/entitlement/entitlement.queries.ts':
        'moves lines to the account in which they count after a change of allocation; no piece moves',
      'api/platform/db/migrations/0008-what-remains-of-orders.sql':
        'fills the new columns of orders that are open; no piece moves',
      'api/platform/db/migrations/0079-cancelled-card-pieces.sql':
        'says of cancelled pieces which ones a card paid; no piece moves',
      'bench/dashboards.ts': 'makes pieces late; no piece moves',
      'api/privacy/erasure/erase-person.queries.ts': 'erases the reason that a person gave; no piece moves',
    };
    const UPDATE = /\bupdate\s+(only\s+)?"?order_line"?(?!\w)|\bupdateTable\(\s*['"`]order_line\b/i;
    const updating = files.filter(
      (file) => (file.endsWith('.sql') || production.includes(file)) && !/^(demo|e2e)\//.test(file) && UPDATE.test(textOf(file)),
    );

    it('is found only in the module of order lines and in the listed exceptions', () => {
      expect(updating.filter((file) => !file.startsWith(MODULE) && !(file in EXCEPTIONS))).toEqual([]);
      expect(updating.some((file) => file.startsWith(MODULE))).toBe(true);
    });

    it('has no unused exceptions', () => {
      expect(Object.keys(EXCEPTIONS).filter((file) => !updating.includes(file))).toEqual([]);
    });
  });
});

it('amounts of money in sentences, mails and documents are written by formatMoney alone', () => {
  const formatting = production.filter((file) => /^(api|demo)\//.test(file) && /style: 'currency'/.test(textOf(file)));

  // A workbook takes only the symbol of the currency; its cells hold numbers.
  expect(formatting).toEqual(['api/catalogue/pricing/format-money.rules.ts', 'api/platform/workbook/workbook.ts']);
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

  it('has no broken links', () => {
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

  it('lists the decision records in order, each with its number, status and date', () => {
    const records = files.filter((file) => /^docs\/decisions\/\d/.test(file)).map((file) => basename(file));
    const listed = [...textOf('docs/decisions/README.md').matchAll(/^\| \[\d{3}\]\((.+?)\)/gm)].map(([, record]) => record);
    const hasHead = (record: string) =>
      new RegExp(`^# ${record.slice(0, 3)}: .+\\n\\nStatus: .+\\nDate: \\d{4}-\\d\\d-\\d\\d`).test(
        textOf(`docs/decisions/${record}`),
      );

    expect(listed).toEqual(records.toSorted());
    expect(records.filter((record) => !hasHead(record))).toEqual([]);
  });
});

describe('the architecture guide', () => {
  it('names only files and folders that exist', () => {
    const guide = 'docs/ARCHITECTURE.md';
    const named = [
      ...textOf(guide).matchAll(/`((?:api|web|contract|demo|body|garments|lettering|brands|e2e|bench|tools|docs)\/[\w./-]+)`/g),
    ];

    expect(named.map(([, path = '']) => path).filter((path) => !existsSync(join(project, path)))).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
  });
});

describe('files', () => {
  const MAX_LINES = 400;
  /** Kinds of files that may be longer because they are lists. */
  const LISTS: [kind: RegExp, why: string][] = [
    [/^contract\//, 'the API, call by call'],
    [/^demo\//, 'demonstration data'],
    [/^api\/platform\/db\/types\.ts$/, 'generated from the migrations'],
    [/^package-lock\.json$/, 'generated by npm'],
  ];

  it(`are no longer than ${MAX_LINES} lines, except lists`, () => {
    const long = files.filter(
      (file) =>
        /\.(ts|tsx|mjs|css|sql)$/.test(file) &&
        !LISTS.some(([kind]) => kind.test(file)) &&
        textOf(file).split('\n').length - 1 > MAX_LINES,
    );

    expect(long).toEqual([]);
  });

  it('contain no comments about unfinished work', () => {
    const word = ['TO', 'DO'].join('');
    const unfinished = files.filter(
      (file) =>
        /\.(ts|tsx|mjs|css|sql|md|html)$/.test(file) && new RegExp(`\\b(${word}|FIX${'ME'}|X${'XX'})\\b`).test(textOf(file)),
    );

    expect(unfinished).toEqual([]);
  });

  it('include no temporary files', () => {
    expect(files.filter((file) => /\.(tmp|orig|rej|bak|log)(\.|$)|(^|\/)(scratch|tmp)\b/.test(file))).toEqual([]);
  });
});

describe('styles', () => {
  it('name the widths of windows in em, so that layouts leave room for enlarged text', () => {
    const styles = files.filter((file) => /^web\/.*\.css$/.test(file));
    expect(styles.length).toBeGreaterThan(50);
    expect(styles.filter((file) => /@(media|container)[^{]*\dpx/.test(textOf(file)))).toEqual([]);
  });
});

describe('texts', () => {
  it('do not announce what does not exist yet', () => {
    const announcement = /\b(not|n[’']t) (open|available|possible|ready) yet\b|\b(cannot|can[’']t) be \w+ yet\b|\bcoming soon\b/i;
    const announcing = files.filter((file) => /^(web|api|contract)\/.*\.tsx?$/.test(file) && announcement.test(textOf(file)));

    expect(announcing).toEqual([]);
  });
});

describe('terms', () => {
  const LIST = 'tools/old-terms.txt';
  const TEXT = /\.(ts|tsx|mjs|sql|md|json|css)$/;
  const oldTerms = textOf(LIST)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(#|\/\/)/.test(line))
    .map((line) => new RegExp(line, 'g'));
  const anyTerm = new RegExp(oldTerms.map(({ source }) => source).join('|'), 'm');

  it(`avoid the old ones of ${LIST}, in texts and in file names`, () => {
    const hits = files
      .filter((file) => ![LIST, 'repository.test.ts', 'package-lock.json'].includes(file))
      .flatMap((file) => {
        const text = TEXT.test(file) ? textOf(file) : '';
        // Hardly any file has one: only then is it searched line by line.
        const lines = anyTerm.test(text) ? text.split('\n') : [];
        return oldTerms.flatMap((term) => [
          ...(file.match(term) ?? []).map((word) => `${file}: ${word} in the name`),
          ...lines.flatMap((line, i) => (line.match(term) ?? []).map((word) => `${file}:${i + 1}: ${word}`)),
        ]);
      });

    expect([...new Set(hits)]).toEqual([]);
    expect(oldTerms.length).toBeGreaterThan(0);
  });

  it('are exported by one file of a top folder only, so that a search finds one place', () => {
    const sources = new Map([...productionSources].filter(([file]) => file !== 'api/platform/db/types.ts'));

    expect(findDuplicateExports(sources, ['routes', 'jobs', 'retention'])).toEqual([]);
  });
});

describe('imports', () => {
  /** From high to low, as those of api/; an area imports only those after it. */
  const WEB_AREAS = [
    'operator',
    'integrations',
    'content',
    'privacy',
    'ordering',
    'people',
    'catalogue',
    'sizing',
    'entitlement',
    'organisation',
    'identity',
    'app',
    'themes',
    'ui',
  ];
  const imports = readImports(productionSources);

  it.each([
    ['api', AREAS],
    ['web', WEB_AREAS],
  ])('follow the order of the areas in %s, also for types', (top, order) => {
    expect(findUpwardImports(imports, top, order).map(describeImport)).toEqual([]);
    expect(imports.some(({ from }) => from.startsWith(`${top}/`))).toBe(true);
  });

  it('form no cycle between folders, at any depth', () => {
    expect(findFolderCycles(imports).map(describeCycle).join('\n')).toBe('');
  });

  it('bring no schemas into pages, which would load all of TypeBox with them', () => {
    const loaded = findLoadedFiles(
      productionSources,
      production.filter((file) => file.startsWith('web/')),
    );
    const packages = readPackages(productionSources);

    expect(loaded.filter((file) => packages.get(file)?.includes('typebox'))).toEqual([]);
    expect(loaded.some((file) => file.startsWith('contract/'))).toBe(true);
  });

  it('never lead from production code to the demonstration or to what tests use', () => {
    const leaks = imports.filter(
      ({ from, to }) => /^(demo|api\/testing)\//.test(to) && /^(api|web|contract|body|garments|lettering|brands)\//.test(from),
    );

    expect(leaks.map(describeImport)).toEqual([]);
  });
});
