import { route } from '@react-router/dev/routes'

export const roadmapRoutes = [route('roadmap', 'roadmap/page.tsx')]
