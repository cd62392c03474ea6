import { expect, it, vi } from 'vitest';
import type { Figure } from '#body/mannequin/frame.ts';
import type { Outfit } from '#body/outfit/outfit.ts';
import { createMannequinBuilder } from './mannequin-builder.ts';

/** A worker that answers when it is told to. */
function aWorker() {
  const target = new EventTarget();
  const sent: { figure?: Figure; outfit?: Outfit }[] = [];
  const terminate = vi.fn();
  const worker = Object.assign(target, { postMessage: (job: { figure: Figure }) => sent.push(job), terminate });
  return {
    worker: worker as unknown as Worker,
    sent,
    terminate,
    answer: (data: object) => target.dispatchEvent(new MessageEvent('message', { data })),
  };
}
const figure = (female: number) => ({ measures: {}, female }) as Figure;
const outfit = (cover: Outfit['coverage']): Outfit => ({ coverage: cover, points: [] });
const done = { kind: 'done' };

it('builds the first figure at once, and of several requested during the build only the last', () => {
  const { worker, sent, answer } = aWorker();
  const heard = vi.fn();
  const { build } = createMannequinBuilder(heard, () => worker);
  for (const female of [0.1, 0.2, 0.3]) build(figure(female));
  expect(sent.map((job) => job.figure?.female)).toEqual([0.1]);
  for (const kind of ['picture', 'shape', 'picture']) answer({ kind });
  expect(sent.length).toBe(1);
  answer(done);
  expect(sent.map((job) => job.figure?.female)).toEqual([0.1, 0.3]);
  expect(heard.mock.calls.map(([each]) => each.kind)).toEqual(['picture', 'shape', 'picture', 'done']);
});

it('changes the outfit without rebuilding the figure', () => {
  const { worker, sent, answer } = aWorker();
  const { build } = createMannequinBuilder(vi.fn(), () => worker);
  const [one, other] = [figure(0), figure(1)];
  build(one, outfit('trousers'));
  answer(done);
  build(one, outfit('skirt'));
  answer(done);
  build(other, outfit('skirt'));
  expect(sent.map((job) => [job.figure?.female, job.outfit?.coverage])).toEqual([
    [0, 'trousers'],
    [undefined, 'skirt'],
    [1, 'skirt'],
  ]);
});

it('continues after a figure that cannot be built, and reports nothing once closed', () => {
  const { worker, sent, terminate, answer } = aWorker();
  const heard = vi.fn();
  const { build, close } = createMannequinBuilder(heard, () => worker);
  build(figure(0));
  build(figure(1));
  answer({ kind: 'failed' });
  expect(sent.length).toBe(2);
  close();
  answer(done);
  expect(heard.mock.calls.map(([each]) => each.kind)).toEqual(['failed']);
  expect(terminate).toHaveBeenCalledOnce();
});
