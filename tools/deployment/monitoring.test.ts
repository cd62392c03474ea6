import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { openDatabase } from '#api/platform/db/database.ts';
import { createBacklogMetrics } from '#api/platform/observability/backlog-metrics.ts';
import { createMetrics } from '#api/platform/observability/metrics.ts';
import { createTestDatabase } from '#api/testing/database.ts';
import { project, readProjectFile } from './files-fixture.ts';
import { fetchLinters, lint, runLinter } from './linters.ts';
import { continueSeries, type Recording, readRecordings, SCRAPE_SECONDS } from './recordings.ts';

const RULES = 'deploy/monitoring/prometheus-rules.yaml';
const DASHBOARD = 'deploy/monitoring/grafana-dashboard.json';
/** How long a recorded state is played: longer than any rule looks back and waits. */
const MINUTES = 40;

/** What each recorded state must raise, and nothing else. */
const EXPECTED: Record<string, string[]> = {
  healthy: [],
  'process-down': ['LiveryProcessDown'],
  'database-down': ['LiveryDatabaseDown', 'LiveryErrors'],
  'backup-old': ['LiveryBackupOld'],
  'disk-full': ['LiveryDiskLow'],
  'listener-silent': ['LiveryListenerSilent'],
  'smtp-down': ['LiveryMailsWaiting'],
  'mails-refused': ['LiveryMailsFailed'],
  'webhook-receiver-down': ['LiveryWebhooksFailing'],
  'webhooks-waiting': ['LiveryWebhooksWaiting'],
  'jobs-waiting': ['LiveryJobsWaiting'],
  'jobs-failed': ['LiveryJobsFailed'],
  'lock-held': ['LiveryCheckoutSlow', 'LiveryErrors', 'LiveryLockTimeouts'],
  'statements-too-long': ['LiveryCheckoutSlow', 'LiveryErrors', 'LiveryLockTimeouts', 'LiveryRequestsCutOff'],
  'checkout-slow': ['LiveryCheckoutSlow'],
  'connections-short': ['LiveryCheckoutSlow', 'LiveryConnectionsShort'],
  'event-loop-blocked': ['LiveryEventLoopBlocked'],
};

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { refId: string; expr: string }[];
}

const { rules } = (parse(readProjectFile(RULES)) as { groups: { rules: Rule[] }[] }).groups[0] as { rules: Rule[] };
const dashboard = JSON.parse(readProjectFile(DASHBOARD)) as { panels: Panel[]; templating: { list: { name: string }[] } };
const panelQueries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
const recordings = readRecordings();
const hasPromtool = await fetchLinters();
if (!hasPromtool) console.warn('promtool cannot be had; the tests with it are skipped.');

