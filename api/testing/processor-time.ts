/**
 * Measures the milliseconds that the work took of the processor, in all threads of this process. Unlike the time of day, they hardly depend on
 * what else the machine is doing.
 */
export async function measureProcessorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
