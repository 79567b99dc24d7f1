/** The emoji that customers can react with, in display order (contract §6). */
export const emoji = ['👍', '❤️', '🎉', '🚀', '👀', '😄'] as const
export type Emoji = (typeof emoji)[number]

export const isEmoji = (text: unknown): text is Emoji => emoji.some((each) => each === text)
