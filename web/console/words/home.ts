export const home = {
  noWorkspace: {
    title: 'You are not in a workspace',
    text: 'Ask somebody of your team to invite you, with the address that you signed in with.',
  },
}
