/** What customers react with, in the order in which it is shown (contract §6). */
export const emoji = ['👍', '❤️', '🎉', '🚀', '👀', '😄'] as const
export type Emoji = (typeof emoji)[number]

export const isEmoji = (text: unknown): text is Emoji => emoji.some((each) => each === text)
