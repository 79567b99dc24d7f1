import { route } from '@react-router/dev/routes'

export const roadmapRoutes = [
  // The panel is shown beside the board, or instead of it on a narrow screen.
  route('roadmap', 'roadmap/page.tsx', [
    route('new', 'roadmap/item/new-page.tsx'),
    route('missing', 'roadmap/missing/page.tsx'),
    route(':id', 'roadmap/item/page.tsx'),
  ]),
]