const folder = mkdtempSync(join(tmpdir(), 'livery-monitoring-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Names of metrics in a query, without those of Prometheus itself. */
const namesIn = (query: string) => [...query.matchAll(/\b(?:livery|nodejs|process)_\w+/g)].map(([name]) => name);

/** The metrics with the labels that a query selects or sums by. */
const labelsIn = (query: string) =>
  [...query.matchAll(/\b(livery_\w+)\{([^}]*)\}/g)].flatMap(([, name = '', matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => ({ name, label })),
  );

/** The names under which a histogram is queried lead to its own. */
const toOwnName = (name: string) => name.replace(/_(bucket|sum|count)$/, '');

describe('what the rules and the dashboard name', () => {
  const kinds = new Map<string, string>();
  beforeAll(async () => {
    const metrics = createMetrics('1');
    metrics.watchDisk(folder);
    metrics.watchListener(() => 0);
    metrics.watchPool({ poolState: () => ({ idle: 0, busy: 0, waiting: 0 }), statementsSent: () => 0 } as never);
    const database = await createTestDatabase();
    const { db, close } = openDatabase(database.url, { poolSize: 1 });
    const text = (await metrics.registry.metrics()) + (await createBacklogMetrics(db)());
    await close();
    await database.close();
    for (const [, name = '', kind = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) kinds.set(name, kind);
  });
  const reference = new Map(
    [...readProjectFile('docs/operations/reference.md').matchAll(/^\| (`livery_[^|]*)\|([^|]*)\|/gm)].flatMap(
      ([, names = '', labels = '']) =>
        [...names.matchAll(/`(\w+)`/g)].map(
          ([, name = '']) => [name, [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label)] as const,
        ),
    ),
  );

  it('are metrics of the portal', () => {
    const queries = [...rules.map(({ expr }) => expr), ...panelQueries];
    const unknown = queries.flatMap(namesIn).filter((name) => !kinds.has(name) && kinds.get(toOwnName(name)) !== 'histogram');
    expect(unknown).toEqual([]);
    expect(queries.flatMap(namesIn).length).toBeGreaterThan(50);
  });

  it('are labels that these metrics have', () => {
    const known = (name: string) => ['job', 'instance', ...(reference.get(toOwnName(name)) ?? [])];
    const unknown = [...rules.map(({ expr }) => expr), ...panelQueries]
      .flatMap(labelsIn)
      .filter(({ name, label }) => !known(name).includes(label));
    expect(unknown).toEqual([]);
  });

  it('are all metrics that the reference lists, which are those of the portal', () => {
    const own = [...kinds.keys()].filter((name) => name.startsWith('livery_'));
    expect([...reference.keys()].toSorted()).toEqual(own.toSorted());
  });

  it('is on the dashboard if there is an alert for it', () => {
    const shown = new Set(panelQueries.flatMap(namesIn));
    expect(rules.flatMap(({ expr }) => namesIn(expr)).filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the rules', () => {
  it.skipIf(!hasPromtool)('are accepted by promtool', () => {
    expect(lint('prometheus', join(project, RULES))).toBe('');
  });

  it('each have a severity, a sentence and a paragraph of the runbook', () => {
    const headings = [...readProjectFile('docs/operations/runbook.md').matchAll(/^## (Livery\w+)\n\n(.+)$/gm)];
    expect(headings.map(([, name = '']) => name)).toEqual(rules.map(({ alert }) => alert));
    for (const { alert, labels, annotations } of rules) {
      expect(['critical', 'warning']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\.$/);
      expect(annotations.runbook).toBe(`docs/operations/runbook.md#${alert.toLowerCase()}`);
    }
  });

  it('have a recorded state each in which they fire', () => {
    expect([...new Set(Object.values(EXPECTED).flat())].toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    expect(recordings.map(({ name }) => name)).toEqual(Object.keys(EXPECTED).toSorted());
  });

  /** What promtool says against these alerts in this state; empty if they are what fires. */
  const play = ({ name, series }: Recording, alerts: readonly string[], rulesFile = join(project, RULES)) => {
    const scrapes = (MINUTES * 60) / SCRAPE_SECONDS;
    const withTarget = (text: string) => {
      const target = 'job="livery",instance="portal-1:9464"';
      return text.endsWith('}') ? text.replace('{', `{${target},`) : `${text}{${target}}`;
    };
    const test = {
      rule_files: [rulesFile],
      evaluation_interval: '15s',
      tests: [
        {
          name,
          interval: `${SCRAPE_SECONDS}s`,
          input_series: series.map((each) => ({
            series: withTarget(each.series),
            values: continueSeries(each, scrapes)
              .map((value) => value ?? '_')
              .join(' '),
          })),
          promql_expr_test: [
            {
              expr: `group by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${MINUTES}m]))`,
              eval_time: `${MINUTES}m`,
              exp_samples: alerts.toSorted().map((alert) => ({ labels: `{alertname="${alert}"}`, value: 1 })),
            },
          ],
        },
      ],
    };
    const file = join(folder, `${name}.yaml`);
    writeFileSync(file, stringify(test, { lineWidth: 0 }));
    return runLinter('prometheus', ['test', 'rules', file]);
  };

  it.skipIf(!hasPromtool).each(recordings.map((recording) => [recording.name, recording] as const))(
    'fire as they should: %s',
    (name, recording) => {
      expect(play(recording, EXPECTED[name] ?? [])).toBe('');
    },
  );
});

describe('the dashboard', () => {
  it.skipIf(!hasPromtool)('has queries that Prometheus understands', () => {
    const resolve = (query: string) => query.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*');
    const recorded = panelQueries.map((query, index) => ({ record: `panel:${index}`, expr: resolve(query) }));
    const file = join(folder, 'dashboard.yaml');
    writeFileSync(file, stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    expect(lint('prometheus', file)).toBe('');
  });

  it('has panels with ids of their own that do not cover each other', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const covers = (one: Panel['gridPos'], other: Panel['gridPos']) =>
      one.x < other.x + other.w && other.x < one.x + one.w && one.y < other.y + other.h && other.y < one.y + one.h;
    const overlaps = panels.flatMap((one, index) =>
      panels
        .slice(index + 1)
        .filter((other) => covers(one.gridPos, other.gridPos))
        .map((other) => `${one.title}, ${other.title}`),
    );
    expect(overlaps).toEqual([]);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
  });

  it('has the variables that its queries use', () => {
    const used = new Set([...readProjectFile(DASHBOARD).matchAll(/\$\{?([a-z]\w*)/g)].map(([, name]) => name));
    expect([...used].toSorted()).toEqual(dashboard.templating.list.map(({ name }) => name).toSorted());
  });
});
