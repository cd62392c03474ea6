import { describe, expect, it } from 'vitest';
import { findProblems, isPermitted } from './check-dependencies.ts';

describe('a licence', () => {
  it.each([
    ['MIT', true],
    ['ISC', false],
    ['MIT OR GPL-2.0', true],
    ['(GPL-2.0 OR MIT)', true],
    ['MIT AND GPL-2.0', false],
    ['Apache-2.0 AND MIT', true],
    ['GPL-2.0 OR (Apache-2.0 AND MIT)', true],
    ['(MIT OR GPL-2.0) AND LGPL-3.0', false],
    ['MIT Apache-2.0', false],
    ['none', false],
    ['', false],
  ])('%s is permitted by MIT and Apache-2.0: %s', (licence, expected) => {
    expect(isPermitted(licence, ['MIT', 'Apache-2.0'])).toBe(expected);
  });
});

describe('a package', () => {
  const integrity = 'sha512-abc';
  it.each([
    [{ license: 'MIT', integrity }, []],
    [{ license: 'AGPL-3.0', integrity }, ['some: the licence "AGPL-3.0" is not permitted in production']],
    [{ integrity }, ['some: the licence "none" is not permitted in production']],
    [{ license: 'MPL-2.0', integrity }, ['some: the licence "MPL-2.0" is not permitted in production']],
    [{ license: 'MPL-2.0', integrity, dev: true }, []],
    [{ license: 'MIT' }, ['some: the lock file has no SHA-512 hash of its content']],
    [{ license: 'MIT', integrity: 'sha1-abc' }, ['some: the lock file has no SHA-512 hash of its content']],
    [{ license: 'MIT', integrity, hasInstallScript: true }, ['some: runs a script when it is installed']],
  ])('%j', (locked, problems) => {
    expect(findProblems('node_modules/other/node_modules/some', locked, ['node'])).toEqual(problems);
  });

  it('may run a script, or have another licence, where that is written down', () => {
    expect(findProblems('node_modules/node', { license: 'ISC', integrity, hasInstallScript: true }, ['node'])).toEqual([]);
    expect(findProblems('node_modules/@img/sharp-libvips-linux-x64', { license: 'LGPL-3.0-or-later', integrity }, [])).toEqual(
      [],
    );
    expect(findProblems('node_modules/@img/sharp-x', { license: 'GPL-3.0', integrity }, [])).toHaveLength(1);
  });
});
