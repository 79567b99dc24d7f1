import { cleanLine, isVisibleText } from '../platform/formats/visible-text.ts'
import type { AppDescription } from './interactions.ts'

interface Client {
  clientId: string
  clientName?: string | undefined
  clientIdMetadataDocument?: unknown
}

const maxNameLength = 100

/**
 * Describes a client of the authorization server. Its name is not verified: it is cleaned like any name, and shown with
 * the host that its id or redirect URI proves.
 */
export function describeApp({
  clientId,
  clientName,
  clientIdMetadataDocument,
}: Client): Omit<AppDescription, 'workspaceId'> {
  const clientHost = clientIdMetadataDocument ? new URL(clientId).host : null
  // PostgreSQL stores no unpaired surrogate.
  const name = [...cleanLine((clientName ?? '').toWellFormed())].slice(0, maxNameLength).join('').trim()
  return { clientId, name: isVisibleText(name) ? name : (clientHost ?? unnamed), clientHost }
}

const unnamed = 'Unnamed app'
