/** What a feed says of itself. */
export const feedMessages = {
  title: (workspace: string) => `${workspace}: changelog`,
  description: (workspace: string) => `What is new at ${workspace}.`,
}
