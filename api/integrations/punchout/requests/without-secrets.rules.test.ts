import { expect, it } from 'vitest';
import { removeSecrets } from './without-secrets.rules.ts';

const remove = (text: string, secrets: string[] = []) => removeSecrets(Buffer.from(text), secrets);

it('X2: keeps a document without its secrets, wherever they stand', () => {
  expect(remove('<a><SharedSecret>\n s3cret </SharedSecret>é<b>1</b><SharedSecret type="x">other</SharedSecret></a>')).toBe(
    '<a><SharedSecret/>é<b>1</b><SharedSecret/></a>',
  );
  expect(remove('<a><!-- s3cret --><b c="s3cret"/><SharedSecret>s3cret</SharedSecret></a>', ['s3cret'])).toBe(
    '<a><!--  --><b c=""/><SharedSecret/></a>',
  );
  expect(remove('<a><SharedSecret>cut off')).toBe('<a><SharedSecret/>');
  expect(removeSecrets(Buffer.from('\ufeff<a><SharedSecret>s3cret</SharedSecret></a>', 'utf16le'), [])).toBe(
    '<a><SharedSecret/></a>',
  );
});

it('leaves what stands in a document by chance, and characters that cannot be kept', () => {
  expect(remove('<a>abc\0</a>', ['abc'])).toBe('<a>abc</a>');
});
