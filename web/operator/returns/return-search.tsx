import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { showError } from '#web/ui/feedback/alerts.ts';
import { SearchInput } from '#web/ui/forms/search-input.tsx';
import { operatorPaths } from '../operator-paths.ts';
import { operatorQuery } from '../session/operator-api.ts';
import { isReturnNumber } from './return-filters.ts';

interface Props {
  value: string;
  onSearch: (text: string) => void;
  className?: string | undefined;
  onOtherKey?: (event: React.KeyboardEvent<HTMLInputElement>) => void;
}

/** Searches returns. Enter after the number of a return, as a scanner enters it from the label, opens the return, whatever is filtered. */
export function ReturnSearch({ value, onSearch, className, onOtherKey }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();

  async function openScanned(text: string) {
    if (!isReturnNumber(text)) return;
    try {
      const { returnRequests } = await client.fetchQuery(
        operatorQuery('GET /api/operator/returns', { query: { searchTerm: text, limit: 2 } }),
      );
      const [found] = returnRequests;
      if (found) await navigate(operatorPaths.return(found.id));
      else showError(new Error(`There is no return ${text.toUpperCase()} in your brands. Check the number on the label.`));
    } catch (error) {
      showError(error);
    }
  }

  return (
    <SearchInput
      className={className}
      label="Search returns, or scan a label"
      placeholder="Scan a label, or search by number or name"
      value={value}
      onSearch={onSearch}
      onEnter={(text) => void openScanned(text)}
      {...(onOtherKey ? { onOtherKey } : {})}
    />
  );
}
