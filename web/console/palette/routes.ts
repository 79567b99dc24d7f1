import { route } from '@react-router/dev/routes'

export const paletteRoutes = [route('search', 'palette/page.tsx'), route('search/picks', 'palette/picks.ts')]
