/**
 * Does work whose attempts must fall into one window of a rate limit. When a new window begins meanwhile the work is done
 * again; `run` counts from 0, so that each run can use a network of its own.
 */
export async function withinOneWindow<T>(windowSeconds: number, work: (run: number) => Promise<T>): Promise<T> {
  const currentWindow = () => Math.floor(Date.now() / (windowSeconds * 1000));
  for (let run = 0; ; run += 1) {
    const before = currentWindow();
    const result = await work(run);
    if (currentWindow() === before) return result;
  }
}
