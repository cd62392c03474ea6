import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { readTestTimes } from './test-times.ts';

/**
 * Runs the files of each project in the order of their budgets in `tools/test-times.json`, the longest first. A long file that starts last keeps one
 * worker busy while the others have nothing left to do. Files without a budget follow in Vitest's own order. For the same reason the project with the
 * most files comes last: its many short files fill what is left of the time.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = await readTestTimes();
    const budgets = new Map(Object.entries(times).map(([file, seconds]) => [join(import.meta.dirname, '..', file), seconds]));
    const timeOf = ({ moduleId }: TestSpecification) => budgets.get(moduleId) ?? 0;
    const inOrder = await super.sort(files);
    // A worker keeps its modules only from one file of a project to the next of the same one.
    const byProject = Map.groupBy(inOrder, ({ project }) => project.name);
    const fewestFirst = [...byProject.values()].toSorted((a, b) => a.length - b.length);
    return fewestFirst.flatMap((group) => group.toSorted((a, b) => timeOf(b) - timeOf(a)));
  }
}
