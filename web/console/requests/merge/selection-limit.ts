/** The maximum number of requests in one merge, which is one transaction. */
export const maxMerged = 25
