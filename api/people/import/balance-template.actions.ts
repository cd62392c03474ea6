import { listGrantedBalances } from '#api/entitlement/adjustments.queries.ts';
import type { Db } from '#api/platform/db/database.ts';
import type { Scope } from '#api/platform/http/scope.ts';
import type { WorkbookFile } from '#api/platform/workbook/workbook.ts';

const HEADINGS = ['Employee number', 'Email', 'Wardrobe', 'Season', 'Group, product or Budget', 'Unit', 'Balance left'] as const;

/** An empty workbook with the columns of opening balances and, on a second sheet, the balances that wearers have at present. */
export async function createBalanceTemplate(db: Db, scope: Scope): Promise<WorkbookFile> {
  const balances = await listGrantedBalances(db, scope);
  const sheets: WorkbookFile['sheets'] = [
    { name: 'Opening balances', columns: HEADINGS.map((header) => ({ header, width: 24, value: () => null })), rows: [] },
    {
      name: 'Balances that can be set',
      columns: [
        { header: HEADINGS[2], width: 28, value: ({ wardrobe }: (typeof balances)[number]) => wardrobe },
        { header: HEADINGS[3], width: 20, value: ({ season }) => season },
        { header: HEADINGS[4], width: 36, value: ({ target }) => target },
        { header: HEADINGS[5], width: 12, value: ({ unit }) => unit },
      ],
      rows: balances,
    },
  ];
  return { name: 'opening-balances-template.xlsx', sheets };
}
