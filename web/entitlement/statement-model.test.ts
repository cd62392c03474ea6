import { describe, expect, it } from 'vitest';
import { formatChange, getFigures, listMovements, type StatementAccount } from './statement-model.ts';

const anAccount = (over: Partial<StatementAccount>, movementIds: number[] = []) =>
  ({
    kind: 'group',
    unit: 'pieces',
    status: 'open',
    granted: 5,
    reserved: 1,
    used: 2,
    left: 2,
    movements: movementIds.map((id) => ({ id })),
    ...over,
  }) as StatementAccount;
const unlimited = { granted: null, left: null };

describe('the figures of a period', () => {
  it.each([
    ['pieces of all groups', [anAccount({}), anAccount({})], { granted: 10, reserved: 2, used: 4, left: 4 }],
    ['groups that are open', [anAccount({}), anAccount({ status: 'closed' })], { granted: 5, reserved: 1, used: 2, left: 2 }],
    ['groups with a limit', [anAccount({}), anAccount(unlimited)], { granted: 5, reserved: 1, used: 2, left: 2 }],
    ['groups without a limit', [anAccount(unlimited)], { granted: null, reserved: 1, used: 2, left: null }],
    ['the budget', [anAccount({}), anAccount({ kind: 'budget', unit: 'points', granted: 40 })], { unit: 'points', granted: 40 }],
    ['groups where the budget has no limit', [anAccount({}), anAccount({ ...unlimited, kind: 'budget' })], { granted: 5 }],
    [
      'the budget where nothing has a limit',
      [anAccount(unlimited), anAccount({ ...unlimited, kind: 'budget', unit: 'money' })],
      { unit: 'money' },
    ],
  ])('are those of %s', (_, accounts, figures) => {
    expect(getFigures({ accounts })).toMatchObject(figures);
  });
});

describe('the movements of a period', () => {
  const ids = (...accounts: StatementAccount[]) => listMovements({ accounts }).map(({ id }) => id);

  it('are merged, newest first', () => {
    expect(ids(anAccount({}, [4, 1]), anAccount({}, [3, 2]))).toEqual([4, 3, 2, 1]);
  });

  it('leave out what has no limit under a budget', () => {
    expect(ids(anAccount({ kind: 'budget' }, [3]), anAccount(unlimited, [2]), anAccount({}, [1]))).toEqual([3, 1]);
    expect(ids(anAccount({ ...unlimited, kind: 'budget' }, [3]), anAccount({}, [1]))).toEqual([1]);
    expect(ids(anAccount({ ...unlimited, kind: 'budget' }, [3]), anAccount(unlimited, [2]))).toEqual([3]);
    expect(ids(anAccount(unlimited, [2]))).toEqual([2]);
  });
});

it('formats a change with its sign', () => {
  expect([2, -85, 0].map((amount) => formatChange(amount, 'points', 'GBP'))).toEqual(['+2 points', '−85 points', '0 points']);
});
