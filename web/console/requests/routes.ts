import { route } from '@react-router/dev/routes'

export const requestRoutes = [
  // The detail is shown beside the list, or instead of it on a narrow screen.
  route('requests', 'requests/list/page.tsx', [route(':id', 'requests/detail/page.tsx')]),
  route('requests/export', 'requests/list/export.ts'),
  route('requests/review', 'requests/moderation/page.tsx'),
  route('requests/new', 'requests/new/page.tsx'),
  route('requests/similar', 'requests/new/search-similar.ts'),
  route('requests/recipients', 'notify/recipients.ts'),
  route('requests/customers', 'requests/new/search-customers.ts'),
  route('requests/merge', 'requests/merge/selection-page.tsx'),
  route('requests/:id/merge', 'requests/merge/page.tsx'),
  route('requests/:id/voters', 'requests/voters/page.tsx'),
  route('requests/:id/voters/export', 'requests/voters/export.ts'),
  route('requests/:id/told', 'requests/detail/told-loader.ts'),
  route('requests/:id/send', 'requests/send-to-tracker/page.tsx'),
]
