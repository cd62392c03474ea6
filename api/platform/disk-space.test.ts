import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkFreeSpace, measureFreeSpace, TooLittleSpaceError, watchFreeSpace } from './disk-space.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'livery-space-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the free space of a disk', () => {
  it('is that of the nearest folder that exists', async () => {
    expect(await measureFreeSpace(join(folder, 'not', 'there'))).toBeGreaterThan(0);
    expect(await checkFreeSpace(join(folder, 'not', 'there'), 1)).toBeGreaterThan(0);
  });

  it('refuses a start that needs more, with both sizes and the folder', async () => {
    const refused = checkFreeSpace(folder, Number.MAX_SAFE_INTEGER);
    await expect(refused).rejects.toThrow(TooLittleSpaceError);
    await expect(refused).rejects.toThrow(
      /^Only \d+.* are free on the disk of .*livery-space-.*, and at least [\d.]+ GB are needed\./,
    );
  });

  it('is watched, and little of it is logged once in a while', async () => {
    const warnings: object[] = [];
    const warned = Promise.withResolvers<void>();
    const log = {
      warn: (details: object) => {
        warnings.push(details);
        warned.resolve();
      },
    };
    const watch = watchFreeSpace([folder, folder], log, { below: Number.POSITIVE_INFINITY, everyMs: 1 });
    await warned.promise;
    await measureFreeSpace(folder);
    watch.close();

    expect(warnings).toEqual([{ folder, free: expect.stringMatching(/^[\d.]+ [MG]B$/) }]);
  });
});
