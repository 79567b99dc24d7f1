import { publicRoadmap } from '../../roadmap/public.ts'
import { type Answer, page } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import type { Visit } from '../http/context.ts'
import { roadmapBody } from './roadmap-page.ts'
import { words } from '../messages/roadmap.ts'

export const roadmapRoutes: PortalRoute[] = [get('/roadmap', { section: 'roadmap', isShared: true }, roadmapPage)]

async function roadmapPage(visit: Visit): Promise<Answer> {
  const columns = await publicRoadmap(visit.scope, visit.viewer?.customerId ?? null)
  return page({
    title: words.title,
    description: words.description(visit.workspace.name),
    body: roadmapBody(visit, columns),
    canonical: '/roadmap',
    isShared: true,
    isWide: true,
    section: 'roadmap',
  })
}
