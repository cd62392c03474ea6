import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Call, contract } from '#contract/index.ts';
import { splitArguments } from './arguments.ts';
import { findCommand, getCommandName, listCommands, listOperatorCalls } from './commands.ts';
import { buildRequest, listOptions, OWN_OPTIONS } from './request.ts';
import { runOperatorCommand } from './run.ts';

/** What a command writes, and its exit code. */
async function run(args: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const written = { output: '', errors: '' };
  const code = await runOperatorCommand(args, environment, {
    write: (text) => {
      written.output += text;
    },
    writeError: (text) => {
      written.errors += text;
    },
  });
  return { code, ...written };
}

const build = (...args: string[]) => {
  const { words, options } = splitArguments(args);
  const { command, values } = findCommand(words);
  return buildRequest(command, { words: values, options });
};

describe('the names of commands', () => {
  it('are unique among all calls of operators', () => {
    const names = listOperatorCalls().map((call) => getCommandName(call, contract[call].reply));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names).toContain('operators list');
  });

  it.each([
    ['orders list', 'GET /api/operator/orders'],
    ['orders get', 'GET /api/operator/orders/:id'],
    ['orders picking', 'POST /api/operator/orders/:id/picking'],
    ['orders lines due change', 'PUT /api/operator/orders/:id/lines/due'],
    ['shipments add', 'POST /api/operator/shipments'],
    ['organisations credit get', 'GET /api/operator/organisations/:id/credit'],
    ['returns files get', 'GET /api/operator/returns/:id/files/:fileId'],
    ['me get', 'GET /api/operator/me'],
  ])('%s is %s', (name, call) => {
    expect(listCommands().find((command) => command.name === name)?.call).toBe(call);
  });

  it('are those of the calls that an API key can make, and no others', () => {
    const possible = listOperatorCalls().filter((call: Call) => 'scope' in contract[call].access);
    expect(
      listCommands()
        .map(({ call }) => call)
        .sort(),
    ).toEqual(possible.sort());
    expect(listCommands().length).toBeLessThan(listOperatorCalls().length);
  });

  it('leave the command’s own options and words to it', () => {
    for (const command of listCommands()) {
      const names = listOptions(command).map(({ name }) => name.toLowerCase());
      for (const own of [...OWN_OPTIONS, 'help']) expect([command.name, names]).not.toContain(own.replaceAll('-', ''));
      expect(['help', 'add', 'reset-factor', 'reset-password']).not.toContain(command.name.split(' ')[0]);
    }
  });
});

