import { index, prefix, route } from '@react-router/dev/routes'

export const changelogRoutes = prefix('changelog', [
  index('changelog/list/page.tsx'),
  route('export', 'changelog/list/export.ts'),
  route('new', 'changelog/editor/new-page.tsx'),
  route('preview', 'changelog/editor/preview.ts'),
  route('moment', 'changelog/editor/resolve-time.ts'),
  route('recipients', 'changelog/publish/recipients.ts'),
  route('find-requests', 'changelog/editor/search-requests.ts'),
  route(':id', 'changelog/entry/page.tsx'),
  route(':id/edit', 'changelog/editor/edit-page.tsx'),
  route(':id/publish', 'changelog/publish/page.tsx'),
  route(':id/delivery', 'changelog/entry/delivery.ts'),
])
