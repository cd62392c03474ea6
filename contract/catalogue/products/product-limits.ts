/** How many certification marks a product can have. */
export const MAX_MARKS = 30;
/** How many products can be shown with another one, of each kind. */
export const MAX_SHOWN_WITH = 24;
