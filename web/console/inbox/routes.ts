import { route } from '@react-router/dev/routes'

export const inboxRoutes = [
  route('inbox', 'inbox/page.tsx'),
  route('inbox/settings', 'inbox/settings-page.tsx'),
  route('inbox/opened', 'inbox/opened.ts'),
  route('inbox/members', 'mentions/search-members.ts'),
]
