import { layout, route } from '@react-router/dev/routes'

export const authorizeRoutes = [
  layout('auth/auth-layout.tsx', { id: 'authorize/layout' }, [route('authorize/:id', 'authorize/page.tsx')]),
]
