/** The advisory lock that a backup holds in shared mode while it copies, and that deleting contents of files needs exclusively. */
export const FILES_IN_USE = 7_404_003;
