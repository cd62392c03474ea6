import { formatQuantity } from '#api/entitlement/adjustments.rules.ts';
import type { StoredAccount } from '#api/entitlement/entitlement.rules.ts';
import type { ReasonOf } from '#api/platform/reasons.ts';

type Unit = StoredAccount['unit'];

const MAX_LISTED = 8;
const list = (names: readonly string[]) =>
  names.length > MAX_LISTED ? `${names.slice(0, MAX_LISTED).join(', ')}, …` : names.join(', ');
const writeOneOf = (names: readonly string[]) => ` Write one of: ${list(names)}.`;

/** Why a row does not set a balance, or what was taken off it. Names that could be written instead are in `expected`, each once. */
export const BALANCE_WORDING = {
  no_such_person: () => 'You manage no one with this employee number or email address.',
  keys_of_two_people: () => 'The employee number and the email address belong to different people.',
  season_missing: ({ expected }: { expected: string[] }) => `The season is missing.${writeOneOf(expected)}`,
  nothing_in_season: ({ season, expected }: { season: string; expected: string[] }) =>
    `This person has no entitlement to this in “${season}”.${expected.length > 0 ? writeOneOf(expected) : ''}`,
  wardrobe_missing: () => 'The wardrobe is missing.',
  other_wardrobe: ({ wardrobe, expected }: { wardrobe: string; expected: string[] }) =>
    `This person does not have the wardrobe “${wardrobe}”.${expected.length > 0 ? ` They have: ${list(expected)}.` : ''}`,
  target_missing: ({ expected }: { expected: string[] }) => `The group, product or budget is missing.${writeOneOf(expected)}`,
  target_unknown: ({ target, wardrobe, expected }: { target: string; wardrobe: string; expected: string[] }) =>
    `“${target}” is not a group, product or budget that this person has in “${wardrobe}”.${writeOneOf(expected)}`,
  target_of_several: ({ target, expected }: { target: string; expected: string[] }) =>
    `“${target}” is in several groups.${writeOneOf(expected)}`,
  unit_missing: () => 'The unit is missing. Write pieces, points or money.',
  unit_unknown: ({ cell }: { cell: string }) => `The unit “${cell}” is not known. Write pieces, points or money.`,
  other_unit: ({ has, asked }: { has: Unit; asked: Unit }) => `The unit of this balance is ${has}, not ${asked}.`,
  balance_missing: () => 'The balance is missing. Write what is left, or 0.',
  balance_is_no_number: ({ cell }: { cell: string }) =>
    `The balance “${cell}” is not a number. Write it like 12 or 12.50, without currency or thousands separators.`,
  balance_ambiguous: ({ cell }: { cell: string }) =>
    `The balance “${cell}” is ambiguous. Write it without thousands separators, and with at most two decimals.`,
  balance_negative: ({ cell }: { cell: string }) => `The balance “${cell}” is negative. Write what is left, at least 0.`,
  balance_too_high: ({ cell, highest }: { cell: string; highest: number }) =>
    `The balance “${cell}” is more than ${highest.toLocaleString('en-GB')}.`,
  balance_too_exact: ({ cell }: { cell: string }) => `The balance “${cell}” has more than two decimals.`,
  balance_is_fraction: ({ cell, unit }: { cell: string; unit: Unit }) =>
    `The balance “${cell}” is a fraction. Write a whole number of ${unit}.`,
  season_ended: ({ season }: { season: string | null }) =>
    `${season ?? 'This period'} has ended. Balances can be set for periods that have not ended.`,
  more_taken_here: ({ taken, balance, unit, currency }: { taken: number; balance: number; unit: Unit; currency: string }) =>
    `${formatQuantity(taken, unit, currency)} ${taken === 1 && unit === 'pieces' ? 'has' : 'have'} already been ordered or sent here, more than this balance of ${formatQuantity(balance, unit, currency)}.`,
  taken_here: ({ taken, unit, currency }: { taken: number; unit: Unit; currency: string }) =>
    `Ordered or sent here, and deducted from the balance in the file: ${formatQuantity(taken, unit, currency)}.`,
};
/** One of them, as it is stored. */
export type BalanceReason = ReasonOf<typeof BALANCE_WORDING>;