describe('a command', () => {
  it.each([
    [['orders', 'get', '10001']],
    [['orders get', '10001']],
    [['orders', 'get', '--id', '10001']],
    [['ORDERS', 'GET', '10001']],
    [['GET /api/operator/orders/10001']],
    [['get', '/api/operator/orders/10001']],
    [['GET /api/operator/orders/:id', '10001']],
    [['GET /api/operator/orders/:id', '--id=10001']],
  ])('can be written as %j', async (args) => {
    expect(await build(...args)).toMatchObject({ method: 'GET', path: '/api/operator/orders/10001', body: undefined });
  });

  it('takes values of the query and of the body as options', async () => {
    expect((await build('orders', 'list', '--state', 'toPick', '--search-term', 'a b', '--limit=5')).path).toBe(
      '/api/operator/orders?state=toPick&searchTerm=a+b&limit=5',
    );
    expect(await build('returns', 'decide', '5', '--decision', 'authorize')).toMatchObject({
      path: '/api/operator/returns/5/decide',
      body: { decision: 'authorize' },
    });
    expect((await build('organisations', 'credit', 'change', '1', '--creditLimit', 'null', '--creditHold')).body).toEqual({
      creditLimit: null,
      creditHold: true,
    });
  });

  it('takes a body as text or from a file, with or without its root, and options beside it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'livery-operator-'));
    const file = join(folder, 'body.json');
    await writeFile(file, '{"billing":{"creditHold":false}}');
    expect((await build('organisations', 'credit', 'change', '1', '--body', `@${file}`, '--creditLimit', '50')).body).toEqual({
      creditHold: false,
      creditLimit: 50,
    });
    await rm(folder, { recursive: true });
    const parcels = [{ items: [{ orderItemId: 1, quantity: 2 }] }];
    expect((await build('shipments', 'add', '--body', JSON.stringify({ parcels }))).body).toEqual({ parcels });
  });

  it.each([
    [['orders', 'get'], '"orders get" needs <id>.'],
    [['returns', 'files', 'get', '1'], '"returns files get" needs <fileId>.'],
    [['orders', 'get', 'x'], 'id: This id is not valid.'],
    [['orders', 'list', '--limit', '251'], 'limit: Limit must be a whole number from 1 to 250.'],
    [['orders', 'list', '--limti', '5'], '"orders list" has no --limti.'],
    [['orders', 'list', '--state', ''], '--state needs a value.'],
    [['orders', 'list', '5'], '"5" is one word too many for "orders list".'],
    [['returns', 'list', '--waitingFor', 'me'], 'waitingFor: Please choose arrival, decision or nothing.'],
    [['returns', 'decide', '5'], 'decision: '],
    [['shipments', 'add'], 'parcels: '],
    [['shipments', 'add', '--body', '{'], '--body is not valid JSON: '],
    [['shipments', 'add', '--body', '[]'], 'body: The body must be a JSON object.'],
    [['shipments', 'add', '--body', '@/nowhere'], 'The file of --body cannot be read: '],
    [['shipments', 'add', '--body'], '--body needs one value.'],
    [['shipments', 'add', '--parcels', '[]'], '"shipments add" has no --parcels.'],
    [
      ['shipments', 'add', '--body', '{"parcels":[{"items":[{"orderItemId":1,"quantitiy":2}]}]}'],
      'parcels[0].items[0].quantitiy: There is no such property.',
    ],
    [
      ['shipments', 'add', '--body', '{"parcels":[{"items":[{"orderItemId":1,"quantity":0}]}]}'],
      'parcels[0].items[0].quantity: Please enter a number of pieces from 1 to 10,000.',
    ],
    [['orders', 'get', '1', '--body', '{}'], '"orders get" takes no --body.'],
    [['returns', 'files', 'get', '1', '2'], 'name it with --output'],
    [['orders', 'list', '--output', 'x'], 'is no file'],
    [['orders'], 'Did you mean:\n  orders changes list\n'],
    [['oders', 'list'], 'There is no command "oders list".'],
    [['GET', '/api/operator/nothing'], 'There is no call GET /api/operator/nothing.'],
    [['POST', '/api/operator/apikeys'], 'Only operators themselves can make the call'],
    [['orders', 'list'], 'Set LIVERY_API_KEY'],
  ])('is refused before anything is sent: %j', async (args, message) => {
    const { code, output, errors } = await run(args);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(message);
  });

  it('needs the address of a portal that answers', async () => {
    const key = { LIVERY_API_KEY: 'livery_key_x' };
    expect((await run(['me', 'get'], { ...key, LIVERY_URL: 'portal' })).errors).toContain('LIVERY_URL must be the address');
    const away = { ...key, LIVERY_URL: 'http://unknown.invalid' };
    expect((await run(['me', 'get'], away)).errors).toMatch(/^server: http:\/\/unknown\.invalid did not answer: E[A-Z_]+\.\n$/);
    expect((await run(['orders', 'picking', '1', '--idempotency-key', 'k1'], away)).errors).toContain(
      'It is not known whether the change was made. Repeat the command with --idempotency-key k1',
    );
  });
});

describe('help', () => {
  it('lists every command with its summary, and is shown without arguments', async () => {
    const { code, output } = await run(['help']);
    expect(code).toBe(0);
    for (const { name, endpoint } of listCommands()) {
      expect(output).toContain(`  ${name}`);
      expect(output).toContain(endpoint.summary);
    }
    expect((await run([])).output).toBe(output);
  });

  it('describes what each command takes', async () => {
    for (const command of listCommands()) {
      const { output } = await run(['help', ...command.name.split(' ')]);
      expect(output).toContain(`${command.call}, with the scope ${command.scope}.`);
      for (const { name } of listOptions(command)) expect(output).toContain(name);
    }
    expect((await run(['shipments', 'add', '--help'])).output).toContain('    trackingNumber (text or null)  Tracking number');
    expect(await run(['help', 'nothing'])).toMatchObject({ code: 1, errors: expect.stringContaining('There is no command') });
  });
});
