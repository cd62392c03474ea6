import { expect, test } from 'vitest';
import { matchesAddress, matchesText, parseSpecTexts, UNKNOWN_TEXT } from './spec-copy.ts';

const specification = `# A portal

## 1. Before
- 'Not asked for'

## 2. Screens

| Route | Behaviour |
|---|---|
| empty path | redirects to login |
| login | log-in screen |

### Log-in (/login)
- The user's name, a 'Forgot your password?' link to /recovery; a Login button that 'doesn't wait'.
- (placeholder Gender, options Male, Female), ticked the Privacy Policy (linked). Boxes: Email. Checkboxes, checkboxes: Post, Fax.

### Landing

| Permission | Destination |
|---|---|
| AllowOrders | /index/orders |

### Later
- 'Too late'

## 5. Rules
- Length ('At least N characters.', 'Too long.').
`;

test('quoted texts, named buttons, boxes and options, addresses and permissions are found, each under its screen', () => {
  const found = parseSpecTexts(specification, [{ chapter: 2, last: 'Landing' }, { chapter: 5 }]);

  expect(found.map(({ section, kind, text }) => `${section} ${kind} ${text}`)).toEqual([
    '2. Screens address /login',
    'Log-in address /login',
    'Log-in text Forgot your password?',
    "Log-in text doesn't wait",
    'Log-in text Login',
    'Log-in address /recovery',
    'Log-in text Gender',
    'Log-in text Male',
    'Log-in text Female',
    'Log-in text Post',
    'Log-in text Fax',
    'Log-in text Privacy Policy',
    'Landing name AllowOrders',
    'Landing address /index/orders',
    '5. Rules text At least N characters.',
    '5. Rules text Too long.',
  ]);
});

test('a chapter or a heading that is not there is a mistake, not an empty list', () => {
  expect(() => parseSpecTexts(specification, [{ chapter: 8 }])).toThrow('no section 8');
  expect(() => parseSpecTexts(specification, [{ chapter: 2, last: 'Nowhere' }])).toThrow('no heading "Nowhere"');
});

test('a text is said to the letter, with something short in the place of a placeholder', () => {
  expect(matchesText('Email is required', 'Email is required')).toBe(true);
  for (const other of ['Email is required.', 'email is required', 'Your Email is required'])
    expect(matchesText(other, 'Email is required')).toBe(false);
  for (const literal of ['At least 8 characters.', `At least ${UNKNOWN_TEXT} characters.`])
    for (const text of ['At least N characters.', 'At least {0} characters.', 'At least %1 characters.'])
      expect(matchesText(literal, text)).toBe(true);
  expect(matchesText('At least characters.', 'At least N characters.')).toBe(false);
  expect(matchesText('At least 8 characters', 'At least N characters.')).toBe(false);
});

test('an address is named alone, behind an origin, and before a query', () => {
  for (const literal of ['/login', `${UNKNOWN_TEXT}/login`, `${UNKNOWN_TEXT}/login?ref=${UNKNOWN_TEXT}`, '/Login'])
    expect(matchesAddress(literal, '/login')).toBe(true);
  for (const literal of ['/login/more', '/loginx', 'login', '/index/login'])
    expect(matchesAddress(literal, '/login')).toBe(false);
});
