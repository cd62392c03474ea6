import { HttpError } from '#api/platform/http/errors.ts';

/** Thrown when a setup cannot be carried out: a sentence for each field, by its path in the file. Nothing has been written. */
export class SetupError extends Error {
  readonly problems: ReadonlyMap<string, string>;

  constructor(problems: ReadonlyMap<string, string>) {
    super([...problems].map(([path, sentence]) => `  ${path}: ${sentence}`).join('\n'));
    this.problems = problems;
  }
}

/** Collects what is wrong, so that all of it is listed at once. The first sentence about a field counts. */
export class Problems {
  readonly #found = new Map<string, string>();

  add(path: string, sentence: string): void {
    if (!this.#found.has(path)) this.#found.set(path, sentence);
  }

  /** Runs a check of the server, whose errors name a field. `pathOf` says where that is in the file. */
  async collect<T>(pathOf: (field: string) => string, check: () => T | Promise<T>): Promise<T | undefined> {
    try {
      return await check();
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      for (const [field, sentences] of Object.entries(error.errors)) this.add(pathOf(field), sentences.join(' '));
      return undefined;
    }
  }

  /** Throws a SetupError if there is any problem. */
  throwIfAny(): void {
    if (this.#found.size > 0) throw new SetupError(this.#found);
  }
}
