/** Reads surveys of measured bodies by path; the data is outside this repository and is never copied into it. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { LEARNED_MEASURES, type Sex } from '#body/measures.ts';

export const DEFAULT_SURVEY_FOLDER = join(import.meta.dirname, '../../shared/data/anthropometry');

/** A measured person: learned measures (cm, years), size, and what the person reported. */
export interface SurveyPerson {
  id: string;
  sex: Sex;
  stature: number;
  mass: number;
  /** Reported values in inches and pounds; NaN if not reported. */
  reportedInches: number;
  reportedPounds: number;
  /** In the order of LEARNED_MEASURES. */
  measures: Float64Array;
}

/** Simulated labels and own tapes of one person; NaN where the sex has no such label. */
export interface SurveyLabels {
  id: string;
  jeans: number;
  collar: number;
  bra: number;
  tapes: { chest: number; waist: number; hip: number; crotchHeight: number };
}

/** A measured civilian. */
export interface SurveyCivilian {
  sex: Sex;
  stature: number;
  mass: number;
  hip: number;
  waist: number;
}

export interface Surveys {
  people: SurveyPerson[];
  labels: Map<string, SurveyLabels>;
  civilians: SurveyCivilian[];
  /** Which files, and the start of the SHA-256 of their contents. */
  provenance: string;
}

type Row = Record<string, string>;

const snake = (name: string) =>
  name === 'crossBackII'
    ? 'cross_back_ii'
    : name === 'crossBackI'
      ? 'cross_back_i'
      : name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`);
const number = (row: Row, column: string) => (row[column] ? Number(row[column]) : Number.NaN);
const sexOf = (row: Row): Sex => (row.sex === 'F' ? 'female' : 'male');

/**
 * Reads a folder of surveys, whatever its files are called: people have `subject_id` and `neck`, labels `tape_chest`, civilians `waist_iliac`.
 * Throws when there is no such folder or no people in it.
 */
export function readSurveys(folder: string): Surveys {
  if (!existsSync(folder)) throw new Error(`There is no folder ${folder}; name the one with the measurements: --data FOLDER`);
  const surveys: Surveys = { people: [], labels: new Map(), civilians: [], provenance: '' };
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .sort();
  const hashes: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const columns = (text.split('\n', 1)[0] ?? '').trim().split(',');
    const rows = () => parse(text, { columns: true, skip_empty_lines: true }) as Row[];
    if (columns.includes('tape_chest')) for (const labels of rows().map(labelsOf)) surveys.labels.set(labels.id, labels);
    else if (columns.includes('waist_iliac')) surveys.civilians.push(...rows().map(civilianOf));
    else if (columns.includes('neck') && columns.includes('subject_id')) surveys.people.push(...rows().map(personOf));
    else continue;
    hashes.push(`${file} ${createHash('sha256').update(text).digest('hex').slice(0, 12)}`);
  }
  if (surveys.people.length === 0) throw new Error(`There are no measured people in ${folder}.`);
  surveys.provenance = hashes.join(', ');
  return surveys;
}

function personOf(row: Row): SurveyPerson {
  return {
    id: row.subject_id ?? '',
    sex: sexOf(row),
    stature: number(row, 'height_cm'),
    mass: number(row, 'weight_kg'),
    reportedInches: number(row, 'self_height_in'),
    reportedPounds: number(row, 'self_weight_lb'),
    measures: Float64Array.from(LEARNED_MEASURES, (name) => number(row, snake(name))),
  };
}

function labelsOf(row: Row): SurveyLabels {
  return {
    id: row.subject_id ?? '',
    jeans: number(row, 'jeans_noisy'),
    collar: number(row, 'collar_in_noisy'),
    bra: number(row, 'bust_in_from_bra_noisy'),
    tapes: {
      chest: number(row, 'tape_chest'),
      waist: number(row, 'tape_waist'),
      hip: number(row, 'tape_hip'),
      crotchHeight: number(row, 'tape_inside_leg'),
    },
  };
}

function civilianOf(row: Row): SurveyCivilian {
  return {
    sex: sexOf(row),
    stature: number(row, 'height_cm'),
    mass: number(row, 'weight_kg'),
    hip: number(row, 'hip'),
    waist: number(row, 'waist_iliac'),
  };
}
