import type { TObject } from 'typebox';
import { listCommands, type OperatorCommand } from './commands.ts';
import { listOptions } from './request.ts';
import { describeType, isPlain, type ShownSchema, shown } from './schema-text.ts';

const usage = `Usage: npm run operator -- COMMAND [VALUE …] [--NAME VALUE …] [--body JSON | @FILE | -] [--output FILE] [--idempotency-key KEY]
       npm run operator -- "GET /api/operator/orders" --state toPick
       npm run operator -- help [COMMAND]
       npm run operator -- add EMAIL [--name NAME] [--brand KEYWORD …] [--right RIGHT …]
       npm run operator -- reset-factor EMAIL
       npm run operator -- reset-password EMAIL

Commands other than help, add, reset-factor and reset-password are calls of the portal at LIVERY_URL (http://localhost:3000 unless set), with the API key in
LIVERY_API_KEY. The reply is written to the standard output as JSON, errors to the standard error with the name of the field.
"npm run --silent" leaves out what npm itself prints.

On the server, in the portal's own database:
  add             adds an operator and shows the link for setting a password, which is mailed too; for all brands and with all rights
                  unless some are named (warehouse, customerService, accounts, catalogue, tailoring, administrator)
  reset-factor    deletes an operator's second factor, recovery codes and passkeys and ends their sessions
  reset-password  shows a link with which an operator sets a new password, which is mailed too, and ends their sessions`;

const withParams = ({ name, pathParams }: OperatorCommand) => [name, ...pathParams.map((param) => `<${param}>`)].join(' ');

/** All commands with their summaries. */
export function describeCommands(): string {
  const commands = listCommands();
  const width = Math.max(...commands.map((command) => withParams(command).length));
  return [
    usage,
    '\nCalls:',
    ...commands.map((command) => `  ${withParams(command).padEnd(width)}  ${command.endpoint.summary}`),
    '\n"npm run operator -- help COMMAND" shows what a command takes.',
  ].join('\n');
}

/** The properties of an object, each on a line, with those of objects within it below. */
function describeProperties({ properties = {}, required = [] }: ShownSchema, indent: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.items ?? schema;
    const facts = [describeType(schema), ...(required.includes(name) ? ['required'] : [])].join(', ');
    return [
      `${indent}${name} (${facts})${schema.description ? `  ${schema.description}` : ''}`,
      ...(inner.properties ? describeProperties(inner, `${indent}  `) : []),
    ];
  });
}

function describeOptions(command: OperatorCommand): string[] {
  const options = listOptions(command);
  if (options.length === 0) return [];
  const lines = options.map(({ name, place, schema, isRequired }) => {
    const { description } = shown(schema);
    const facts = [describeType(shown(schema)), ...(isRequired ? ['required'] : [])].join(', ');
    return `  ${place === 'params' ? `<${name}>` : `--${name}`} (${facts})${description ? `  ${description}` : ''}`;
  });
  return ['', 'Parameters:', ...lines];
}

/** Whether a body has properties that options cannot express. */
const hasObjects = (body: TObject) => Object.values(body.properties).some((property) => !isPlain(shown(property)));

function describeBody(body: TObject): string[] {
  return ['', 'Body, as JSON; its plain properties can also be given as parameters:', ...describeProperties(shown(body), '  ')];
}

/** What a command does and takes. */
export function describeCommand(command: OperatorCommand): string {
  const { endpoint, call, scope } = command;
  const file = shown(endpoint.reply).contentMediaType;
  return [
    `npm run operator -- ${withParams(command)}`,
    '',
    `${endpoint.summary}.`,
    ...(endpoint.description ? [endpoint.description] : []),
    `${call}, with the scope ${scope}.${file ? ` The reply is a file (${file}): name it with --output.` : ''}`,
    ...describeOptions(command),
    ...(endpoint.body && hasObjects(endpoint.body) ? describeBody(endpoint.body) : []),
  ].join('\n');
}
