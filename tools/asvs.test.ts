import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ASVS_LEVELS } from './asvs-levels.ts';

const project = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const document = read('docs/SECURITY.md');

const STATUSES = ['met', 'n/a', 'deployment', 'deviation', 'not met'];
const levels = new Map<string, number>(
  Object.entries(ASVS_LEVELS).flatMap(([section, digits]) =>
    [...digits].map((level, index) => [`${section}.${index + 1}`, Number(level)] as const),
  ),
);
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, id = '', level, requirement = '', status = '', evidence = '']) => ({
    id,
    level: Number(level),
    requirement,
    status,
    evidence,
  }),
);

describe('the table of ASVS requirements', () => {
  it('lists every requirement of levels 1 and 2 once, with its level and a status', () => {
    const required = [...levels].filter(([, level]) => level <= 2).map(([id]) => id);

    expect(required.filter((id) => !rows.some((row) => row.id === id))).toEqual([]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    expect(rows.filter(({ id, level }) => levels.get(id) !== level)).toEqual([]);
    expect(rows.filter(({ status }) => !STATUSES.includes(status))).toEqual([]);
    expect(required).toHaveLength(253);
  });

  it('is summarised by its first lines', () => {
    const count = (level: number, ...statuses: string[]) =>
      rows.filter((row) => row.level === level && statuses.includes(row.status)).length;
    for (const level of [1, 2]) {
      const figures = [
        STATUSES,
        ['n/a'],
        STATUSES.filter((status) => status !== 'n/a'),
        ['met'],
        ['deployment'],
        ['deviation'],
        ['not met'],
      ];
      expect(document).toContain(`| ${level} | ${figures.map((statuses) => count(level, ...statuses)).join(' | ')} |`);
    }
    expect(count(1, 'not met')).toBe(0);
  });

  it('names files that exist, or explains in words', () => {
    const files = rows.flatMap(({ id, evidence }) =>
      [
        ...evidence.matchAll(
          /`((?:api|web|contract|demo|e2e|bench|tools|docs|garments|lettering|body)\/[\w./-]+|[\w.-]+\.(?:ts|json))`/g,
        ),
      ].map(([, file = '']) => ({ id, file })),
    );

    expect(files.filter(({ file }) => !existsSync(join(project, file)))).toEqual([]);
    expect(rows.filter(({ evidence }) => evidence.length < 4)).toEqual([]);
    expect(files.length).toBeGreaterThan(150);
  });

  it('names attacks that exist', () => {
    const sources = readdirSync(join(project, 'tools/attack/attacks')).map((file) => read(`tools/attack/attacks/${file}`));
    const named = rows.flatMap(({ evidence }) =>
      [...evidence.matchAll(/Attacks?: (.*)$/g)].flatMap(([, list = '']) =>
        [...list.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
      ),
    );

    expect(named.filter((name) => !sources.some((source) => source.includes(`name: '${name}'`)))).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  });
});
