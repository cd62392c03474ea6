import type { Vault } from '#api/platform/encryption/vault.ts';
import { sealBody } from '#api/sizing/bodies.actions.ts';
import { EMPTY_BODY } from '#api/sizing/bodies.rules.ts';
import type { Row } from './insert.ts';
import { Random } from './random.ts';

/** Heights in cm of generated people: around the means of men and women. */
const MIDDLE = { 10: 176, 20: 164, 0: 170 } as const;

/** Consents and sealed bodies of everyone who has been measured in the demonstration. */
export function bodyRows(people: readonly Row[], vault: Vault): [table: string, rows: Row[]][] {
  const measured = people.filter(({ bodime_customer_id }) => bodime_customer_id !== null);
  const of = ({ organisation_id, id }: Row) => ({ organisation_id, customer_id: id });
  return [
    ['body_consent', measured.map((row) => ({ ...of(row), text_version: 1, given_at: row.measured_at }))],
    [
      'body',
      measured.map((row) => {
        const id = Number(row.id);
        const random = new Random(`body of ${id}`);
        const middle = MIDDLE[(row.gender as keyof typeof MIDDLE) ?? 0];
        const spread = (range: number) => random.between(-range, range) / 2 + random.between(-range, range) / 2;
        const height = Math.round(middle + spread(13));
        const bmi = 23.5 + spread(5);
        const fields = {
          gender: row.gender === 10 ? 0 : row.gender === 20 ? 1 : 2,
          heightUnits: 0,
          height,
          weightUnits: 0,
          weight: Math.round(bmi * (height / 100) ** 2),
        };
        return {
          id,
          ...of(row),
          sealed: `\\x${sealBody(vault, id, { ...EMPTY_BODY, fields }).toString('hex')}`,
          created_at: row.measured_at,
          updated_at: row.measured_at,
        };
      }),
    ],
  ];
}
