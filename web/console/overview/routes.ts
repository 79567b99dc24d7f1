import { index } from '@react-router/dev/routes'

export const overviewRoutes = [index('overview/page.tsx')]
