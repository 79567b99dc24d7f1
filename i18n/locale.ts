/** The language of every message, number and date that people read. */
export const locale = 'en'
