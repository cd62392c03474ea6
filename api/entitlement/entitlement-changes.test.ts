import { describe, expect, it } from 'vitest';
import {
  aGroup,
  aWardrobe,
  aWearer,
  EITHER,
  LAST_YEAR,
  Ledger,
  NEXT_YEAR,
  NUMBERS,
  OR,
  THIS_YEAR,
} from '#api/testing/entitlement-facts.ts';
import type { CountedLine, StoredAccount, WardrobeFacts, WearerFacts } from './entitlement.rules.ts';

describe('a change of what decides', () => {
  const wearer = aWearer();
  const start = (facts: Partial<WearerFacts> = {}, wardrobe: Partial<WardrobeFacts> = {}) => {
    const ledger = new Ledger();
    ledger.sync({ ...wearer, ...facts }, [aWardrobe(wardrobe)]);
    return ledger;
  };

  it('an opt-out takes what is left, and undoing it gives it back', () => {
    const ledger = start();
    ledger.order(501, 3);
    ledger.sync({ ...wearer, hasOptedOut: true }, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 3 − 3 − 0 = 0']);
    ledger.sync(wearer, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 3 − 0 = 1']);
  });

  it('what is cancelled during an opt-out expires', () => {
    const ledger = start();
    const line = ledger.order(501, 3) as CountedLine;
    ledger.sync({ ...wearer, hasOptedOut: true }, [aWardrobe()]);
    ledger.change(line, 1, 0);
    expect(ledger.figures()).toEqual(['100 open: 1 − 1 − 0 = 0']);
  });

  it('a wardrobe that is withdrawn takes what is left, and has it again when it is given back', () => {
    const ledger = start();
    const line = ledger.order(501, 2) as CountedLine;
    ledger.change(line, 0, 2);
    ledger.sync({ ...wearer, collectionIds: [] }, []);
    expect(ledger.figures()).toEqual(['100 closed: 2 − 0 − 2 = 0']);
    ledger.sync(wearer, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 0 − 2 = 2']);
  });

  it('a group that is deleted closes its account', () => {
    const ledger = start();
    ledger.order(501, 1);
    ledger.sync(wearer, [aWardrobe({ groups: [] })]);
    expect(ledger.figures()).toEqual(['100 closed: 1 − 1 − 0 = 0']);
  });

  it('a number lowered below what is used keeps that, and what is cancelled later expires', () => {
    const ledger = start();
    const line = ledger.order(501, 4) as CountedLine;
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: 2 })] })]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 4 − 0 = 0']);
    ledger.change(line, 3, 0);
    expect(ledger.figures()).toEqual(['100 open: 3 − 3 − 0 = 0']);
    ledger.change(line, 1, 0);
    expect(ledger.figures()).toEqual(['100 open: 2 − 1 − 0 = 1']);
  });

  it('a number that is raised grants the difference', () => {
    const ledger = start();
    ledger.order(501, 4);
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: 6 })] })]);
    expect(ledger.figures()).toEqual(['100 open: 6 − 4 − 0 = 2']);
  });

  it('a number that is removed lifts the limit, and setting it again counts what was ordered meanwhile', () => {
    const ledger = start();
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: null })] })]);
    ledger.order(501, 9);
    expect(ledger.figures()).toEqual(['100 open: 0 − 9 − 0 = ∞']);
    ledger.sync(wearer, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 9 − 9 − 0 = 0']);
  });

  it('an adjustment survives every change of the number', () => {
    const ledger = start();
    ledger.adjust(ledger.accounts[0] as StoredAccount, 2);
    ledger.sync(wearer, [aWardrobe({ groups: [aGroup({ quantity: 1 })] })]);
    expect(ledger.figures()).toEqual(['100 open: 3 − 0 − 0 = 3']);
  });

  it('the answer of an either/or needs no entries, and another answer keeps what was used', () => {
    const groups = [EITHER, OR];
    const ledger = start({ chosenOptionIds: [61] }, { groups });
    ledger.order(501, 2);
    const before = ledger.entries.length;
    ledger.sync({ ...wearer, chosenOptionIds: [62] }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual(['101 unchosen: 3 − 2 − 0 = 1', '102 open: 2 − 0 − 0 = 2']);
    expect(ledger.entries).toHaveLength(before);
  });

  it('from quantity to points and back closes the budget and opens it again', () => {
    const ledger = start({ allocationTypeId: 20 });
    ledger.order(501, 3);
    ledger.sync({ ...wearer, allocationTypeId: 30 }, [aWardrobe()]);
    ledger.sync({ ...wearer, allocationTypeId: 20 }, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 3 − 0 = 1', 'points closed: 0 − 0 − 0 = 0']);
    ledger.sync({ ...wearer, allocationTypeId: 30 }, [aWardrobe()]);
    expect(ledger.figures()).toEqual(['100 open: 4 − 3 − 0 = 1', 'points open: 300 − 0 − 0 = 300']);
  });

  it('from points to money: one budget closes and the other opens', () => {
    const ledger = start({ allocationTypeId: 30 });
    ledger.sync({ ...wearer, allocationTypeId: 40 }, [aWardrobe()]);
    expect(ledger.figures()).toEqual([
      'points closed: 0 − 0 − 0 = 0',
      '100 open: 4 − 0 − 0 = 4',
      'money open: 25000 − 0 − 0 = 25000',
    ]);
  });

  it('from quantity to fixed: pieces that were ordered count for their products, and back for the group', () => {
    const groups = [
      aGroup({
        products: [
          { id: 501, name: 'White shirt', quantity: 3 },
          { id: 502, name: 'Blue shirt', quantity: 1 },
        ],
      }),
    ];
    const ledger = start({ allocationTypeId: 20 }, { groups });
    ledger.change(ledger.order(501, 3) as CountedLine, 1, 2);
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual(['100 closed: 0 − 0 − 0 = 0', '100/501 open: 3 − 1 − 2 = 0', '100/502 open: 1 − 0 − 0 = 1']);
    expect(ledger.order(501, 1)).toBeUndefined();
    ledger.sync({ ...wearer, allocationTypeId: 20 }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual([
      '100 open: 4 − 1 − 2 = 1',
      '100/501 closed: 0 − 0 − 0 = 0',
      '100/502 closed: 0 − 0 − 0 = 0',
    ]);
  });

  it('from quantity to fixed keeps more pieces of a product than its number, and nothing beyond', () => {
    const groups = [aGroup(NUMBERS)];
    const ledger = start({ allocationTypeId: 20 }, { groups });
    const line = ledger.order(502, 4) as CountedLine;
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups })]);
    expect(ledger.figures()).toEqual(['100 closed: 0 − 0 − 0 = 0', '100/501 open: 3 − 0 − 0 = 3', '100/502 open: 4 − 4 − 0 = 0']);
    ledger.change(line, 0, 0);
    expect(ledger.figures().at(-1)).toBe('100/502 open: 0 − 0 − 0 = 0');
  });

  it('from quantity to fixed leaves pieces of a product that the group no longer lists', () => {
    const ledger = start({ allocationTypeId: 20 });
    ledger.order(503, 2);
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups: [aGroup(NUMBERS)] })]);
    expect(ledger.figures()[0]).toBe('100 closed: 2 − 2 − 0 = 0');
  });

  it('the first number of a product under fixed allocation replaces the account of the group', () => {
    const ledger = start({ allocationTypeId: 10 });
    ledger.order(501, 2);
    ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups: [aGroup(NUMBERS)] })]);
    expect(ledger.figures().slice(0, 2)).toEqual(['100 closed: 0 − 0 − 0 = 0', '100/501 open: 3 − 2 − 0 = 1']);
  });

  it('does not reach periods that have ended', () => {
    const ledger = start({ allocationTypeId: 20 });
    ledger.order(501, 3);
    const before = ledger.figures();
    expect(ledger.sync({ ...wearer, allocationTypeId: 50, hasOptedOut: true }, [aWardrobe()], { today: '2027-07-01' })).toEqual(
      [],
    );
    expect(ledger.sync({ ...wearer, collectionIds: [] }, [], { today: '2027-07-01' })).toEqual([]);
    expect(ledger.figures()).toEqual(before);
  });

  it('adds nothing to a season that has ended', () => {
    const ledger = start();
    const groups = [aGroup({ products: [{ id: 501, name: 'Polo shirt', quantity: 2 }] }), aGroup({ id: 101, name: 'Caps' })];
    const later = { today: '2027-07-01' };
    expect(ledger.sync({ ...wearer, allocationTypeId: 10 }, [aWardrobe({ groups })], later)).toEqual([]);
    expect(new Ledger().sync(wearer, [aWardrobe({ groups })], later)).toHaveLength(2);
  });

  it('of the season’s dates moves the period without entries', () => {
    const ledger = start();
    const before = ledger.entries.length;
    const changes = ledger.sync(wearer, [aWardrobe()], {
      seasons: [LAST_YEAR, { ...THIS_YEAR, endsOn: '2027-07-31' }, NEXT_YEAR],
    });
    expect(changes.map(({ endsOn }) => endsOn)).toEqual(['2027-07-31']);
    expect(ledger.entries).toHaveLength(before);
  });

  it('of a name writes it on the account', () => {
    const changes = start().sync(wearer, [aWardrobe({ groups: [aGroup({ name: 'Tops' })] })]);
    expect(changes.map(({ label, grantedDelta }) => [label, grantedDelta])).toEqual([['Tops', 0]]);
  });
});
