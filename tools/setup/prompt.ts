import { createInterface } from 'node:readline/promises';

/** Thrown when the person stops answering, with Ctrl-C or Ctrl-D. */
export class PromptClosedError extends Error {}

/** Asks questions, one line each. */
export interface Prompt {
  /** Resolves to the answer without surrounding spaces. Throws a PromptClosedError when there is none. */
  ask(question: string): Promise<string>;
  say(line: string): void;
  close(): void;
}

/** A prompt on a terminal. */
export function openPrompt(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Prompt {
  const lines = createInterface({ input, output });
  const closed = new AbortController();
  lines.on('SIGINT', () => lines.close());
  lines.on('close', () => closed.abort());
  return {
    ask: async (question) => {
      try {
        return (await lines.question(question, { signal: closed.signal })).trim();
      } catch {
        throw new PromptClosedError('Stopped.');
      }
    },
    say: (line) => void output.write(`${line}\n`),
    close: () => lines.close(),
  };
}

interface Question {
  label: string;
  /** Used for an empty answer. Without it, an empty answer is refused unless the question is optional. */
  initial?: string | undefined;
  optional?: boolean;
  /** Why an answer is not accepted, as a sentence; undefined when it is. */
  findError?: (answer: string) => string | undefined;
}

/** Asks until the answer is accepted; undefined for an optional question without an answer. A hyphen removes the answer of an earlier run. */
export async function askText(
  prompt: Prompt,
  { label, initial, optional = false, findError = () => undefined }: Question,
): Promise<string | undefined> {
  const hint = initial !== undefined ? ` [${initial}]` : optional ? ' (optional)' : '';
  for (;;) {
    const given = await prompt.ask(`  ${label}${hint}: `);
    if (optional && (given === '-' || (given === '' && initial === undefined))) return undefined;
    const answer = given === '' ? initial : given;
    const error = answer === undefined ? 'Please answer this question.' : findError(answer);
    if (error === undefined) return answer;
    prompt.say(`    ${error}`);
  }
}

/** Asks until the answer is accepted. */
export const askRequired = async (prompt: Prompt, question: Omit<Question, 'optional'>): Promise<string> =>
  (await askText(prompt, question)) ?? '';

/** Asks for a yes or no. */
export async function askYesNo(prompt: Prompt, label: string, initial: boolean): Promise<boolean> {
  const findError = (answer: string) => (/^(y|yes|n|no)$/i.test(answer) ? undefined : 'Please answer yes or no.');
  return /^y/i.test(await askRequired(prompt, { label, initial: initial ? 'yes' : 'no', findError }));
}
