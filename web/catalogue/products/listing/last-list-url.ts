let address: string | undefined;

/** Keeps where the list was left in this tab: path, search, filters and page. */
export const saveLastListUrl = (pathAndSearch: string) => {
  address = pathAndSearch;
};

/** Where the list below a path was left; undefined when it has not been seen. */
export const findLastListUrl = (path: string): string | undefined => (address?.split('?', 1)[0] === path ? address : undefined);
