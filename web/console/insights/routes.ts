import { route } from '@react-router/dev/routes'

export const insightRoutes = [route('insights', 'insights/page.tsx'), route('insights/export', 'insights/export.ts')]
