import { route } from '@react-router/dev/routes'

export const commandPaletteRoutes = [
  route('search', 'command-palette/search-page.tsx'),
  route('search/picks', 'command-palette/search.ts'),
]
