/** `npm run operator`: the operators' calls with an API key, and what is done about operators on the server itself. */
import { formatError } from '../console.ts';
import { runOperatorCommand } from './run.ts';

try {
  process.exitCode = await runOperatorCommand(process.argv.slice(2), process.env, {
    write: (output) => process.stdout.write(output),
    writeError: (output) => process.stderr.write(output),
  });
} catch (error) {
  console.error(formatError(error));
  process.exitCode = 1;
}
