/** Nobody compares more requests at once, and one transaction merges them all. */
export const maxMerged = 25
