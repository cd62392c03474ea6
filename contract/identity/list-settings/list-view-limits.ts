/** Views of one list that a person can save. */
export const MAX_LIST_VIEWS = 20;
/** Views of one list that an organisation can share. */
export const MAX_SHARED_LIST_VIEWS = 20;
/** Characters in the name of a view. */
export const MAX_LIST_VIEW_NAME = 60;
