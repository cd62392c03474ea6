import { setTimeout as delay } from 'node:timers/promises';
import { ZIP_BOMBS } from '#api/testing/zip-bombs.ts';
import type { Attack, Finding } from '../attack.ts';
import type { HttpResponse } from '../client.ts';
import { getResidentMegabytes } from '../portal-process.ts';
import { aNetwork, logIn, type Target } from '../target.ts';

const REPORTS = 40;
const MAX_LATENCY_MS = 100;
const ROUNDS = 3;
const BOMBS = 6;
const MAX_MEMORY_MB = 900;
/** Below the 30 seconds after which the portal closes silent connections. */
const MAX_ANSWER_MS = 28_000;

/** Texts of 16 KB on which expressions with nested or adjacent quantifiers take longest. */
const WORST_PARTS = [
  'a',
  '@',
  'a@',
  'a.',
  ' ',
  '"',
  '\\',
  '\n',
  '/',
  '0',
  'A0-',
  'password=',
  'Bearer ',
  'token":',
  'eyJ',
  '%40',
  'a@a.',
  'http://a:',
];
const worstTexts = WORST_PARTS.map(
  (part) => `${part.repeat(Math.floor(15_500 / Buffer.byteLength(JSON.stringify(part).slice(1, -1))))}!`,
);

/** The longest time that another request takes while `work` runs. */
async function measureOthers(target: Target, work: () => Promise<unknown>): Promise<number> {
  let isRunning = true;
  let longest = 0;
  const watch = async () => {
    while (isRunning) {
      const { milliseconds } = await target.send({ path: '/livez' });
      longest = Math.max(longest, milliseconds);
      await delay(5);
    }
  };
  const watching = watch();
  await delay(50);
  await work();
  isRunning = false;
  await watching;
  return longest;
}

const floodOfReports: Attack = {
  name: 'Flood of error reports',
  expected: `${REPORTS} anonymous reports of 16 KB of the worst texts delay no other request by more than ${MAX_LATENCY_MS} ms`,
  needs: 'a quiet machine',
  run: async (target) => {
    const report = (index: number, field: string) =>
      target.send({ path: '/api/reportError', json: { [field]: worstTexts[index % worstTexts.length] }, from: aNetwork() });
    let lowest = Number.POSITIVE_INFINITY;
    // Other work of the machine can disturb one round; an expression that takes long is slow in all of them.
    for (let round = 0; round < ROUNDS && lowest > MAX_LATENCY_MS; round += 1) {
      const field = ['message', 'stack', 'info'][round] as string;
      const reports = () => Promise.all(Array.from({ length: REPORTS }, (_, index) => report(index, field)));
      lowest = Math.min(lowest, await measureOthers(target, reports));
    }
    return { held: lowest <= MAX_LATENCY_MS, seen: `others waited ${Math.round(lowest)} ms at most` };
  },
};

const oneReport: Attack = {
  name: 'One error report of the worst text',
  expected: `no report of 16 KB takes longer than ${MAX_LATENCY_MS} ms, whatever its text and field`,
  needs: 'a quiet machine',
  run: async (target) => {
    let slowest = { milliseconds: 0, what: '' };
    for (const field of ['message', 'stack', 'url', 'userAgent', 'info']) {
      for (const [index, text] of worstTexts.entries()) {
        const send = () => target.send({ path: '/api/reportError', json: { [field]: text }, from: aNetwork() });
        const first = (await send()).milliseconds;
        const milliseconds = first > MAX_LATENCY_MS ? Math.min(first, (await send()).milliseconds) : first;
        if (milliseconds > slowest.milliseconds)
          slowest = { milliseconds, what: `${field} of ${JSON.stringify(WORST_PARTS[index])}` };
      }
    }
    return {
      held: slowest.milliseconds <= MAX_LATENCY_MS,
      seen: `the slowest took ${Math.round(slowest.milliseconds)} ms (${slowest.what})`,
    };
  },
};

/** Uploads workbooks that unpack to much more than their size, all at once, and watches the memory of the portal. */
async function uploadBombs(target: Target, bomb: Buffer): Promise<Finding> {
  const admin = await logIn(target, 'admin@meridian.example');
  const pids = () => target.portal?.portalPids() ?? [];
  const before = getResidentMegabytes(pids());
  let peak = before;
  let isRunning = true;
  const watch = async () => {
    for (; isRunning; await delay(100)) peak = Math.max(peak, getResidentMegabytes(pids()));
  };
  const watching = watch();
  const upload = (index: number): Promise<HttpResponse | Error> =>
    target
      .send({
        path: `/api/peopleimports?fileName=bomb${index}.xlsx`,
        token: admin.accessToken,
        body: bomb,
        timeoutMs: 2 * MAX_ANSWER_MS,
      })
      .catch((error: Error) => error);
  const answers = await Promise.all(Array.from({ length: BOMBS }, (_, index) => upload(index)));
  isRunning = false;
  await watching;
  const isRefusal = (answer: HttpResponse | Error) =>
    !(answer instanceof Error) &&
    answer.status >= 400 &&
    answer.status < 504 &&
    answer.status !== 500 &&
    answer.milliseconds < MAX_ANSWER_MS &&
    /^\s*\{"errors"/.test(answer.text);
  const described = answers.map((answer) => (answer instanceof Error ? answer.message : String(answer.status)));
  return {
    held: answers.every(isRefusal) && peak <= MAX_MEMORY_MB,
    seen: `answers ${[...new Set(described)].join(', ')}; memory rose from ${Math.round(before)} to ${Math.round(peak)} MB`,
  };
}

const honestBombs: Attack = {
  name: 'Six workbooks that unpack to 1 GB',
  expected: `each is refused with JSON in time, and the portal's processes use ${MAX_MEMORY_MB} MB at most`,
  needs: 'its own portal',
  run: (target) => uploadBombs(target, ZIP_BOMBS['a sheet of 1 GB']()),
};

const lyingBombs: Attack = {
  name: 'Six workbooks that unpack to 1 GB and claim to be small',
  expected: 'as before, although the directory of the file claims that the sheet has 4 KB',
  needs: 'its own portal',
  run: (target) => uploadBombs(target, ZIP_BOMBS['a sheet of 1 GB that its directory denies']()),
};

const manySharedStrings: Attack = {
  name: 'Six workbooks with 30 million shared texts',
  expected: 'as before, although the workbook unpacks to less than the 200 MB that are read',
  needs: 'its own portal',
  run: (target) => uploadBombs(target, ZIP_BOMBS['30 million shared texts']()),
};

/** Attacks on availability by requests that cost the portal much more than their sender. */
export const loadAttacks: Attack[] = [oneReport, floodOfReports, honestBombs, lyingBombs, manySharedStrings];
