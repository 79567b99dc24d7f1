import { index, prefix, route } from '@react-router/dev/routes'

export const changelogRoutes = prefix('changelog', [
  index('changelog/page.tsx'),
  route('new', 'changelog/new.tsx'),
  route('preview', 'changelog/preview.ts'),
  route('moment', 'changelog/find-moment.ts'),
  route('find-requests', 'changelog/find-requests.ts'),
  route(':id', 'changelog/entry.tsx'),
  route(':id/edit', 'changelog/edit.tsx'),
  route(':id/publish', 'changelog/publish.tsx'),
  route(':id/delivery', 'changelog/delivery.ts'),
])
