import { listPublicRoadmapColumns } from '../../roadmap/public.ts'
import type { PortalContext } from '../http/context.ts'
import { type PortalResponse, pageResponse } from '../http/response.ts'
import { get, type PortalRoute } from '../http/route.ts'
import { roadmapMessages } from '../messages/roadmap.ts'
import { renderRoadmap } from './roadmap-page.ts'

export const roadmapRoutes: PortalRoute[] = [get('/roadmap', { section: 'roadmap', isCacheable: true }, roadmapPage)]

async function roadmapPage(context: PortalContext): Promise<PortalResponse> {
  const columns = await listPublicRoadmapColumns(context.scope, context.viewer?.customerId ?? null)
  return pageResponse({
    title: roadmapMessages.title,
    description: roadmapMessages.description({ workspace: context.workspace.name }),
    body: renderRoadmap(context, columns),
    canonical: '/roadmap',
    isCacheable: true,
    isWide: true,
    section: 'roadmap',
  })
}
