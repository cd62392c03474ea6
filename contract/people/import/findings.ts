import Type from 'typebox';
import { described, entity, int, wholeNumber } from '../../values.ts';
import { IMPORT_FINDINGS, type ImportFinding } from './finding-kinds.ts';

const DESCRIPTIONS: Record<ImportFinding, string> = {
  newNumber: 'Another employee number than the person has, who is known by email address and name.',
  newEmail: 'Another email address than the person has, who is known by the number.',
  newSurname: 'Another surname than the person has, who is known by the number or the email address.',
  newName: 'Another first name and surname than the person has, who is known by the number or the email address.',
  successor: 'The email address of someone with another name and number, whose account is closed.',
};

/** Rows by finding. */
export const findingCounts = entity('ImportFindings', {
  newNumber: described(int, DESCRIPTIONS.newNumber),
  newEmail: described(int, DESCRIPTIONS.newEmail),
  newSurname: described(int, DESCRIPTIONS.newSurname),
  newName: described(int, DESCRIPTIONS.newName),
  successor: described(int, DESCRIPTIONS.successor),
});

const count = (name: ImportFinding) => Type.Optional(described(wholeNumber, DESCRIPTIONS[name]));

/** The findings that are confirmed, each with the number of its rows. */
export const confirmedFindings = Type.Object({
  newNumber: count('newNumber'),
  newEmail: count('newEmail'),
  newSurname: count('newSurname'),
  newName: count('newName'),
  successor: count('successor'),
});

/** A finding of a row, or by which rows are filtered. */
export const finding = Type.Unsafe<ImportFinding>(
  Type.String({
    enum: [...IMPORT_FINDINGS],
    message: 'Finding must be newNumber, newEmail, newSurname, newName or successor.',
    description: 'newNumber, newEmail, newSurname, newName or successor.',
  }),
);
