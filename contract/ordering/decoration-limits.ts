/** Lines on a page of the list of what is to be decorated. Without schemas, so that pages can load it. */
export const DECORATION_PAGE = 500;
