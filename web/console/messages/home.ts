export const homeMessages = {
  noWorkspace: {
    title: 'You are not in a workspace',
    textFor: (email: string) =>
      `Ask somebody of your team to invite ${email}, or sign in with the address that was invited.`,
  },
}
