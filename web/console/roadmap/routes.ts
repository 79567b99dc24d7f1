import { route } from '@react-router/dev/routes'

export const roadmapRoutes = [
  // The panel stands beside the board, and in its place where there is no room.
  route('roadmap', 'roadmap/page.tsx', [
    route('new', 'roadmap/item/new-page.tsx'),
    route(':id', 'roadmap/item/page.tsx'),
  ]),
]
