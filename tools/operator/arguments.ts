/** The words and options that a command was called with. Options may be repeated; one without a value is `true`. */
export interface Arguments {
  words: string[];
  options: Map<string, (string | true)[]>;
}

/** Splits arguments into words and options: `--name value`, `--name=value`, or `--name` alone before another option or the end. */
export function splitArguments(args: readonly string[]): Arguments {
  const words: string[] = [];
  const options: Arguments['options'] = new Map();
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] as string;
    if (!argument.startsWith('--')) {
      words.push(argument);
      continue;
    }
    const equals = argument.indexOf('=');
    const name = argument.slice(2, equals < 0 ? undefined : equals);
    const next = args[index + 1];
    let value: string | true = equals < 0 ? true : argument.slice(equals + 1);
    if (equals < 0 && next !== undefined && !next.startsWith('--')) {
      value = next;
      index += 1;
    }
    options.set(name, [...(options.get(name) ?? []), value]);
  }
  return { words, options };
}
