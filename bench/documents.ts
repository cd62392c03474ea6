/**
 * `npm run bench:documents`: pick lists with names in the brands' own typefaces, before and after others have been loaded, beside the same lists with names
 * of other scripts: processor time, bytes, and the memory of the process. Fails if the first kind becomes slower, or the second takes twice as long.
 */
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { renderPickList } from '#api/ordering/documents/pick-list.ts';
import { measureProcessorMs } from '#api/testing/processor-time.ts';

const MAX_SLOWDOWN = 1.25;
const MAX_RATIO = 2;
const ORDERS = 40;

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '25' } } });
const rounds = Number(values.rounds);

const KINDS = {
  own: ['Niamh Dlamini', 'Łukasz Żółć', 'Nguyễn Thị Ánh', 'Γιώργος Παπαδόπουλος', 'Щербаков Юрій'],
  others: ['מרים לוי-אברהמי', 'عبد الرحمن الأنصاري', '王小明', '山田 さくら', 'สมชาย ใจดี'],
} as const;
type Kind = keyof typeof KINDS;

const draw = (kind: Kind) =>
  buffer(
    renderPickList(
      { brand: { name: 'sundial', companyName: 'Sundial Uniforms' }, createdAt: new Date('2026-11-30T10:00:00Z') },
      {
        destinationName: 'Bamburgh Sands',
        organisationName: 'Meridian Resorts',
        printedOn: '2026-11-30',
        orders: Array.from({ length: ORDERS }, (_, index) => ({
          orderNumber: `SUN-${11000 + index}`,
          wearerName: KINDS[kind][index % KINDS[kind].length] ?? null,
          note: null,
          delivery: 'Next working day',
          lines: [
            { productName: 'Oxford shirt', description: 'White', size: '16', sku: 'MER-OX-16', quantity: 2, shelf: 'A-12-1' },
          ],
        })),
      },
    ),
  );

const median = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0;
const memory = () => Math.round(process.memoryUsage().rss / 1024 ** 2);

/** The median of each kind, drawn in turns. */
async function measure(kinds: readonly Kind[]): Promise<number[]> {
  const times = kinds.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, kind] of kinds.entries()) times[index]?.push(await measureProcessorMs(() => draw(kind)));
  return times.map(median);
}

const { length: ownBytes } = await draw('own');
await measure(['own']);
const [before = 0] = await measure(['own']);
const memoryBefore = memory();
let othersBytes = 0;
const first = await measureProcessorMs(async () => {
  othersBytes = (await draw('others')).length;
});
const memoryAfter = memory();
const [after = 0, others = 0] = await measure(['own', 'others']);

console.log(`A pick list of ${ORDERS} orders, median of ${rounds}`);
console.log(`own typefaces, before others are loaded  ${before.toFixed(1)} ms, ${ownBytes} bytes, process ${memoryBefore} MB`);
console.log(`own typefaces, after that                ${after.toFixed(1)} ms`);
console.log(`five other scripts                       ${others.toFixed(1)} ms, ${othersBytes} bytes, process ${memoryAfter} MB`);
console.log(`the first document with other scripts    ${first.toFixed(0)} ms`);
const failures = [
  after > before * MAX_SLOWDOWN && `own typefaces take ${(after / before).toFixed(2)} times as long once others are loaded`,
  others > after * MAX_RATIO && `other scripts take ${(others / after).toFixed(2)} times as long as own typefaces`,
].filter((failure) => failure !== false);
for (const failure of failures) console.log(`FAILED: ${failure}`);
process.exitCode = failures.length > 0 ? 1 : 0;
