import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { askFile, askSetup } from './ask-setup.ts';
import { checkSetup } from './check-setup.ts';
import { EXAMPLE } from './example.ts';
import { openPrompt, type Prompt, PromptClosedError } from './prompt.ts';
import { checkSetupShape, parseSetupText } from './read-setup-file.ts';
import { type Setup, setupSchema } from './setup-schema.ts';

const PRODUCTS = join(import.meta.dirname, '../../api/catalogue/import/shopify/fixtures/old-columns.csv');

/** The answers by the beginnings of the questions; the next one each time a question is asked. All other questions get an empty answer. */
function answer(answers: Record<string, string[]>): Prompt & { asked: string[]; said: string[] } {
  const left = structuredClone(answers);
  const [asked, said]: [string[], string[]] = [[], []];
  return {
    asked,
    said,
    ask: async (question) => {
      asked.push(question);
      if (asked.slice(-5).every((other) => other === question) && asked.length > 5)
        throw new Error(`No answer helps: ${question}`);
      const label = Object.keys(left).find((start) => question.trim().startsWith(start) && left[start]?.length);
      return (label && left[label]?.shift()) || '';
    },
    say: (line) => said.push(line),
    close: () => {},
  };
}

const NEEDED = {
  'Name of your company': ['Northgate'],
  'Email:': ['olive@northgate.example', 'ada@harbour.example'],
  'Name of the delivery': [''],
  'Name:': ['Olive Owen', 'Harbour Hotels'],
  'Street and number': ['1 Quayside'],
  Town: ['Bristol'],
  Postcode: ['BS1 6TE'],
  'First name': ['Ada'],
  'Last name': ['Lane'],
};

const DEFAULTS = { previous: undefined, url: 'http://localhost:3000', resolvePath: (path: string) => path };
const ask = (prompt: Prompt, previous?: Setup) => askSetup(prompt, { ...DEFAULTS, previous });

describe('the questions', () => {
  it('need nine answers; everything else has a default', async () => {
    const setup = await ask(answer({ ...NEEDED, 'Time zone': ['Europe/London'] }));
    expect(setup).toEqual({
      brand: { theme: 'sundial', company: 'Northgate', url: 'http://localhost:3000' },
      operator: { email: 'olive@northgate.example', name: 'Olive Owen' },
      organisation: {
        name: 'Harbour Hotels',
        invoiceAddress: { address1: '1 Quayside', city: 'Bristol', postcode: 'BS1 6TE', country: 'GB' },
        currency: 'GBP',
        taxPercent: 20,
        timeZone: 'Europe/London',
      },
      administrator: { email: 'ada@harbour.example', firstName: 'Ada', lastName: 'Lane' },
      shippingOptions: [{ name: 'Standard delivery', price: 0 }],
    });
    checkSetup(checkSetupShape(setup));
  });

  it('ask for every field that the file requires, also for one that is added to its schema', async () => {
    const schema = Type.Object({
      ...setupSchema.properties,
      depot: Type.Object({ code: Type.String({ title: 'Code of the depot' }), floor: Type.Optional(Type.Integer()) }),
    });
    const prompt = answer({
      ...NEEDED,
      'Code of the depot': ['', 'D1'],
      'Does the portal': ['y'],
      'Its address': ['Leeds'],
      VAT: ['1'],
    });
    const answers = await askFile(prompt, schema, DEFAULTS);
    expect(answers).toMatchObject({ brand: { invoicing: { vatNumber: '1' } }, depot: { code: 'D1' } });
    // Without an earlier run, what the schema requires can only come from an answer.
    expect(Compile(schema).Errors(answers)).toEqual([]);
  });

  it('are asked again until the answer can be used, and say why', async () => {
    const prompt = answer({
      ...NEEDED,
      'Name of your company': ['', 'Northgate'],
      Colours: ['pink', 'alder'],
      'Address of the portal': ['northgate.example', 'https://northgate.example'],
      'Does the portal': ['maybe', 'y'],
      'Its address': ['12 Mill Lane, Leeds'],
      VAT: ['GB 1'],
      Invoice: ['n1', 'NGW'],
      Country: ['UK', 'US'],
      State: ['Texas', 'TX'],
      'Tax on': ['a fifth', '7,7'],
      'Path of': ['/nowhere.csv', PRODUCTS],
    });
    const setup = await ask(prompt);
    expect(setup.brand).toEqual({
      theme: 'alder',
      company: 'Northgate',
      url: 'https://northgate.example',
      invoicing: { legalName: 'Northgate', address: ['12 Mill Lane', 'Leeds'], vatNumber: 'GB 1', numberPrefix: 'NGW' },
    });
    expect(setup.organisation).toMatchObject({ taxPercent: 7.7, invoiceAddress: { country: 'US', state: 'TX' } });
    expect(setup.products).toEqual({ file: PRODUCTS });
    expect(prompt.said.filter((line) => line.startsWith('    '))).toEqual([
      expect.stringContaining('sundial, alder, brackwell'),
      '    Please answer this question.',
      expect.stringContaining('https://uniforms.example.com'),
      '    Please answer yes or no.',
      '    Please enter 2 to 6 capital letters and digits.',
      '    The code of the United Kingdom is GB.',
      expect.stringContaining('Please enter one of AL, '),
      '    Please enter a percentage such as 20.',
      '    There is no file /nowhere.csv.',
    ]);
  });

  it('start with the answers of the last run, and keep what they do not ask for', async () => {
    const previous = checkSetupShape(parseSetupText(EXAMPLE, 'example'));
    const again = await ask(answer({ 'Time zone': ['Europe/London'] }), previous);
    expect(again).toEqual({
      ...previous,
      organisation: { ...previous.organisation, currency: 'GBP', taxPercent: 20, timeZone: 'Europe/London' },
    });
  });
});

describe('a prompt on a terminal', () => {
  const open = () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    return { input, output, prompt: openPrompt(input, output) };
  };

  it('asks and reads lines', async () => {
    const { input, output, prompt } = open();
    const asked = prompt.ask('Name: ');
    input.write('  Ada \n');
    expect(await asked).toBe('Ada');
    prompt.close();
    output.end();
    expect(await text(output)).toContain('Name: ');
  });

  it('stops when the input ends, also while no question is asked', async () => {
    const { input, prompt } = open();
    const asked = prompt.ask('Name: ');
    input.end();
    await expect(asked).rejects.toThrow(PromptClosedError);
    await expect(prompt.ask('Again: ')).rejects.toThrow(PromptClosedError);
  });
});
