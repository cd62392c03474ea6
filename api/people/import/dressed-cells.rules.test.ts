import { describe, expect, it } from 'vitest';
import { readEmailCell } from './email-cells.rules.ts';
import { isShareHeading, readWeeklyHours } from './hours-cells.rules.ts';
import { isErrorCell, readEmployeeNumber } from './number-cells.rules.ts';

describe('an employee number', () => {
  it.each(['1.02346E+11', '1,02346E+11', '1E+05', '1.02346e11'])('that was shortened is refused: %s', (cell) => {
    expect(readEmployeeNumber(cell)).toEqual({ reason: { kind: 'number_shortened', cell } });
  });

  it.each(['#N/A', '#REF!', '#VALUE!', '#NAME?', '#NV', '#BEZUG!', '#####'])('that is an error is refused: %s', (cell) => {
    expect(readEmployeeNumber(cell)).toEqual({ reason: { kind: 'number_is_error', cell } });
    expect(isErrorCell(cell)).toBe(true);
  });

  it.each([
    ['10234.0', '10234'],
    ['10234.00', '10234'],
    ['00123,0', '00123'],
  ])('loses the fraction that a program added: %s', (cell, number) => {
    expect(readEmployeeNumber(cell)).toEqual({ value: number, note: { kind: 'number_fraction_dropped', cell, number } });
  });

  it.each(['10234', '00000123', '1.000', '10.5', 'P-MR12191', '12E5', '1E5', '#12', 'E12', 'MR 1.0'])(
    'stays as it is: %s',
    (cell) => {
      expect(readEmployeeNumber(cell)).toEqual({ value: cell });
    },
  );
});

describe('an email address', () => {
  it.each([
    ['mailto:a.quill@meridian.example', 'a.quill@meridian.example'],
    ['MAILTO:a.quill@meridian.example?subject=Hello%20there', 'a.quill@meridian.example'],
    ['mailto:a%2Bb@meridian.example', 'a+b@meridian.example'],
    ['B Quill <b.quill@meridian.example>', 'b.quill@meridian.example'],
    ['"Quill, B" <b.quill@meridian.example>;', 'b.quill@meridian.example'],
    ['<b.quill@meridian.example>', 'b.quill@meridian.example'],
    ['B Quill <mailto:b.quill@meridian.example>', 'b.quill@meridian.example'],
    ['SMTP:b.quill@meridian.example', 'b.quill@meridian.example'],
    ['b.quill@meridian.example;', 'b.quill@meridian.example'],
    ['\u200bb.quill@meridian.example\ufeff', 'b.quill@meridian.example'],
  ])('is taken out of %s', (cell, email) => {
    expect(readEmailCell(cell)).toMatchObject({ value: email, note: { kind: 'email_taken_out', email } });
  });

  it.each([
    'a.quill@meridian.example',
    'a@meridian.example; b@meridian.example',
    'A <a@meridian.example>, B <b@meridian.example>',
    'A <a@meridian.example> B',
    'nobody',
    'mailto:',
    '<>',
    '%zz',
  ])('stays as it is: %s', (cell) => {
    expect(readEmailCell(cell)).toEqual({ value: cell });
  });

  it('that is an error of a formula has a reason', () => {
    expect(readEmailCell('#N/A')).toEqual({ reason: { kind: 'email_is_error', cell: '#N/A' } });
  });
});

describe('weekly hours', () => {
  it.each([
    ['37.5', 37.5],
    ['37,5', 37.5],
    ['37.5h', 37.5],
    ['37,5 Std.', 37.5],
    ['37.5 hours per week', 37.5],
    ['40 hrs', 40],
    ['37:30', 37.5],
    ['37:30:00', 37.5],
    ['37h30', 37.5],
    ['37 h 20 min', 37.33],
    ['0', 0],
    ['full time', null],
    ['Vollzeit', null],
  ])('are read of %s', (cell, hours) => {
    expect(readWeeklyHours(cell, { fullTimeHours: 40 })).toEqual({ value: hours });
  });

  it.each([
    ['100 %', 39],
    ['50%', 19.5],
    ['0.5 FTE', 19.5],
    ['FTE 0,5', 19.5],
    ['1.0fte', 39],
    ['80 % FTE', 31.2],
  ])('are a share of full time, which is said: %s', (cell, hours) => {
    expect(readWeeklyHours(cell, { fullTimeHours: 39 })).toEqual({
      value: hours,
      note: { kind: 'hours_of_full_time', cell, hours, fullTime: 39 },
    });
  });

  it('are a share of full time where the heading says so', () => {
    expect(readWeeklyHours('0.8', { fullTimeHours: 40, isShare: isShareHeading('fte') })).toMatchObject({ value: 32 });
    expect(readWeeklyHours('80', { fullTimeHours: 40, isShare: true })).toMatchObject({ value: 32 });
    expect(readWeeklyHours('32h', { fullTimeHours: 40, isShare: true })).toEqual({ value: 32 });
    expect(isShareHeading('weeklyhours')).toBe(false);
  });

  it.each(['0x10', '1e1', '-5', '37:75', 'many', '37.5.1', '12 apples', '#N/A', 'Infinity', '١٢', `${'9'.repeat(50)}`])(
    'are no number: %s',
    (cell) => {
      expect(readWeeklyHours(cell, { fullTimeHours: 40 })).toEqual({ reason: { kind: 'hours_are_no_number', cell } });
    },
  );
});
