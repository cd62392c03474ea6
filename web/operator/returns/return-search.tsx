import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useNavigate } from 'react-router';
import { readScan } from '#contract/scanned-codes.ts';
import { showError } from '#web/ui/feedback/alerts.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';

/** How the field that searches returns is called. */
export const RETURN_SEARCH = {
  label: 'Search returns, or scan a label',
  placeholder: 'Scan a label, or search by number or name',
};

/** The number of a return as on its label, `R50012`, in what a scanner has typed; undefined for anything else. */
export const findReturnNumber = (typed: string): string | undefined =>
  /^r\d{1,15}$/i.exec(readScan(typed).text)?.[0].toUpperCase();

/** Searches returns. Enter or Tab after the number of a return, as a scanner enters it from the label, opens the return, whatever is filtered. */
export function ReturnSearch(props: ComponentProps<typeof SearchInput>) {
  const client = useQueryClient();
  const navigate = useNavigate();

  async function openScanned(text: string) {
    const number = findReturnNumber(text);
    if (number === undefined) return;
    try {
      const { returnRequests } = await client.fetchQuery(
        operatorQuery('GET /api/operator/returns', { query: { searchTerm: number, limit: 2 } }),
      );
      const [found] = returnRequests;
      if (found) await navigate(operatorPaths.return(found.id));
      else showError(new Error(`There is no return ${number} in your brands. Check the number on the label.`));
    } catch (error) {
      showError(error);
    }
  }

  return (
    <SearchInput
      {...props}
      onEnter={(text) => void openScanned(text)}
      endsWithTab={(text) => findReturnNumber(text) !== undefined}
    />
  );
}
