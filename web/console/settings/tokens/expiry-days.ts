/** The lifetimes that the forms offer, in days. */
export const expiryDays = ['30', '90', '365'] as const
