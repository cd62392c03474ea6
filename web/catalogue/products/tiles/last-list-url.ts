let address: string | undefined;

/** Remembers the URL of the product list in this tab: path, search, filters and page. */
export const saveLastListUrl = (pathAndSearch: string) => {
  address = pathAndSearch;
};

/** The last URL of the product list with this path; undefined if it has not been visited. */
export const findLastListUrl = (path: string): string | undefined => (address?.split('?', 1)[0] === path ? address : undefined);
