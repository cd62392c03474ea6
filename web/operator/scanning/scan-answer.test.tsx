import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScanAnswer } from './scan-answer.tsx';

it.each([
  [{ tone: 'danger', code: 'X-1', children: 'No garment has this code.' }, 'X-1: No garment has this code.'],
  [{ tone: 'danger', code: 'X-1', children: 'The scanner typed “X-1”.' }, 'The scanner typed “X-1”.'],
  [{ children: 'X-1 …' }, 'X-1 …'],
  [{ code: 'X-1', children: undefined }, ''],
] as const)('names what was scanned once, of %j', (props, text) => {
  render(<ScanAnswer {...props} />);
  expect(screen.getByRole('status').textContent).toBe(text);
});
